internal import BrowserModel
internal import RetraceStore

/// URLs that continue from what was typed, the best first: pages that were visited, open tabs and
/// bookmarks. How well one continues counts first, then how often and recently it was visited; what
/// is open or bookmarked counts twice.
struct AddressCandidates {
  let context: CommandContext
  let typed: String

  /// The number of tabs and how many bookmarks that are looked at while the user types.
  var keptLimit = 1_000
  /// How far back the log is looked through where there is no index.
  private static let unindexedLimit = 20_000

  /// One URL to choose.
  struct Address {
    var url: String
    /// As it is typed.
    var text: String
    var title: String
  }

  func best(_ limit: Int) throws(CommandFailure) -> [Address] {
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

  /// The URLs of open tabs and bookmarks that continue from what was typed, with their titles.
  private func keptPages(_ match: AddressMatch) throws(CommandFailure) -> [String: String] {
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
  /// A page among others.
  private struct Ranked: Comparable {
    var page: Page
    var quality: Int
    var frecency: Frecency
    /// Where it stood before what is kept counted twice.
    var place: Int

    static func < (left: Ranked, right: Ranked) -> Bool {
      if left.quality != right.quality { return left.quality < right.quality }
      if left.frecency != right.frecency { return left.frecency > right.frecency }
      return left.place < right.place
    }

    static func == (left: Ranked, right: Ranked) -> Bool { left.place == right.place }
  }
}
