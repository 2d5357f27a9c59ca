public import BrowserModel
public import EventLog
internal import Timeline

/// A page that was visited, over all its visits.
public struct Page: Equatable, Sendable {
  public let url: String
  /// The newest that was reported; empty where none was.
  public let title: String
  /// 0 for a page that was only asked about.
  public let visitCount: Int
  /// The newest event that visited it; nothing: none did.
  public let newestVisit: EventID
  public let frecency: Frecency
}

/// Which pages are asked for.
public struct PageQuery {
  /// What their URLs go on from, as in ``AddressMatch``; empty: any page.
  public var typed = ""
  /// At most so many are told, the best first.
  public var limit = 50
  /// Whether those of private windows are meant, and no others.
  public var isPrivate = false
  /// URLs that are told besides, whether they were visited or not.
  public var urls: [String] = []
  /// The newest event that counts, for a moment of the past, where no index helps; nil: the newest.
  public var last: EventID?
  /// How many events are looked at, at most, where no index has been made of them.
  public var unindexedLimit = Int.max

  public init() {}
}

/// Which pages were visited: by whatever line of the log, also by what was undone since.
extension Store {
  /// The pages that a query asks for, the best first: by how well they match, then by frecency, then
  /// the one visited last. Those that it names stand among them and do not count.
  ///
  /// - Complexity: O(pages that match), with a very small constant, and a few looks at the log for
  ///   each page that is told. Without an index O(events).
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
  /// The pages of a query in order, with their titles.
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
  fileprivate init(_ key: PageKey, _ record: PageRecord, _ title: (EventID) -> String?) {
    url = key.url
    self.title = record.title.exists ? title(record.title) ?? "" : ""
    visitCount = Int(record.visitCount)
    newestVisit = record.newest
    frecency = record.frecency
  }
}
