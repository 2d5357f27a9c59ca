import Platform

/// A step that is required, while no transaction is open, before a transaction can be tried again.
enum RetryStep: Hashable {
  /// No step is required, because a system call was only interrupted.
  case none
  /// Enlarge the map to the size of the file, because another process enlarged the file.
  case adoptMap
  /// Double the size of the map, which was full. The value is the previous size in bytes.
  case grow(from: Int)
  /// Open the environment, because an earlier attempt to reopen it failed.
  case reopen
  /// Open the environment again, because it is unusable after a failed write of its head page.
  case replace(Environment)
  /// Open the environment with which a compaction has replaced the given environment.
  case follow(Environment)
}

extension Environment: Hashable {
  static func == (one: Environment, other: Environment) -> Bool { one === other }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension LogError {
  /// Creates the error that ends an attempt at a transaction. The attempt is repeated after a step.
  init(retryAfter step: RetryStep) {
    self.init(code: EAGAIN, operation: "begin a transaction", path: nil)
    retryStep = step
  }
}
