public import Addresses
public import BrowserModel
internal import RetraceStore

extension Session {
  /// A bookmark, a folder with its members, or a separator.
  public struct Bookmark: Identifiable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The id, which is the event that added the bookmark.
    public let id: BookmarkID
    /// The kind, which is bookmark, folder or separator.
    public let kind: Kind
    /// The title and URL. Only a bookmark has a URL.
    public let page: Page
    /// The tags, in order.
    public let tags: [String]
    /// The keyword that opens the bookmark from the address field, or nil if the bookmark has no
    /// keyword.
    public let keyword: String?
    /// The note, or nil if the bookmark has no note.
    public let note: String?
    /// The members of a folder, in order. The array is empty for other kinds.
    public let children: [Bookmark]

    /// The kinds of bookmarks: bookmark, folder and separator.
    public typealias Kind = BrowserModel.Bookmark.Kind

    /// The title, or nil if there is no title or its text is missing.
    public var title: String? { page.title }
    /// The URL, or nil if its text is missing. The URL of a folder or a separator is always nil.
    public var url: String? { page.url }

    /// A line for the bookmark. For a folder, an indented line for each member follows.
    public var description: String {
      switch kind {
      case .bookmark: page.description
      case .separator: "---"
      case .folder:
        (["\(page)/"] + children.flatMap { $0.description.split(separator: "\n").map { "  \($0)" } })
          .joined(separator: "\n")
      }
    }
  }

  /// The bookmarks, folders and separators at the top level, in order. Folders contain their
  /// members.
  ///
  /// - Throws: `LogError` if the log cannot be read.
  /// - Complexity: O(bookmarks), with several look-ups for each bookmark.
  public var bookmarks: [Bookmark] {
    get throws {
      try read { text in bookmarks(in: .nothing, text) }
    }
  }

  /// The bookmarks and separators of all folders, in the order of the tree, without the folders.
  ///
  /// - Throws: `LogError` if the log cannot be read.
  /// - Complexity: O(bookmarks), with several look-ups for each bookmark.
  public var allBookmarks: [Bookmark] {
    get throws {
      func all(_ bookmarks: [Bookmark]) -> [Bookmark] {
        bookmarks.flatMap { $0.kind == .folder ? all($0.children) : [$0] }
      }
      return all(try bookmarks)
    }
  }

  /// Returns the value of a setting, or nil if the setting has its default value or the value was
  /// forgotten.
  ///
  /// - Throws: `LogError` if the log cannot be read.
  public func setting(_ name: Settings.Name) throws -> String? {
    try read { text in state.settings(with: name).value(of: name, text: text) }
  }

  private func bookmarks(in folder: BookmarkID, _ text: SessionText) -> [Bookmark] {
    state.library.bookmarks.children(of: folder).compactMap { id in
      state.library.bookmarks[id].map { bookmark($0, text) }
    }
  }

  private func bookmark(_ bookmark: BrowserModel.Bookmark, _ text: SessionText) -> Bookmark {
    func words(_ field: TextField, _ event: EventID) -> String? {
      guard event.exists, let words = text.text(field, of: event), !words.isEmpty else {
        return nil
      }
      return words
    }
    return Bookmark(
      id: bookmark.id, kind: bookmark.kind, page: page(of: bookmark, text),
      tags: words(.tags, bookmark.tags)?.split(separator: "\n").map { String($0) } ?? [],
      keyword: words(.keyword, bookmark.keyword), note: words(.note, bookmark.note),
      children: bookmarks(in: bookmark.id, text))
  }

  /// Returns the page of a bookmark. A bookmark always has a URL, and a folder always has a title.
  /// If the URL of a bookmark or the title of a folder is empty, it was forgotten.
  private func page(of bookmark: BrowserModel.Bookmark, _ text: SessionText) -> Page {
    let url = bookmark.url.exists ? text.text(.url, of: bookmark.url) : nil
    let title = bookmark.title.exists ? text.text(.title, of: bookmark.title) : nil
    let needed = bookmark.kind == .folder ? title : url
    var missingReason: Page.MissingReason?
    if bookmark.kind != .separator, needed?.isEmpty ?? false { missingReason = .forgotten }
    if url == nil && text.isDamaged(bookmark.url) || title == nil && text.isDamaged(bookmark.title)
    {
      missingReason = .damaged
    }
    return Page(
      url: url?.isEmpty ?? true ? nil : url, title: title?.isEmpty ?? true ? nil : title,
      missingReason: missingReason
    )
  }
}

