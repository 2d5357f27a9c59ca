internal import BrowserModel
internal import RetraceStore

/// URLs that continue the typed text, best first. The URLs are those of visited pages, open tabs
/// and bookmarks. They are ranked by how well they match, and then by the number and age of their
/// visits. Open tabs and bookmarks count twice.
struct AddressCandidates {
  let context: CommandContext
  let typed: String

  /// The maximum number of tabs, and also of bookmarks, that are checked while the user types.
  var keptLimit = 1_000
  /// The maximum number of events that are searched backwards if there is no index.
  private static let unindexedLimit = 20_000

  /// A suggested URL.
  struct Address {
    var url: String
    /// The URL in the form in which the user types it.
    var text: String
    var title: String
  }

  func best(_ limit: Int) throws -> [Address] {
    let match = AddressMatch(typed)
    let kept = try keptPages(match)
    var query = PageQuery()
    query.typed = typed
    query.limit = limit
    query.isPrivate = context.isPrivate
    query.urls = Array(kept.keys)
    query.unindexedLimit = Self.unindexedLimit
    let pages = try context.pages(query)
    let ranked = pages.enumerated().map { place, page in
      Ranked(
        page: page, quality: match.quality(page.url) ?? .max,
        frecency: kept[page.url] == nil ? page.frecency : page.frecency.doubled, place: place)
    }
    return ranked.sorted().prefix(limit).compactMap { ranked in
      match.text(ranked.page.url).map { text in
        let title = ranked.page.title
        return Address(
          url: ranked.page.url, text: text,
          title: title.isEmpty ? kept[ranked.page.url] ?? "" : title)
      }
    }
  }

  /// Returns the URLs of open tabs and bookmarks that continue the typed text, with their titles.
  private func keptPages(_ match: AddressMatch) throws -> [String: String] {
    let browser = context.browser
    let bookmarks = try context.readState().library.bookmarks.all
    let tabs = browser.windowOrder.lazy.flatMap { browser.window($0)?.tabs ?? [] }
    return try context.read { words in
      var kept: [String: String] = [:]
      for bookmark in bookmarks.suffix(keptLimit) where bookmark.kind == .bookmark {
        guard let url = words.text(.url, of: bookmark.url), match.quality(url) != nil else {
          continue
        }
        kept[url] = words.text(.title, of: bookmark.title) ?? ""
      }
      for id in tabs.prefix(keptLimit) {
        guard let tab = browser.tab(id) else { continue }
        let url = browser.url(of: tab, text: words)
        if match.quality(url) != nil { kept[url] = browser.title(of: tab, text: words) }
      }
      return kept
    }
  }
}

extension AddressCandidates {
  /// A page with its rank.
  private struct Ranked: Comparable {
    var page: Page
    var quality: Int
    var frecency: Frecency
    /// The original position, before open tabs and bookmarks were counted twice.
    var place: Int

    static func < (left: Ranked, right: Ranked) -> Bool {
      if left.quality != right.quality { return left.quality < right.quality }
      if left.frecency != right.frecency { return left.frecency > right.frecency }
      return left.place < right.place
    }

    static func == (left: Ranked, right: Ranked) -> Bool { left.place == right.place }
  }
}
