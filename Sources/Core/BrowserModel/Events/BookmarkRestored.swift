/// A bookmark was restored to an earlier moment.
///
/// A removed bookmark is added again. A removed folder is added without its members, which follow
/// as separate events. An existing folder keeps its members.
public struct BookmarkRestored: Equatable, Sendable, BitwiseCopyable {
  /// The bookmark that was restored.
  public var bookmark: BookmarkID = .nothing
  /// The folder that contains the bookmark afterwards. ``EventID/nothing`` is the top level.
  public var parent: BookmarkID = .nothing
  /// The index in that folder afterwards, from 0.
  public var index: Int32 = 0
  /// The kind: a bookmark, a folder or a separator.
  public var kind: Bookmark.Kind = .bookmark
  /// The event that had set the title, or ``EventID/nothing`` if there was no title. The same
  /// applies to the other text fields.
  public var title: EventID = .nothing
  /// The event that had set the URL.
  public var url: EventID = .nothing
  /// The event that had set the tags.
  public var tags: EventID = .nothing
  /// The event that had set the keyword.
  public var keyword: EventID = .nothing
  /// The event that had set the note.
  public var note: EventID = .nothing
  public init() {}
}
