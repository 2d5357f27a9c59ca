/// Why a transaction was not completed.
enum Interruption: Error {
  /// It cannot be: the caller gets the failure.
  case failed(LogFailure)
  /// It is tried again after a step.
  case again(RetryStep)
}
