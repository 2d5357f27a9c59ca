internal import Addresses
package import BrowserModel
internal import CommandKit
internal import Notation
internal import RetraceEventLog
internal import RetraceStore

/// Resolves text typed in the address field (A1, B2).
extension CommandContext {
  /// Resolves typed text. `adapting` adjusts the context for the command.
  func resolve(
    _ text: String, by policy: Policy = .retrace,
    adapting: (inout Typed.Context) -> Void = { _ in }
  ) throws -> Resolution {
    var context = try typedContext(text)
    adapting(&context)
    return Typed.resolve(text, by: policy, context)
  }

  /// Returns the destination of typed text, or throws the reason why there is none (A5).
  package func destination(
    _ text: String, allowsScript: Bool = false
  ) throws -> Destination {
    if text == Destination.startPage { return Destination(text, transition: .startPage) }
    let resolution = try resolve(text) { $0.allowsScript = allowsScript }
    guard let url = resolution.url, resolution.kind != .refused else {
      throw CommandError("invalidAddress", resolution.reason)
    }
    return Destination(
      url.href, input: text == url.href ? nil : text,
      reason: text == url.href ? nil : "\(Policy.retrace.name): \(resolution.reason)",
      searchWords: resolution.words, transition: resolution.kind == .search ? .generated : .typed)
  }

  /// Returns a typed host, or the host of a typed URL, in the form used in URLs.
  static func host(named text: String) throws -> String {
    let name = BrowserModel.host(ofURL: text).map { String($0) } ?? text
    guard let url = URL("http://\(name)/"), let host = BrowserModel.host(ofURL: url.href),
      !name.contains("/")
    else {
      throw CommandError(
        "invalidAddress", "“\(text)” is not a host. Use a name such as example.com.")
    }
    return String(host)
  }

  /// Returns typed text as a URL of any scheme, or nil if the text would be searched for.
  func typedURL(_ text: String) throws -> String? {
    if let url = URL(text) { return url.href }
    let resolution = try resolve(text) { $0.allowsScript = true }
    return resolution.kind == .url ? resolution.url?.href : nil
  }

  /// Returns the destination of a URL given by a page, relative to the page's own URL.
  func target(_ text: String, from tab: Tab) throws -> Destination {
    let base = try read { browser(of: tab.id).url(of: tab, text: $0) }
    guard let url = URL(text, base: URL(base)) else {
      throw CommandError("invalidAddress", "“\(text)” is not a URL that a page could lead to.")
    }
    guard url.scheme != "javascript" else {
      throw CommandError("invalidAddress", "A javascript: address is a script, not a page.")
    }
    return Destination(url.href, transition: .link)
  }

  /// Returns visited pages, best first.
  func pages(_ query: PageQuery) throws -> [Page] {
    var query = query
    query.lineage = shownLineage
    return try store.pages(query)
  }

  /// Returns the data on which a resolution depends, other than the text.
  private func typedContext(_ text: String) throws -> Typed.Context {
    var context = Typed.Context(homeFolder: EnvironmentVariables.process["HOME"])
    context.suffixes = SystemSuffixes.suffixes
    try readLibrary { library, words in
      if let template = library.settings.value(of: .searchTemplate, text: words) {
        context.search = SearchTemplate(template) ?? context.search
      }
      if let line = library.settings.value(of: .searchEngines, text: words) {
        // “set” rejects an invalid list, but an older version may have stored one, which is
        // ignored.
        context.engines = (try? SearchEngineList(line))?.engines ?? []
      }
      context.bookmarks = Self.keywordBookmarks(text, library.bookmarks, words)
    }
    if let word = Self.singleWord(text), try wasVisited(word) {
      context.isKnownHost = { $0 == word }
    }
    return context
  }

  /// Returns the bookmarks whose keyword is the first word of a text.
  private static func keywordBookmarks(_ text: String, _ bookmarks: Bookmarks, _ words: LogText)
    -> [KeywordBookmark]
  {
    guard bookmarks.hasKeywords,
      let first = text.split(separator: " ", maxSplits: 1).first
    else { return [] }
    let keyword = String(first)
    return bookmarks.all.compactMap { bookmark in
      guard bookmark.keyword.exists, words.text(.keyword, of: bookmark.keyword) == keyword,
        let url = words.text(.url, of: bookmark.url)
      else { return nil }
      return KeywordBookmark(keyword: keyword, text: url)
    }
  }

  /// The number of events that are searched backwards if there is no index.
  private static let unindexedLimit = 2_000

  /// Whether a page of a host was visited.
  private func wasVisited(_ host: String) throws -> Bool {
    var query = PageQuery()
    query.typed = host + "/"
    query.limit = 1
    query.isPrivate = isPrivate
    query.unindexedLimit = Self.unindexedLimit
    return try pages(query).contains { URL($0.url)?.host == host }
  }

  /// Returns the text if it is a single word, which may be the name of a local host. Otherwise
  /// returns nil.
  private static func singleWord(_ text: String) -> String? {
    let isWord = text.utf8.allSatisfy { byte in
      (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "-")
    }
    return isWord && !text.isEmpty ? text : nil
  }
}
