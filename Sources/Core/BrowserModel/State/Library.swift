/// The things that the user stores deliberately: bookmarks with their keywords, search engines and
/// the home page. The custom values of the profile are in the library too.
///
/// The library is separate from the ``Browser`` and has its own fold, because it is large but
/// rarely needed, and because several devices can share it:
///
/// ```swift
/// var library = Library()
/// for event in events { library.apply(event) }
/// let folders = library.bookmarks.all.filter { $0.kind == .folder }
/// ```
///
/// - Complexity: A copy is O(1). The first change to a copy copies the changed table.
public struct Library: Equatable, Sendable {
  /// The bookmarks.
  public internal(set) var bookmarks = Bookmarks()
  /// The settings that devices share: the search engines and the home page.
  public internal(set) var settings = Settings()
  /// The custom values of the profile.
  public internal(set) var values = ValueTable()

  /// Creates the library before the first event, without bookmarks and with default settings.
  public init() {}
}
