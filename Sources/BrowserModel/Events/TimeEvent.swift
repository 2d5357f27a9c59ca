/// Facts about the log itself. `apply` passes them by: the timeline folds anew without the batch.
public enum TimeEvent: Equatable, Sendable, BitwiseCopyable {
  case undone(BatchNamed)
  case redone(BatchNamed)
}

public struct BatchNamed: Equatable, Sendable, BitwiseCopyable {
  public var batch: Sequence = .nothing
  public init() {}
}
