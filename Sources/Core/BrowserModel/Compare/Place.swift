/// The place of a tab in a window, or of a bookmark in a folder.
public struct Place: Equatable, Sendable, BitwiseCopyable {
  /// The window or folder. ``EventID/nothing`` is the top level of the bookmarks.
  public var container: EventID
  /// The index in the container, from 0.
  public var index: Int

  /// Creates a place.
  public init(in container: EventID, at index: Int) {
    self.container = container
    self.index = index
  }
}
