public import BrowserModel
internal import EventCoding
internal import RetraceEventLog
public import RetraceTimeline

/// The visited pages of one branch of the log and of other devices, including visits in undone
/// batches.
extension Store {
  /// Returns the pages that match a query, the best first.
  ///
  /// Pages are ordered by the quality of the match, then by frecency, then by the newest visit.
  /// Addresses that the query lists are ranked among the other pages if they match, and come last
  /// otherwise.
  ///
  /// - Parameter query: The query.
  /// - Throws: `LogError` if the log cannot be read. No error is thrown if the index cannot be
  ///   written.
  /// - Complexity: O(matching pages), with a very small constant, and a few look-ups in the log for
  ///   each returned page. Without an index, O(events).
  public func pages(_ query: PageQuery) throws -> [Page] {
    if query.isPrivate { return privatePages(query) }
    try indexVisits(
      ifBehind: Self.unindexedEventLimit,
      unlessBehind: query.unindexedLimit == .max ? .max : Self.eventsBroughtUpAtOnce,
      looksForDamage: true, reports: query.unindexedLimit == .max)
    let match = AddressMatch(query.typed)
    return try readIndex(at: query.last, on: query.lineage) { (index, words) in
      let known = try index.search(query, match, now: clock())
      return known.best(query, match) { words.text(.title, of: $0) }
    }
  }

  /// Returns the visited pages of the durable log whose title or address contains all words of a
  /// text, by frecency, the best first. Each word must be the beginning of a word there. Case and
  /// accents are ignored (``WordMatch``).
  ///
  /// ```swift
  /// let urls = try store.pages(containing: "lang gui").map(\.url)  // https://swift.org/guides
  /// ```
  ///
  /// - Parameters:
  ///   - text: The words. A text without letters and digits matches no page.
  ///   - limit: The maximum number of pages.
  /// - Throws: `LogError` if the log cannot be read.
  /// - Complexity: The complexity of ``hits(of:)`` and ``pages(_:limit:through:on:)``
  public func pages(containing text: String, limit: Int = 50) throws -> [Page] {
    guard let match = WordMatch(text) else { return [] }
    return Array(try pages(hits(of: match), limit: limit).pages.prefix(limit))
  }

  /// Finds the events that may contain search terms, for ``pages(_:limit:through:)``.
  ///
  /// Missing blocks of the index of words are created first, if the log is writable, and `progress`
  /// reports the progress. The newest events, which do not fill a block yet, are read from the log.
  ///
  /// - Throws: `LogError` if the log cannot be read.
  /// - Complexity: O(events with matching words), with a very small constant, and reading up to a
  ///   block of events. Without an index, O(bytes of the log).
  public func hits(of match: WordMatch) throws -> WordHits {
    try WordIndex(store: self).hits(of: match)
  }

  /// Returns the visited pages of the durable log that contain the words of `hits`, by frecency.
  ///
  /// - Parameters:
  ///   - hits: A result of ``hits(of:)``.
  ///   - limit: The number of pages to return.
  ///   - last: The newest event to consider for a past moment, or nil for the newest event of the
  ///     log. There is no index for past moments.
  ///   - lineage: The branch whose visits are considered, as in ``PageQuery/lineage``.
  /// - Throws: `LogError` if the log cannot be read.
  /// - Complexity: O(pages), with a very small constant, and a few look-ups in the log for each
  ///   returned page. Without an index, O(events).
  public func pages(
    _ hits: WordHits, limit: Int, through last: EventID? = nil, on lineage: Lineage? = nil
  ) throws -> FoundPages {
    try indexVisits(ifBehind: Self.unindexedEventLimit, looksForDamage: true, reports: true)
    return try readIndex(at: last, on: lineage) { (index, words) in
      try PageFinder(index, hits, words, now: clock()).found(limit: limit)
    }
  }

  /// Returns the pages of private windows that contain some words, by frecency.
  public func privatePages(_ match: WordMatch) -> FoundPages {
    var query = PageQuery()
    query.limit = .max
    let pages: [Page] = privatePages(query).filter {
      match.matches(title: $0.title, url: $0.url)
    }
    return FoundPages(pages: pages, total: pages.count)
  }

  /// Returns the pages of private windows, which have no index.
  private func privatePages(_ query: PageQuery) -> [Page] {
    let match = AddressMatch(query.typed)
    let named = Set(query.urls.map { PageKey($0) })
    var batch = VisitBatch()
    for key in named { batch.add(key) }
    privateLog.events.visitStored { sequence, record in
      // A record that never left this process cannot be damaged.
      try? batch.add(
        record: record, sequence, on: .main,
        isWanted: { match.quality(of: $0) != nil || named.contains($0) }, key: { _ in nil })
      return true
    }
    let previous = [PageRecord](repeating: PageRecord(), count: batch.keys.count)
    let now = clock()
    let known = PageIndex.Known(
      uniqueKeysWithValues: zip(batch.keys, batch.records(previous).map { $0.limited(now: now) }))
    return known.best(query, match) { privateLog.events.text(.title, of: $0) }
  }

