public import BrowserModel
public import EventLog
internal import Timeline

/// A page that was visited, over all its visits.
public struct Page: Equatable, Sendable {
  /// The address, in the URL standard's serialised form.
  public let url: String
  /// The newest title that was reported; empty when none was.
  public let title: String
  /// How many visits the log has; 0 for a page that was only asked about.
  public let visitCount: Int
  /// The newest event that visited it; `.nothing` when none did.
  public let newestVisit: EventID
  /// How often and how lately it was visited, as one number.
  public let frecency: Frecency
}

/// Which visited pages are asked for, and how many.
///
/// ```swift
/// var query = PageQuery()
/// query.typed = "exam"
/// query.limit = 10
/// let urls = try store.pages(query).map(\.url)
/// ```
///
/// A query as it is made asks for the best 50 pages of the durable log.
public struct PageQuery {
  /// What the addresses go on from, as in ``AddressMatch``; empty for every page.
  public var typed = ""
  /// The most pages that are returned, not counting those in ``urls``.
  public var limit = 50
  /// Whether the pages of private windows are meant, and no others.
  public var isPrivate = false
  /// Addresses that are returned besides, whether they match or not, and even if they were never
  /// visited: those of open tabs and bookmarks, which are ranked among the others.
  public var urls: [String] = []
  /// The newest event that counts, for a moment of the past, where no index helps; nil for the
  /// newest of the log.
  public var last: EventID?
  /// The most events that are read for which there is no index yet: an older visit is then not
  /// found. By default all of them are indexed first.
  public var unindexedLimit = Int.max

  /// Makes a query for the best pages of the durable log.
  public init() {}
}

/// Which pages were visited: on all branches of the log, and also by batches that are undone.
extension Store {
  /// Returns the pages that a query asks for, the best first.
  ///
  /// They are ordered by how well they match, then by frecency, then by the newest visit. The
  /// addresses that the query names come where they rank, those that do not match at the end.
  ///
  /// - Parameter query: Which pages, and how many.
  /// - Throws: `LogFailure` when the log cannot be read. An index that cannot be written is no
  ///   failure.
  /// - Complexity: O(pages that match), with a very small constant, and a few look-ups in the log
  ///   for each page that is returned. Without an index O(events).
  public func pages(_ query: PageQuery) throws(LogFailure) -> [Page] {
    if query.isPrivate { return privatePages(query) }
    keepVisits(
      ifBehind: Self.eventsBehindVisits,
      unlessBehind: query.unindexedLimit == .max ? .max : Self.eventsBroughtUpAtOnce,
      looksForDamage: true, reports: query.unindexedLimit == .max)
    let match = AddressMatch(query.typed)
    return try readPages(at: query.last) { (index, words) throws(LogFailure) in
      let known = try index.search(query, match, now: clock())
      return known.best(query, match) { words.text(.title, of: $0) }
    }
  }

  /// Returns the pages of private windows, which have no index.
  private func privatePages(_ query: PageQuery) -> [Page] {
    let match = AddressMatch(query.typed)
    let named = Set(query.urls.map { PageKey($0) })
    var batch = VisitBatch()
    for key in named { batch.add(key) }
    privateLog.events.visitStored { sequence, record in
      batch.take(
        record: record, sequence,
        isWanted: { match.quality(of: $0) != nil || named.contains($0) }, key: { _ in nil })
      return true
    }
    let former = [PageRecord](repeating: PageRecord(), count: batch.keys.count)
    let now = clock()
    let known = PageIndex.Known(
      uniqueKeysWithValues: zip(batch.keys, batch.records(former).map { $0.limited(now: now) }))
    return known.best(query, match) { privateLog.events.text(.title, of: $0) }
  }

  /// Runs a search inside of a read transaction.
  ///
  /// - Parameter last: The newest event that counts; nil for the newest of the log.
  private func readPages(
    at last: EventID?, _ body: (PageIndex, LogText) throws(LogFailure) -> [Page]
  ) throws(LogFailure) -> [Page] {
    try log.read { (reader) throws(LogFailure) in
      try LogText(privateLog).lend(reader) { (words) throws(LogFailure) in
        try withUnsafePointer(to: reader) { (reader) throws(LogFailure) in
          let index =
            if let last {
              try PageIndex(reader, at: last)
            } else {
              try PageIndex(reader, sound: &soundRuns)
            }
          return try body(index, words)
        }
      }
    }
  }
}

extension PageIndex.Known {
  /// Returns the pages of a query in their order, with titles.
  fileprivate func best(
    _ query: PageQuery, _ match: AddressMatch, title: (EventID) -> String?
  ) -> [Page] {
    let named = Set(query.urls.map { PageKey($0) })
    var found: [(key: PageKey, record: PageRecord, quality: Int)] = []
    for (key, record) in self {
      let quality = record.newest.exists ? match.quality(of: key) : nil
      if quality != nil || named.contains(key) { found.append((key, record, quality ?? .max)) }
    }
    found.sort { left, right in
      if left.quality != right.quality { return left.quality < right.quality }
      if left.record.frecency != right.record.frecency {
        return left.record.frecency > right.record.frecency
      }
      if left.record.newest != right.record.newest {
        return left.record.newest.rawValue.magnitude > right.record.newest.rawValue.magnitude
      }
      return left.key < right.key
    }
    var count = 0
    let told = found.filter { page in
      defer { if page.quality != .max { count += 1 } }
      return named.contains(page.key) || count < query.limit
    }
    return told.map { Page($0.key, $0.record, title) }
  }
}

extension Page {
  /// Makes a page from what the index knows of it.
  fileprivate init(_ key: PageKey, _ record: PageRecord, _ title: (EventID) -> String?) {
    url = key.url
    self.title = record.title.exists ? title(record.title) ?? "" : ""
    visitCount = Int(record.visitCount)
    newestVisit = record.newest
    frecency = record.frecency
  }
}
