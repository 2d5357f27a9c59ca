internal import BrowserModel
internal import Exchange
internal import ExchangeFormats
internal import Notation
internal import Platform
internal import RetraceEventLog
package import RetraceStore

/// The native host, which connects a browser's extension to a profile until the browser quits.
package final class LiveHost {
  private let session: LiveSession
  private let pipe: MessagePipe
  private let watch: ProfileWatch
  private let inspector: RequestedInspector
  /// The folder with the files of the browser, or nil if there is none.
  private let folder: String?
  private let statusFile: HostStatusFile?
  private var status = HostStatus()

  /// - Parameters:
  ///   - folder: The folder with ``LiveExclusions``, or nil for none.
  ///   - statusFile: The file to store the status in, or nil for none.
  ///   - input: The descriptor with the extension's messages.
  ///   - output: The descriptor for messages to the extension.
  package init(
    _ store: Store, profile: String, folder: String?, statusFile: HostStatusFile?, input: Int32,
    output: Int32
  ) throws {
    // The watch comes first, so that no write in the meantime is missed.
    watch = try ProfileWatch(of: profile)
    inspector = RequestedInspector(profile: profile)
    self.folder = folder
    self.statusFile = statusFile
    for folder in folder.map(LiveExclusions.folders) ?? [] { watch.addFolder(folder) }
    session = LiveSession(
      store, memory: LiveMemory(folder: profile), name: folder.flatMap(Self.browserName))
    pipe = MessagePipe(reading: input, writing: output)
  }

  /// Returns the name of the browser with a folder.
  private static func browserName(_ folder: String) -> String? {
    folder.split(separator: "/").last.flatMap { LiveBrowser(rawValue: String($0)) }?.name
  }

  /// Exchanges messages with the extension until the browser quits.
  package func run() throws {
    readExclusions()
    while true {
      pipe.sendMessages(of: session)
      switch try pipe.receive(by: session.deadline, or: watch.descriptor, inspector.descriptor) {
      case .message(let message): try session.receive(message)
      case .nothing: try session.passTime()
      case .ready(inspector.descriptor): inspector.receive(for: session)
      case .ready:
        guard watch.wait(milliseconds: 0) else { break }
        readExclusions()
        try session.followProfile()
      case .end: return try session.end()
      }
      inspector.start(for: session)
      try storePause()
      saveStatus()
    }
  }

  private func readExclusions() {
    if let folder { session.exclude(LiveExclusions(of: folder)) }
  }

  private func storePause() throws {
    guard let isPaused = session.requestedPause else { return }
    session.requestedPause = nil
    if let folder { try LiveExclusions.setPaused(isPaused, in: folder) }
  }

  private func saveStatus() {
    guard let statusFile, session.status != status else { return }
    status = session.status
    statusFile.write(status)
  }

  /// Sends the extension the reason why the browser is not recorded. The popup shows the reason.
  package static func refuse(because reason: String, input: Int32, output: Int32) throws {
    let pipe = MessagePipe(reading: input, writing: output)
    try pipe.send(LiveSession.refusal(because: reason))
  }
}