  /// Runs a search inside a read transaction.
  ///
  /// - Parameters:
  ///   - last: The newest event to consider, or nil for the newest event of the log.
  ///   - lineage: The branch whose visits are considered, or nil for the branch of the store.
  func readIndex<Value>(
    at last: EventID?, on lineage: Lineage?,
    _ body: (PageIndex, LogText) throws -> Value
  ) throws -> Value {
    try log.read { reader in
      try LogText(privateLog).withReader(reader) { words in
        try BorrowedReader.withReader(reader) { reader in
          let lineage = lineage ?? timeline.lineage
          let index =
            if last != nil || lineage != .main {
              try PageIndex(reader, at: last ?? .last, on: lineage)
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
  /// Returns the pages that match a query, with their titles, the best first.
  func best(
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

/// Writing the index of visited pages, in separate transactions after the transactions of the
/// events. The index affects only how long a search takes.
extension Store {
  /// The maximum number of unindexed events when a search starts or the log is opened.
  static let unindexedEventLimit: Int32 = 512
  /// The maximum number of unindexed events while events are written. Indexing more events at once
  /// costs less per event.
  static let unindexedEventLimitWhileWriting: Int32 = 8_192
  /// The maximum number of events to add in one step. Other writers wait while a step is running.
  private static let eventsAtOnce: Int32 = 1 << 15
  /// The number of unindexed events from which on they are not indexed at once, but step by step
  /// while the program is idle.
  static let eventsBroughtUpAtOnce: Int32 = 1 << 16
  /// The ratio of rows up to which two runs are merged, so that there are few runs. Two runs are
  /// kept if the older run has more than this many times the rows of the newer run.
  private static let mergedRatio = 3
  /// The minimum number of rows that is assumed for a newer run, so that small runs are always
  /// merged.
  private static let minimumMerged = 1_024
  /// The maximum size of a merged run in bytes.
  private static let maximumBytes = 8 << 20

  /// Adds some events to the indexes of visited pages and of words, if many are missing. This takes
  /// several tens of milliseconds, so call it while the program is idle.
  ///
  /// A failure to write is ignored, and only slows down searches.
  ///
  /// - Returns: Whether more events may be unindexed.
  @discardableResult
  public func indexSomeVisits() -> Bool {
    indexSomePages() || WordIndex(store: self).addNextBlock()
  }

  /// Adds some events to the index of visited pages, if many are missing.
  private func indexSomePages() -> Bool {
    guard timeline.position.rawValue - indexedVisits.rawValue >= Self.unindexedEventLimit,
      log.storesCheckpoints, timeline.unknownCount == 0
    else { return false }
    do {
      guard try areVisitsOutdated(Self.unindexedEventLimit, false) else { return false }
      return try indexNextVisits()
    } catch {
      // Searches take longer. The events are on disk.
      return false
    }
  }

  /// Adds all unindexed events to the index, if there are at least `limit` of them.
  ///
  /// - Parameters:
  ///   - limit: The minimum number of unindexed events to add.
  ///   - most: If this many events or more are unindexed, none are added, because that would take
  ///     too long now.
  ///   - looksForDamage: Whether to verify the index, and to re-create it if it is damaged.
  ///   - reports: Whether to call ``progress``, because the user is waiting.
  /// - Throws: A failure if the user cancels the indexing.
  func indexVisits(
    ifBehind limit: Int32, unlessBehind most: Int32 = .max, looksForDamage: Bool = false,
    reports: Bool = false
  ) throws {
    let isFar = timeline.position.rawValue - indexedVisits.rawValue >= limit
    guard isFar || looksForDamage, log.storesCheckpoints, timeline.unknownCount == 0 else { return }
    do {
      guard try areVisitsOutdated(limit, looksForDamage),
        timeline.position.rawValue - indexedVisits.rawValue < most
      else { return }
      defer { if reports { _ = progress(.indexing, 1, 1) } }
      let count = Int(timeline.position.rawValue)
      if reports { try reportIndexing(0, of: count) }
      while try indexNextVisits() {
        if reports { try reportIndexing(Int(indexedVisits.rawValue), of: count) }
      }
    } catch let error as LogError where error.reason != .interrupted {
      // Searches take longer. The events are on disk.
    }
  }

  /// Whether `limit` events are unindexed, or the index is damaged.
  private func areVisitsOutdated(
    _ limit: Int32, _ looksForDamage: Bool
  ) throws -> Bool {
    try log.read { reader in
      try BorrowedReader.withReader(reader) { reader in
        indexedVisits = try PageIndex.storedRun(reader, before: nil)?.last ?? .nothing
        let newest = try reader.reader.newestEvent()
        if newest.rawValue - indexedVisits.rawValue >= limit { return true }
        guard looksForDamage else { return false }
        return try PageIndex(reader, sound: &soundRuns).last != indexedVisits
      }
    }
  }

  /// Adds the next unindexed events to the index in one transaction.
  ///
  /// - Returns: Whether more events are unindexed.
  private func indexNextVisits() throws -> Bool {
    try log.write { writer in
      try removeOutdated(writer)
      let merged = try BorrowedReader.withReader(writer.reader) { reader in
        let index = try PageIndex(reader, sound: &soundRuns)
        return try Self.nextRun(index, reader)
      }
      guard let merged else { return false }
      for key in merged.replaced { try writer.setCheckpoint(key.bytes, nil) }
      let frame = CheckpointFrame.bytes(
        of: merged.bytes, try merged.key.identity(writer.reader))
      try writer.setCheckpoint(merged.key.bytes, frame)
      try DamagedEvents.save(writer)
      indexedVisits = merged.key.last
      return merged.isBehind
    }
  }

  /// A run to store, and the stored runs that it replaces.
  private struct NextRun {
    var key: PageRunKey
    var bytes: ContiguousArray<UInt8>
    var replaced: [PageRunKey]
    var isBehind: Bool
  }

  /// Creates the run of the next events, merged with older runs if these are small, or returns nil
  /// if too few events are unindexed.
  private static func nextRun(
    _ index: PageIndex, _ reader: BorrowedReader
  ) throws -> NextRun? {
    guard PageIndex.isBehind(index.last, index.newest) else { return nil }
    let first = index.last.advanced(by: 1)
    let last = min(index.newest, index.last.advanced(by: eventsAtOnce))
    var batch = VisitBatch()
    try index.read(&batch, from: first, through: last) { _ in true }
    let records = batch.records(try index.records(of: batch.keys))
    let pages = zip(batch.keys, records).filter { $0.1.newest.exists }
    var next = NextRun(
      key: PageRunKey(first: first, last: last),
      bytes: PageRunWriter(pages.map { ($0, $1) }).bytes(first: first),
      replaced: try unusedRuns(index, reader), isBehind: PageIndex.isBehind(last, index.newest))
    for run in index.runs {
      guard let bytes = try merged(run, next, index) else { break }
      next.bytes = bytes
      next.replaced.append(run)
      next.key = PageRunKey(first: run.first, last: last)
    }
    return next
  }

  /// Merges an older run with the next one, or returns nil if both are kept.
  private static func merged(
    _ older: PageRunKey, _ next: NextRun, _ index: PageIndex
  ) throws -> ContiguousArray<UInt8>? {
    let bytes: ContiguousArray<UInt8>?? = try index.withRun(older) { run in
      guard let newer = PageRun(next.bytes.span.raw, first: next.key.first),
        run.count <= mergedRatio * max(newer.count, minimumMerged),
        run.byteCount + newer.byteCount <= maximumBytes
      else { return nil }
      let merger = PageRunMerger(older: run, newer: newer, index.page(visitedBy:))
      return merger.merged().bytes(first: older.first)
    }
    return bytes ?? nil
  }

  /// Returns the stored runs that are not part of an intact index and must therefore be removed.
  private static func unusedRuns(
    _ index: PageIndex, _ reader: BorrowedReader
  ) throws -> [PageRunKey] {
    guard index.runs.isEmpty else { return [] }
    var leftoverFiles: [PageRunKey] = []
    while let key = try PageIndex.storedRun(reader, before: leftoverFiles.last?.first) {
      leftoverFiles.append(key)
    }
    return leftoverFiles
  }
}

extension PageIndex {
  /// Whether enough events are unindexed to make another step worthwhile.
  static func isBehind(_ last: EventID, _ newest: EventID) -> Bool {
    newest.rawValue - last.rawValue >= Store.unindexedEventLimit
  }
}

extension Store {
  /// Measures the index of visited pages. All values are zero if there is no index.
  ///
  /// - Throws: `LogError` if the log cannot be read.
  /// - Complexity: O(bytes of the index) the first time, to verify it.
  public func visitIndexSize() throws -> VisitIndexSize {
    try log.read { reader in
      try BorrowedReader.withReader(reader) { reader in
        let index = try PageIndex(reader, sound: &soundRuns)
        var size = VisitIndexSize(runCount: index.runs.count)
        for run in index.runs {
          let measured = try index.withRun(run) { ($0.count, $0.byteCount) } ?? (0, 0)
          size.rowCount += measured.0
          size.byteCount += measured.1
        }
        return size
      }
    }
  }
}