// Search engines.
extension Session {
  /// The search engines with a keyword, in the order of their list. ``defaultSearch`` is the engine
  /// without a keyword. `Action.setSearchEngines(_:)` replaces the list.
  ///
  /// - Throws: `LogError` if the log cannot be read.
  public var searchEngines: [SearchEngine] { get throws { try read { text in engines(text) } } }

  /// The template of the default search engine.
  ///
  /// - Throws: `LogError` if the log cannot be read.
  public var defaultSearch: SearchTemplate {
    get throws { try setting(.searchTemplate).flatMap { SearchTemplate($0) } ?? .standard }
  }

  private func engines(_ text: SessionText) -> [SearchEngine] {
    guard let line = state.library.settings.value(of: .searchEngines, text: text) else { return [] }
    // A list that an older version wrote may be invalid. In that case, there are no engines.
    return (try? SearchEngineList(line))?.engines ?? []
  }
}

extension Session.Action {
  /// Returns the action that replaces the list of search engines with a keyword. An empty list
  /// removes all of them.
  ///
  /// Refused: `invalidValue` if two engines have the same keyword.
  public static func setSearchEngines(_ engines: [SearchEngine]) -> Session.Action {
    // The setting separates engines by spaces. In a URL, a space means the same as %20.
    let line = engines.map { "\($0.keyword)=\($0.template.text.spacesEncoded)" }
    return .set(.searchEngines, line.isEmpty ? nil : line.joined(separator: " "))
  }

  /// Returns the action that sets the default search engine. Nil resets it.
  public static func setDefaultSearch(_ template: SearchTemplate?) -> Session.Action {
    .set(.searchTemplate, template?.text)
  }
}

extension SearchEngine: Identifiable {
  /// The keyword, which no other engine of a list has.
  public var id: String { keyword }
}

extension String {
  fileprivate var spacesEncoded: String {
    split(separator: " ", omittingEmptySubsequences: false).joined(separator: "%20")
  }
}

// Typed text.
extension Session {
  /// Returns the context that determines the meaning of typed text. It contains the search engines
  /// of this session and the bookmarks with keywords.
  ///
  /// - Throws: `LogError` if the log cannot be read.
  /// - Complexity: O(1), or O(bookmarks) if a bookmark has a keyword.
  public func typedContext() throws -> Typed.Context {
    try read { text in
      let library = state.library
      var context = Typed.Context()
      if let template = library.settings.value(of: .searchTemplate, text: text) {
        context.search = SearchTemplate(template) ?? context.search
      }
      context.engines = engines(text)
      guard library.bookmarks.hasKeywords else { return context }
      context.bookmarks = library.bookmarks.all.compactMap { bookmark in
        guard bookmark.keyword.exists, let keyword = text.text(.keyword, of: bookmark.keyword),
          !keyword.isEmpty, let url = text.text(.url, of: bookmark.url)
        else { return nil }
        return KeywordBookmark(keyword: keyword, text: url)
      }
      return context
    }
  }

  /// Returns the destination of typed text, which is a URL, a search, or the page of a keyword.
  ///
  /// - Parameters:
  ///   - text: The typed text.
  ///   - policy: The rules to apply.
  /// - Throws: `Refusal` (`invalidAddress`) with the reason if the text is not valid, and
  ///   `LogError`.
  public func destination(
    _ text: String, by policy: Policy = .retrace
  ) throws -> Destination {
    if text == Destination.startPage { return Destination(text, transition: .startPage) }
    let resolution = Typed.resolve(text, by: policy, try typedContext())
    guard let url = resolution.url else {
      throw Refusal(.invalidAddress, resolution.reason)
    }
    let isSame = text == url.href
    return Destination(
      url.href, input: isSame ? nil : text,
      reason: isSame ? nil : "\(policy.name): \(resolution.reason)",
      searchWords: resolution.words, transition: resolution.kind == .search ? .generated : .typed)
  }
}
