/// A bookmark, a folder or a separator (B1).
///
/// A bookmark refers to the events that set its text fields. ``TextSource/text(_:of:)`` looks up
/// the texts. A reference is ``EventID/nothing`` if the text was never set. A text that was
/// removed, such as a keyword, is empty in the referenced event.
public struct Bookmark: Equatable, Sendable {
  /// The event that added the bookmark.
  public internal(set) var id: BookmarkID
  /// The folder that contains the bookmark, or ``EventID/nothing`` at the top level.
  public internal(set) var parent: BookmarkID
  /// The kind: a bookmark, a folder or a separator.
  public internal(set) var kind: Kind
  /// The members of a folder, in order. Empty for other kinds.
  public internal(set) var children: ContiguousArray<BookmarkID>
  /// The event that last set the title.
  public internal(set) var title: EventID
  /// The event that last set the URL. Only bookmarks have a URL, which may have any scheme (B3).
  public internal(set) var url: EventID
  /// The event that last set the tags, which are one text with one tag per line.
  public internal(set) var tags: EventID
  /// The event that last set the keyword (B2), which opens the bookmark from the address field.
  public internal(set) var keyword: EventID
  /// The event that last set the note, which is free text and may have several lines.
  public internal(set) var note: EventID

  /// The kinds of nodes in the tree, as in WebExtensions' `bookmarks.BookmarkTreeNodeType`. Raw
  /// values are stored in events and never reused.
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
