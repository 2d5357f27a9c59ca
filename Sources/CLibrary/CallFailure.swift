internal import CRetrace
internal import Console
internal import Retrace

/// Why a call did nothing.
struct CallFailure: Error {
  /// What the call returns.
  let code: CInt
  /// One sentence.
  let message: String
  /// The word that programs can rely on; empty for none.
  let reason: String

  init(_ code: Int, _ message: String, reason: String = "") {
    self.code = CInt(truncatingIfNeeded: code)
    self.message = message
    self.reason = reason
  }

  init(_ failure: RequestFailure) {
    self.init(failure.number, failure.message, reason: failure.reason ?? "")
  }

  /// Nothing has this handle.
  static let badHandle = CallFailure(
    RETRACE_BAD_HANDLE, "This is not a handle of a store or a moment, or it was closed.")

  /// An argument is not what it should be.
  static func badArgument(_ message: String) -> CallFailure {
    CallFailure(RETRACE_BAD_ARGUMENTS, message)
  }

  /// No open tab has this id.
  static func noSuchTab(_ id: Int64) -> CallFailure {
    CallFailure(RETRACE_REFUSED, "There is no open tab #\(id).", reason: "noSuchTab")
  }
}

/// Does what fails otherwise than calls do.
func failing<Value>(
  _ body: () throws(RequestFailure) -> Value
) throws(CallFailure) -> Value {
  do throws(RequestFailure) { return try body() } catch { throw CallFailure(error) }
}

/// Reads what a store may fail to read.
func reading<Value>(
  _ body: () throws(StoreFailure) -> Value
) throws(CallFailure) -> Value {
  do throws(StoreFailure) { return try body() } catch { throw CallFailure(RequestFailure(error)) }
}

/// Does the work of a call, and returns its code. Why it failed is kept for this thread.
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
