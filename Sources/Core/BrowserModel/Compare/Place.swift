/// Where something stands: a tab in a window, a bookmark in a folder.
public struct Place: Equatable, Sendable, BitwiseCopyable {
  /// The window, or the folder; ``EventID/nothing`` is the top of the bookmarks.
  public var container: EventID
  /// From 0.
  public var index: Int

  public init(in container: EventID, at index: Int) {
    self.container = container
    self.index = index
  }
}
