/// A bookmark was restored to an earlier moment.
///
/// A removed bookmark exists again. A removed folder is empty at first, and its members follow as
/// separate events. An existing folder keeps its members.
public struct BookmarkRestored: Equatable, Sendable, BitwiseCopyable {
  /// The bookmark that was restored.
  public var bookmark: BookmarkID = .nothing
  /// The folder that contains it afterwards. ``EventID/nothing`` is the top level.
  public var parent: BookmarkID = .nothing
  /// Its index afterwards, from 0.
  public var index: Int32 = 0
  /// Whether it is a bookmark, a folder or a separator.
  public var kind: Bookmark.Kind = .bookmark
  /// The event that had set its title, or ``EventID/nothing``. The same applies to the other text
  /// fields.
  public var title: EventID = .nothing
  /// The event that had set its URL.
  public var url: EventID = .nothing
  /// The event that had set its tags.
  public var tags: EventID = .nothing
  /// The event that had set its keyword.
  public var keyword: EventID = .nothing
  /// The event that had set its note.
  public var note: EventID = .nothing
  public init() {}
}
