internal import CRetrace
internal import Retrace
internal import Server

/// The reason why a call failed. It changed nothing.
struct CallError: Error {
  /// The code that the call returns.
  let code: CInt
  /// The message, one sentence.
  let message: String
  /// The reason code that programs can rely on. Empty if there is none.
  let reason: String

  init(_ code: Int, _ message: String, reason: String = "") {
    self.code = CInt(truncatingIfNeeded: code)
    self.message = message
    self.reason = reason
  }

  /// Creates the error with which a call fails after an error of the store, a request or the log.
  init(_ error: any Error) {
    if let error = error as? CallError {
      self = error
      return
    }
    let error = RequestError(error)
    self.init(error.number, error.message, reason: error.reason ?? "")
  }

  /// There is nothing with this handle.
  static let badHandle = CallError(
    RETRACE_BAD_HANDLE, "This is not a handle of a store or a moment, or it was closed.")

  /// An argument is invalid.
  static func badArgument(_ message: String) -> CallError {
    CallError(RETRACE_BAD_ARGUMENTS, message)
  }

  /// There is no open tab with this id.
  static func noSuchTab(_ id: Int64) -> CallError {
    CallError(RETRACE_REFUSED, "There is no open tab #\(id).", reason: "noSuchTab")
  }
}

/// Performs a call, and returns its code. A failure is stored for this thread.
func call(_ body: () throws -> Void) -> CInt {
  do {
    try body()
    ThreadResults.current.failure = nil
    return CInt(RETRACE_DONE)
  } catch {
    let error = CallError(error)
    ThreadResults.current.failure = error
    return error.code
  }
}
