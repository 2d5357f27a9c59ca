internal import BrowserModel
internal import CommandKit
internal import Notation
internal import RetraceEventLog
package import RetraceStore
internal import RetraceTimeline

/// Searches for pages by words in tabs, histories, closed items, bookmarks and visits.
package struct PageSearch {
  private let context: CommandContext
  private let match: WordMatch
  /// The typed host, or nil if the text cannot be a host. Pages of exactly this host come first.
  private let host: String?

  /// The pages found, best first.
  package struct Found {
    package var pages: [FoundPage]
    /// The total number of pages, or an estimate if they were not counted.
    package var total: Int
    package var isCounted: Bool
  }

  /// The maximum number of places of each kind to read. Only very common words match more places.
  /// For such words, the best pages are found among the visits, and then their tabs.
  private static let maximumRead = 500

  /// The maximum length in events of a log that is folded again to find tabs that were closed long
  /// ago.
  private static let maximumFolded: Int32 = 2_000_000

  /// - Parameters:
  ///   - text: The typed text.
  ///   - match: The text as words.
  package init(_ context: CommandContext, _ text: String, _ match: WordMatch) {
    self.context = context
    self.match = match
    let host = Self.withoutWWW(text.lowercased())
    self.host = host.contains(".") && !host.contains { $0.isWhitespace || $0 == "/" } ? host : nil
  }

  private static func withoutWWW(_ host: String) -> String {
    host.hasPrefix("www.") ? String(host.dropFirst(4)) : host
  }

  /// Whether a page is on exactly the typed host.
  private func isOnHost(_ url: String) -> Bool {
    guard let host, let own = BrowserModel.host(ofURL: url) else { return false }
    return Self.withoutWWW(String(own)) == host
  }

  /// Returns a part of the list of pages, with the commands that open them.
  func found(offset: Int, limit: Int) throws -> Found {
    var found = try best(offset.sumOrMax(limit))
    found.pages = try dated(withPreviousTabs(Array(found.pages.dropFirst(offset))))
    for place in found.pages.indices {
      found.pages[place].line = try context.read { found.pages[place].line(in: context, $0) }
    }
    return found
  }

  /// Returns the best pages, without the commands that open them and the times to show.
  package func best(_ limit: Int) throws -> Found {
    let hits = try context.store.hits(of: match)
    let visited = try visitedPages(hits, limit: limit)
    let kept = try readKeptPages(hits)
    var pages = kept.pages
    var places: [String: Int] = [:]
    for (place, page) in pages.enumerated() { places[page.url] = place }
    var total = visited.total
    let keptCount = pages.count
    var unvisited = Set(0..<keptCount)
    for page in visited.pages {
      if let place = places[page.url] {
        pages[place].add(page)
        unvisited.remove(place)
      } else {
        places[page.url] = pages.count
        pages.append(FoundPage(page))
      }
    }
    if visited.isCounted { total += unvisited.count }
    for place in unvisited {
      let time = try told(by: pages[place].newest)?.time
      pages[place].frecency = Frecency(.link, milliseconds: time?.milliseconds ?? 0)
    }
    let areOnHost = pages.map { isOnHost($0.url) }
    let best = pages.enumerated().sorted { left, right in
      if areOnHost[left.offset] != areOnHost[right.offset] { return areOnHost[left.offset] }
      if left.element.frecency != right.element.frecency {
        return left.element.frecency > right.element.frecency
      }
      return left.offset < right.offset
    }.prefix(limit).map(\.element)
    return Found(
      pages: kept.hasAllTabs ? best : try withOpenTabs(best),
      total: max(total, best.count), isCounted: visited.isCounted)
  }

  /// Finds the open tabs of pages whose places were not read because too many tabs match.
  private func withOpenTabs(_ pages: [FoundPage]) throws -> [FoundPage] {
    var pages = pages
    let tabs = try lastTabs(of: pages).compactMapValues { context.durableBrowser.tab($0) }
    try context.read { words in
      for (place, tab) in tabs { pages[place].setPlace(in: tab, context.durableBrowser, words) }
    }
    return pages
  }

  /// Returns the tabs in which pages without a place were last visited, by the index of the page.
  private func lastTabs(of pages: [FoundPage]) throws -> [Int: TabID] {
    var tabs: [Int: TabID] = [:]
    for (place, page) in pages.enumerated() {
      guard case .visit = page.place, !page.newest.isPrivate else { continue }
      tabs[place] = try context.readEvent(page.newest, { event, _ in event.visitedTab }) ?? nil
    }
    return tabs
  }

  /// Returns the visited pages. While a private window has the focus, the pages of private windows
  /// come first.
  private func visitedPages(
    _ hits: WordHits, limit: Int
  ) throws -> FoundPages {
    var found = try context.store.pages(
      hits, limit: limit, through: context.past?.position, on: context.shownLineage)
    if let host, !found.isCounted {
      // For a very common word, pages of the host itself may not be among the results.
      var query = PageQuery()
      query.typed = host + "/"
      query.limit = limit
      query.last = context.past?.position
      let known = Set(found.pages.map(\.url))
      found.pages += try context.pages(query).filter { !known.contains($0.url) && isOnHost($0.url) }
    }
    if context.isPrivate {
      let own = context.store.privatePages(match)
      found.pages = own.pages + found.pages
      found.total += own.total
    }
    return found
  }

  /// Reads the pages that are in tabs, histories, closed items and bookmarks, each at its nearest
  /// place.
  private func readKeptPages(
    _ hits: WordHits
  ) throws -> (pages: [FoundPage], hasAllTabs: Bool) {
    // Reading the bookmarks takes longer than everything else.
    let bookmarks = hits.mayHaveBookmark ? try context.readState().library.bookmarks : nil
    return try context.read { words in
      var reader = KeptPages(hits, words, limit: Self.maximumRead)
      var browsers = [context.durableBrowser]
      if context.isPrivate { browsers.insert(context.privateBrowser, at: 0) }
      for browser in browsers { reader.addTabs(of: browser) }
      for browser in browsers { reader.addEntries(of: browser) }
      for browser in browsers { reader.addClosed(of: browser) }
      if let bookmarks { reader.addBookmarks(bookmarks) }
      return (reader.pages, reader.hasAllTabs)
    }
  }

  /// Returns the pages with the times to show.
  package func dated(_ pages: [FoundPage]) throws -> [FoundPage] {
    try pages.map { page in
      var page = page
      if let told = try told(by: page.told) { (page.time, page.device) = told }
      return page
    }
  }

  /// Finds tabs that were closed so long ago that they are no longer listed, for pages that have no
  /// other place. “reopen #ID” reopens such a tab with its history.
  package func withPreviousTabs(_ pages: [FoundPage]) throws -> [FoundPage] {
    guard context.past == nil, context.store.timeline.position.rawValue <= Self.maximumFolded else {
      return pages
    }
    let tabs = try lastTabs(of: pages)
    let wanted = Set(tabs.values).filter { context.durableBrowser.tab($0) == nil }
    guard !wanted.isEmpty else { return pages }
    let closings = try context.store.lastClosed(Array(wanted))
    return try context.read { words in
      var found = pages
      for (place, tab) in tabs {
        guard let closing = closings.first(where: { $0.tab.tab.id == tab }) else { continue }
        found[place].setPlace(
          in: closing.tab.tab, by: closing.event, context.durableBrowser, words)
      }
      return found
    }
  }

  /// Returns the time and the device of the event shown for a page.
  private func told(
    by event: EventID
  ) throws -> (time: Timestamp, device: UInt32)? {
    try context.readEvent(event) { event, _ in
      (Timestamp(milliseconds: event.happenedMilliseconds), event.device)
    }
  }
}

extension Event {
  /// The tab in which the event visited a page. Nil for a visit without a tab, for example from an
  /// import, and for a visit in a tab of another device.
  fileprivate var visitedTab: TabID? {
    guard device == 0 else { return nil }
    switch body {
    case .tab(.opened): return TabID(sequence)
    case .navigation(.committed(let body)): return body.tab
    default: return nil
    }
  }
}
