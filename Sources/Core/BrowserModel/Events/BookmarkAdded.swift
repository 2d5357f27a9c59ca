/// A bookmark was added. The event is ignored if the folder does not exist.
public struct BookmarkAdded: Equatable, Sendable, BitwiseCopyable {
  /// The folder. ``EventID/nothing`` is the top level.
  public var parent: BookmarkID = .nothing
  /// Its index in the folder, from 0. The fold clamps it.
  public var index: Int32 = 0
  /// Whether it is a bookmark, a folder or a separator.
  public var kind: Bookmark.Kind = .bookmark
  /// Its title, or absent if it has none.
  public var title: Text = .absent
  /// Its URL. Absent for a folder or separator.
  public var url: Text = .absent
  /// Its tags, separated by line feeds.
  public var tags: Text = .absent
  /// Its keyword (B2).
  public var keyword: Text = .absent
  /// Its note.
  public var note: Text = .absent
  public init() {}
}
