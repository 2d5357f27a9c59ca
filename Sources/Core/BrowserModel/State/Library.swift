/// The library: what the user keeps on purpose, which is bookmarks with their keywords, search
/// engines and the home page.
///
/// It is a state of its own next to the ``Browser``, with its own fold, since the user has much of
/// it and looks at it seldom, and since it is what several devices can share:
///
/// ```swift
/// var library = Library()
/// for event in events { library.apply(event) }
/// let folders = library.bookmarks.all.filter { $0.kind == .folder }
/// ```
///
/// - Complexity: A copy is O(1). The first change after it copies the table that is changed.
public struct Library: Equatable, Sendable {
  /// The bookmarks.
  public internal(set) var bookmarks = Bookmarks()
  /// The settings that devices share: the search engines and the home page.
  public internal(set) var settings = Settings()

  /// Creates the library before the first event: without bookmarks, with default settings.
  public init() {}
}
