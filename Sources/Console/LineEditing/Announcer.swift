internal import Platform
internal import Synchronization

/// Accepts messages from any thread, and shows them above the prompt.
package final class Announcer: Sendable {
  /// The pending messages, and the pipe that ends the editor's wait.
  private struct Contents {
    var messages: [String] = []
    var wakeDescriptor: Int32 = -1
  }

  private let contents = Mutex(Contents())

  init() {}

  /// Shows a message above the prompt. If no prompt is shown, shows the message before the next
  /// prompt.
  ///
  /// - Parameter message: The text, which is printed unchanged, so it must not contain untrusted
  ///   control characters. Newlines begin new rows.
  package func post(_ message: String) {
    contents.withLock { contents in
      contents.messages.append(message)
      WakePipe.wake(contents.wakeDescriptor)
    }
  }

  /// Sets the pipe to which a byte is written for each message. If the descriptor is −1, removes
  /// the pipe.
  func connect(to descriptor: Int32) {
    contents.withLock { $0.wakeDescriptor = descriptor }
  }

  /// Returns and removes the pending messages.
  func removeAll() -> [String] {
    contents.withLock { contents in
      defer { contents.messages = [] }
      return contents.messages
    }
  }
}
