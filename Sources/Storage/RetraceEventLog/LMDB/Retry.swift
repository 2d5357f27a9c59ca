/// Ends an attempt at a transaction, which is tried again after a step.
struct Retry: Error {
  let step: RetryStep

  init(after step: RetryStep) { self.step = step }
}
