import Foundation
import Sync

/// Something that runs on a thread of its own, beside the test and whatever else the threads of tests do.
final class ThreadRun<Value: Sendable>: @unchecked Sendable {
  private let end = DispatchSemaphore(value: 0)
  private var result: Result<Value, any Error>?

  /// Begins at once.
  init(_ body: @escaping @Sendable () throws -> Value) {
    Thread.detachNewThread {
      self.result = Result(catching: body)
      self.end.signal()
    }
  }

  /// Waits for its end.
  func value() throws -> Value {
    end.wait()
    return try result!.get()
  }
}
