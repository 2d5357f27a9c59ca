/// The error that ends an attempt at a transaction. The transaction is tried again after a step.
struct Retry: Error {
  let step: RetryStep

  init(after step: RetryStep) { self.step = step }
}
