internal import CRetrace
internal import Retrace
internal import Server

/// The reason why a call failed. It changed nothing.
struct CallFailure: Error {
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

  init(_ failure: RequestFailure) {
    self.init(failure.number, failure.message, reason: failure.reason ?? "")
  }

  /// There is nothing with this handle.
  static let badHandle = CallFailure(
    RETRACE_BAD_HANDLE, "This is not a handle of a store or a moment, or it was closed.")

  /// An argument is invalid.
  static func badArgument(_ message: String) -> CallFailure {
    CallFailure(RETRACE_BAD_ARGUMENTS, message)
  }

  /// There is no open tab with this id.
  static func noSuchTab(_ id: Int64) -> CallFailure {
    CallFailure(RETRACE_REFUSED, "There is no open tab #\(id).", reason: "noSuchTab")
  }
}

/// Runs a closure and converts its errors to failures of a call.
func failing<Value>(
  _ body: () throws(RequestFailure) -> Value
) throws(CallFailure) -> Value {
  do throws(RequestFailure) { return try body() } catch { throw CallFailure(error) }
}

/// Runs a closure that reads a store, and converts its errors.
func reading<Value>(
  _ body: () throws(StoreFailure) -> Value
) throws(CallFailure) -> Value {
  do throws(StoreFailure) { return try body() } catch { throw CallFailure(RequestFailure(error)) }
}

/// Performs a call, and returns its code. A failure is stored for this thread.
func call(_ body: () throws(CallFailure) -> Void) -> CInt {
  do throws(CallFailure) {
    try body()
    ThreadResults.current.failure = nil
    return CInt(RETRACE_DONE)
  } catch {
    ThreadResults.current.failure = error
    return error.code
  }
}
