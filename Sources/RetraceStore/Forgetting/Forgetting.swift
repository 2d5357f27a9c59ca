import BrowserModel

/// The result of a forget request.
public struct Forgetting: Sendable {
  /// The numbers of removed things.
  public var counts: ForgettingCounts
  /// The effects on tabs that lost the page they showed.
  public var tabs = TabsAfterForgetting()
  /// The batch that was written. Empty if there was nothing to forget.
  public var performed: Commit
  /// The directories of the previous log that could not be removed, so that forgotten text is still
  /// on disk.
  public var leftovers: [String] = []
}
