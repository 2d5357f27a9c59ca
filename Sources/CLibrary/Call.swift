internal import CRetrace
internal import Catalogue
internal import Server

/// Performs a call, and returns its code. A failure is stored for this thread.
func call(_ body: () throws -> Void) -> CInt {
  do {
    try body()
    ThreadResults.current.failure = nil
    return CInt(RETRACE_DONE)
  } catch {
    let error = CommandError(error)
    ThreadResults.current.failure = error
    return CInt(truncatingIfNeeded: error.requestNumber)
  }
}

extension CommandError {
  /// There is nothing with this handle.
  static let badHandle = CommandError(
    .badHandle, "This is not a handle of a store or a moment, or it was closed.")

  /// There is no open tab with this id.
  static func noSuchTab(_ id: Int64) -> CommandError {
    CommandError("noSuchTab", "There is no open tab #\(id).")
  }
}
