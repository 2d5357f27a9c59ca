/// A bookmark, a folder or a separator in the tree of bookmarks (B1).
public struct Bookmark: Equatable, Sendable {
  public internal(set) var id: EventID
  /// The folder it is in; ``EventID/nothing`` at the top.
  public internal(set) var parent: EventID
  public internal(set) var kind: Kind
  /// What a folder holds, in order.
  public internal(set) var children: ContiguousArray<EventID>
  /// The events that last said its title, URL, tags, keyword and note, or nothing. Where they say an
  /// empty text it has none.
  public internal(set) var title: EventID
  public internal(set) var url: EventID
  public internal(set) var tags: EventID
  public internal(set) var keyword: EventID
  /// What a person says about it, of any number of lines.
  public internal(set) var note: EventID

  /// WebExtensions' `bookmarks.BookmarkTreeNodeType`.
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
