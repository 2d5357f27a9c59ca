import BrowserModel

/// What a forgetting did.
public struct Forgetting: Sendable {
  /// How much it took.
  public var counts: ForgettingCounts
  /// What became of tabs that lost the page they showed.
  public var tabs = TabsAfterForgetting()
  /// The batch that it wrote; without events when there was nothing to forget.
  public var performed: Commit
  /// The directories of the former log that could not be removed, so that what was forgotten is
  /// still on the disk.
  public var leftovers: [String] = []
}
