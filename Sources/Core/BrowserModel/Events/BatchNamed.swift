/// The batch that was undone or redone.
public struct BatchNamed: Equatable, Sendable, BitwiseCopyable {
  /// The first event of the batch.
  public var batch: BatchID = .nothing
  public init() {}
}
