internal import CRetrace
internal import Retrace
internal import Server

/// The reason why a call failed. A failed call has changed nothing.
struct CallError: Error {
  /// The code that the call returns.
  let code: CInt
  /// A message about the failure for users.
  let message: String
  /// The name of the reason, which programs can rely on, or an empty string.
  let reason: String

  init(_ code: Int, _ message: String, reason: String = "") {
    self.code = CInt(truncatingIfNeeded: code)
    self.message = message
    self.reason = reason
  }

  /// Creates an error from an error of the store, a request or the log.
  init(_ error: any Error) {
    if let error = error as? CallError {
      self = error
      return
    }
    let error = RequestError(error)
    self.init(error.number, error.message, reason: error.reason ?? "")
  }

  /// The error for an invalid or closed handle.
  static let badHandle = CallError(
    RETRACE_BAD_HANDLE, "The handle does not belong to a store or a moment, or it was closed.")

  /// Returns the error for an invalid argument.
  static func badArgument(_ message: String) -> CallError {
    CallError(RETRACE_BAD_ARGUMENTS, message)
  }

  /// Returns the error for an id that does not belong to an open tab.
  static func noSuchTab(_ id: Int64) -> CallError {
    CallError(RETRACE_REFUSED, "There is no open tab #\(id).", reason: "noSuchTab")
  }
}

/// Runs the body of a call and returns the call's code. Stores the failure, if any, for this
/// thread.
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
