/// Some text fields of a bookmark changed. An absent text leaves the field unchanged. An empty text
/// clears the field.
public struct BookmarkEdited: Equatable, Sendable, BitwiseCopyable {
  /// The bookmark that changed.
  public var bookmark: BookmarkID = .nothing
  /// The new title.
  public var title: Text = .absent
  /// The new URL.
  public var url: Text = .absent
  /// The new tags, separated by line feeds.
  public var tags: Text = .absent
  /// The new keyword.
  public var keyword: Text = .absent
  /// The new note.
  public var note: Text = .absent
  public init() {}
}
