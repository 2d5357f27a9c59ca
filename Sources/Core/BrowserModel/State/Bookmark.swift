/// A bookmark, a folder or a separator (B1).
///
/// It refers to the events that set its texts, and ``TextSource/text(_:of:)`` looks them
/// up. A reference is ``EventID/nothing`` where the text was never set. A text that was
/// taken away again, such as a keyword, is empty in the event that the reference names.
public struct Bookmark: Equatable, Sendable {
  /// The event that added it.
  public internal(set) var id: BookmarkID
  /// The folder that holds it; ``EventID/nothing`` at the top level.
  public internal(set) var parent: BookmarkID
  /// Whether it is a bookmark, a folder or a separator.
  public internal(set) var kind: Kind
  /// The members of a folder, in order; empty for other kinds.
  public internal(set) var children: ContiguousArray<BookmarkID>
  /// The event that last set the title.
  public internal(set) var title: EventID
  /// The event that last set the URL. Only bookmarks have one; it may have any scheme (B3).
  public internal(set) var url: EventID
  /// The event that last set the tags, which are one text with a line for each tag.
  public internal(set) var tags: EventID
  /// The event that last set the keyword (B2), by which the bookmark is reached from the
  /// address field.
  public internal(set) var keyword: EventID
  /// The event that last set the note, a free text of any number of lines.
  public internal(set) var note: EventID

  /// The kinds of nodes, as in WebExtensions' `bookmarks.BookmarkTreeNodeType`. Raw values
  /// are stored in events and never reused.
  public enum Kind: UInt8, Sendable, BitwiseCopyable, CaseIterable {
    case bookmark, folder, separator
  }
}

extension Bookmark: Slotted {
  static var vacant: Bookmark {
    Bookmark(
      id: .nothing, parent: .nothing, kind: .bookmark, children: [], title: .nothing,
      url: .nothing, tags: .nothing, keyword: .nothing, note: .nothing)
  }
}
