internal import BrowserModel
internal import Exchange
internal import Notation
internal import Platform
internal import RetraceEventLog
package import RetraceStore

/// The native host: it connects a browser's extension with a profile until the browser quits.
package final class LiveHost {
  private let session: LiveSession
  private let pipe: MessagePipe
  private let watch: ProfileWatch
  /// The file with the status, or nil for none.
  private let statusFile: String?
  private var status = LiveStatus()

  /// - Parameters:
  ///   - input: The descriptor with the extension's messages.
  ///   - output: The descriptor for messages to the extension.
  ///   - statusFile: The file for the status, which “retrace live” reads, or nil for none.
  package init(
    _ store: Store, profile: String, input: Int32, output: Int32, statusFile: String? = nil
  ) throws {
    self.statusFile = statusFile
    // The watch comes first, so that no write in the meantime is missed.
    watch = try ProfileWatch(of: profile)
    session = LiveSession(store, LiveMemory(folder: profile))
    pipe = MessagePipe(reading: input, writing: output, .word)
  }

  /// Works until the browser quits.
  package func run() throws {
    while true {
      switch try pipe.receive(by: session.deadline, stop: watch.descriptor) {
      case .message(let message): try session.receive(message)
      case .nothing: try session.passTime()
      case .stop:
        if watch.wait(milliseconds: 0) { try session.followProfile() }
      case .end: return try session.end()
      }
      do {
        for message in session.messages { try pipe.send(message) }
      } catch {
        // The browser has ended. What it has sent before can still be read.
      }
      session.messages = []
      saveStatus()
    }
  }

  private func saveStatus() {
    guard let statusFile, session.status != status else { return }
    status = session.status
    try? FileTree.writeFile(status.json.bytes, to: statusFile)
  }

  /// Tells the extension why the browser is not recorded. The popup shows the reason.
  package static func refuse(because reason: String, input: Int32, output: Int32) throws {
    let pipe = MessagePipe(reading: input, writing: output, .word)
    try pipe.send(LiveSession.refusal(because: reason))
  }
}
