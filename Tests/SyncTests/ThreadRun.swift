import Foundation
import Sync

/// A closure that runs on a separate thread, independent of the threads that run tests.
final class ThreadRun<Value: Sendable>: @unchecked Sendable {
  private let end = DispatchSemaphore(value: 0)
  private var result: Result<Value, any Error>?

  /// Starts the thread.
  init(_ body: @escaping @Sendable () throws -> Value) {
    Thread.detachNewThread {
      self.result = Result(catching: body)
      self.end.signal()
    }
  }

  /// Waits for the end of the thread, and returns the result.
  func value() throws -> Value {
    end.wait()
    return try result!.get()
  }
}
