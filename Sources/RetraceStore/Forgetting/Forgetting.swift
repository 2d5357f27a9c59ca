import BrowserModel

/// The result of a forget request.
public struct Forgetting: Sendable {
  /// The number of removed things of each kind.
  public var counts: ForgettingCounts
  /// The tabs that lost the page they showed, and the effects on them.
  public var tabs = TabsAfterForgetting()
  /// The batch that was written. The commit is empty if there was nothing to forget.
  public var performed: Commit
  /// The directories of the previous log that could not be removed, so that forgotten text is still
  /// on disk.
  public var leftovers: [String] = []
}
