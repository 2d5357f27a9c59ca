internal import Platform
internal import Synchronization

/// Takes messages from any thread, to be shown above the prompt.
package final class Announcer: Sendable {
  /// The messages that wait, and the pipe by which the editor's wait is ended.
  private struct Contents {
    var messages: [String] = []
    var wakeDescriptor: Int32 = -1
  }

  private let contents = Mutex(Contents())

  init() {}

  /// Shows a message above the prompt at once; before the next prompt when none is waiting.
  ///
  /// - Parameter message: Printed as it is, so it must hold no control characters of strangers.
  ///   Newlines begin new rows.
  package func post(_ message: String) {
    contents.withLock { contents in
      contents.messages.append(message)
      WakePipe.wake(contents.wakeDescriptor)
    }
  }

  /// Sends wakes to a pipe from now on, or to none for −1.
  func connect(to descriptor: Int32) {
    contents.withLock { $0.wakeDescriptor = descriptor }
  }

  /// Returns the messages that wait, and forgets them.
  func take() -> [String] {
    contents.withLock { contents in
      defer { contents.messages = [] }
      return contents.messages
    }
  }
}
