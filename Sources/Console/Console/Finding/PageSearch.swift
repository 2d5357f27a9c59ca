internal import BrowserModel
internal import EventLog
internal import Notation
internal import Store

/// Looks for pages with some words in everything that there is: tabs, their histories, what was closed,
/// bookmarks and visits.
struct PageSearch {
  private let shell: Shell
  private let match: WordMatch

  /// What was found, the best first.
  struct Found {
    var pages: [FoundPage]
    /// How many there are; an estimate where they were not counted.
    var total: Int
    var isCounted: Bool
  }

  /// So many places of each kind are read at most. More than that have a word that is everywhere, and
  /// the best pages are found among the visits.
  private static let mostRead = 500

  init(_ shell: Shell, _ match: WordMatch) {
    self.shell = shell
    self.match = match
  }

  func found(limit: Int) throws(CommandFailure) -> Found {
    let hits = try failing { () throws(LogFailure) in try shell.store.hits(of: match) }
    let visited = try visitedPages(hits, limit: limit)
    var pages = try readKeptPages(hits)
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
    let best = pages.enumerated().sorted { left, right in
      if left.element.frecency != right.element.frecency {
        return left.element.frecency > right.element.frecency
      }
      return left.offset < right.offset
    }.prefix(limit).map(\.element)
    return Found(
      pages: try timed(best), total: max(total, best.count), isCounted: visited.isCounted)
  }

  /// Pages that were visited; those of private windows come first while one has the focus.
  private func visitedPages(
    _ hits: WordHits, limit: Int
  ) throws(CommandFailure) -> FoundPages {
    var found = try failing { () throws(LogFailure) in
      try shell.store.pages(hits, limit: limit, through: shell.past?.position)
    }
    if shell.isPrivate {
      let own = shell.store.privatePages(match)
      found.pages = own.pages + found.pages
      found.total += own.total
    }
    return found
  }

  /// Pages that are somewhere now, each at its nearest place.
  private func readKeptPages(_ hits: WordHits) throws(CommandFailure) -> [FoundPage] {
    // To read the bookmarks takes longer than all else.
    let bookmarks = hits.mayHaveBookmark ? try shell.readState().library.bookmarks : nil
    return try shell.read { words in
      var reader = KeptPages(hits, words, limit: Self.mostRead)
      var browsers = [shell.durableBrowser]
      if shell.isPrivate { browsers.insert(shell.privateBrowser, at: 0) }
      for browser in browsers { reader.addTabs(of: browser) }
      for browser in browsers { reader.addEntries(of: browser) }
      for browser in browsers { reader.addClosed(of: browser) }
      if let bookmarks { reader.addBookmarks(bookmarks) }
      return reader.pages
    }
  }

  /// The pages with their lines and the times that are told of them.
  private func timed(_ pages: [FoundPage]) throws(CommandFailure) -> [FoundPage] {
    var timed: [FoundPage] = []
    for var page in pages {
      if let told = try told(by: page.told) { (page.time, page.device) = told }
      page.line = try shell.read { page.line(in: shell, $0) }
      timed.append(page)
    }
    return timed
  }

  /// When and on which device that happened which an event tells of.
  private func told(
    by event: EventID
  ) throws(CommandFailure) -> (time: Timestamp, device: UInt32)? {
    try shell.readEvent(event) { event, _ in
      (Timestamp(milliseconds: event.happenedMilliseconds), event.device)
    }
  }
}
