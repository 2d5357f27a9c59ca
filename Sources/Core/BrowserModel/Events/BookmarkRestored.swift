/// A bookmark was made what it was at an earlier moment.
///
/// One that was removed exists again; a folder is empty then, and its members follow as
/// events of their own. One that exists keeps its members.
public struct BookmarkRestored: Equatable, Sendable, BitwiseCopyable {
  /// The bookmark that was restored.
  public var bookmark: BookmarkID = .nothing
  /// The folder that it is in afterwards; ``EventID/nothing`` is the top level.
  public var parent: BookmarkID = .nothing
  /// Its index afterwards, from 0.
  public var index: Int32 = 0
  /// Whether it is a bookmark, a folder or a separator.
  public var kind: Bookmark.Kind = .bookmark
  /// The event that had set its title, or ``EventID/nothing``; so for the other texts.
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
