/// The things that the user stores deliberately: bookmarks with their keywords, search engines and
/// the home page.
///
/// It is a separate state next to the ``Browser`` with its own fold, because it is large but rarely
/// needed, and because several devices can share it:
///
/// ```swift
/// var library = Library()
/// for event in events { library.apply(event) }
/// let folders = library.bookmarks.all.filter { $0.kind == .folder }
/// ```
///
/// - Complexity: A copy is O(1). The first change after it copies the changed table.
public struct Library: Equatable, Sendable {
  /// The bookmarks.
  public internal(set) var bookmarks = Bookmarks()
  /// The settings that devices share: the search engines and the home page.
  public internal(set) var settings = Settings()

  /// Creates the library before the first event: without bookmarks, with default settings.
  public init() {}
}
