internal import Catalogue
internal import CommandKit
internal import Notation
internal import RetraceEventLog
internal import RetraceStore

/// The reason why no session could be opened.
struct OpeningFailure: Error {
  let message: String
  /// The error in the call itself, if any.
  let usage: UsageError?

  init(_ failure: LogFailure) {
    let isDamaged = failure.reason == .damaged
    message = failure.description + (isDamaged ? CommandFailure.advice : "")
    usage = nil
  }

  init(_ error: UsageError) {
    message = error.message
    usage = error
  }
}
