internal import Glibc
internal import Synchronization

/// Takes messages from any thread, to be shown above the prompt.
public final class Announcer: Sendable {
  private struct Contents {
    var messages: [String] = []
    var wakeDescriptor: Int32 = -1
  }

  private let contents = Mutex(Contents())

  init() {}

  /// Shows `message` above the prompt at once, or before the next prompt while none is waiting.
  ///
  /// The message is printed as it is; newlines in it separate rows.
  public func post(_ message: String) {
    contents.withLock { contents in
      contents.messages.append(message)
      WakePipe.wake(contents.wakeDescriptor)
    }
  }

  /// Sends wakes to `descriptor` from now on, or nowhere for −1.
  func connect(to descriptor: Int32) {
    contents.withLock { $0.wakeDescriptor = descriptor }
  }

  func take() -> [String] {
    contents.withLock { contents in
      defer { contents.messages = [] }
      return contents.messages
    }
  }
}
