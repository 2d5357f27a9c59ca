/// A bookmark was added. The event is ignored if the folder does not exist.
public struct BookmarkAdded: Equatable, Sendable, BitwiseCopyable {
  /// The folder. ``EventID/nothing`` is the top level.
  public var parent: BookmarkID = .nothing
  /// The index of the bookmark in the folder, from 0. The fold clamps the index.
  public var index: Int32 = 0
  /// The kind: a bookmark, a folder or a separator.
  public var kind: Bookmark.Kind = .bookmark
  /// The title, or absent if the bookmark has none.
  public var title: Text = .absent
  /// The URL. Absent for a folder or separator.
  public var url: Text = .absent
  /// The tags, separated by line feeds.
  public var tags: Text = .absent
  /// The keyword (B2).
  public var keyword: Text = .absent
  /// The note.
  public var note: Text = .absent
  public init() {}
}
