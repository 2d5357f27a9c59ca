/// The reason why a transaction was not completed.
enum Interruption: Error {
  /// The transaction failed. The caller receives the failure.
  case failed(LogFailure)
  /// The transaction is tried again after a step.
  case again(RetryStep)
}
