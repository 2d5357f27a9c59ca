public import BrowserModel
internal import EventCoding
public import RetraceEventLog
public import RetraceTimeline

/// Which pages were visited: on one branch of the log and on other devices, and also by batches that
/// are undone.
extension Store {
  /// Returns the pages that a query asks for, the best first.
  ///
  /// They are ordered by how well they match, then by frecency, then by the newest visit. The
  /// addresses that the query names come where they rank, those that do not match at the end.
  ///
  /// - Parameter query: Which pages, and how many.
  /// - Throws: `LogFailure` when the log cannot be read. An index that cannot be written is not a
  ///   failure.
  /// - Complexity: O(pages that match), with a very small constant, and a few look-ups in the log
  ///   for each page that is returned. Without an index O(events).
  public func pages(_ query: PageQuery) throws(LogFailure) -> [Page] {
    if query.isPrivate { return privatePages(query) }
    try indexVisits(
      ifBehind: Self.eventsBehindVisits,
      unlessBehind: query.unindexedLimit == .max ? .max : Self.eventsBroughtUpAtOnce,
      looksForDamage: true, reports: query.unindexedLimit == .max)
    let match = AddressMatch(query.typed)
    return try readIndex(at: query.last, on: query.lineage) { (index, words) throws(LogFailure) in
      let known = try index.search(query, match, now: clock())
      return known.best(query, match) { words.text(.title, of: $0) }
    }
  }

  /// Finds the events that may have the words that somebody looks for, for ``pages(_:limit:through:)``.
  ///
  /// Blocks that the index of words lacks are made first, if the log may be written, and `progress`
  /// is called for that. The newest events, fewer than a block, are read.
  ///
  /// - Throws: `LogFailure` when the log cannot be read.
  /// - Complexity: O(events with such words), with a very small constant, and a block of events to
  ///   read. Without an index O(bytes of the log).
  public func hits(of match: WordMatch) throws(LogFailure) -> WordHits {
    try WordIndex(store: self).hits(of: match)
  }

  /// Returns the visited pages of the durable log that have the words of `hits`, by frecency.
  ///
  /// - Parameters:
  ///   - hits: From ``hits(of:)``.
  ///   - limit: The number of pages that are wanted.
  ///   - last: The newest event that counts, for a moment of the past, where no index helps.
  ///   - lineage: As for ``PageQuery/lineage``.
  /// - Throws: `LogFailure` when the log cannot be read.
  /// - Complexity: O(pages), with a very small constant, and a few look-ups in the log for each page
  ///   that is returned. Without an index O(events).
  public func pages(
    _ hits: WordHits, limit: Int, through last: EventID? = nil, on lineage: Lineage? = nil
  ) throws(LogFailure) -> FoundPages {
    try indexVisits(ifBehind: Self.eventsBehindVisits, looksForDamage: true, reports: true)
    return try readIndex(at: last, on: lineage) { (index, words) throws(LogFailure) in
      try PageFinder(index, hits, words, now: clock()).found(limit: limit)
    }
  }

  /// Returns the pages of private windows that have some words, by frecency.
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
      // A record that never left this process is what was written.
      try? batch.take(
        record: record, sequence, on: .main,
        isWanted: { match.quality(of: $0) != nil || named.contains($0) }, key: { _ in nil })
      return true
    }
    let former = [PageRecord](repeating: PageRecord(), count: batch.keys.count)
    let now = clock()
    let known = PageIndex.Known(
      uniqueKeysWithValues: zip(batch.keys, batch.records(former).map { $0.limited(now: now) }))
    return known.best(query, match) { privateLog.events.text(.title, of: $0) }
  }

  /// Runs a search inside a read transaction.
  ///
  /// - Parameters:
  ///   - last: The newest event that counts, or nil for the newest of the log.
  ///   - lineage: The branch whose visits count, or nil for that of the store.
  func readIndex<Value>(
    at last: EventID?, on lineage: Lineage?,
    _ body: (PageIndex, LogText) throws(LogFailure) -> Value
  ) throws(LogFailure) -> Value {
    try log.read { (reader) throws(LogFailure) in
      try LogText(privateLog).withReader(reader) { (words) throws(LogFailure) in
        try BorrowedReader.withReader(reader) { (reader) throws(LogFailure) in
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
  /// Returns the pages of a query in their order, with titles.
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

/// Writing the index of visited pages, in transactions of its own after those of the events. The
/// index changes how long a search takes, and nothing else.
extension Store {
  /// The most events that the index may lack when somebody searches or opens the log.
  static let eventsBehindVisits: Int32 = 512
  /// The most events that it may lack while events are written: larger steps cost each event
  /// less.
  static let eventsBehindWhileWriting: Int32 = 8_192
  /// The most events that are added in one step. Other writers wait for each.
  private static let eventsAtOnce: Int32 = 1 << 15
  /// A log that lacks more events than this is indexed step by step, while nothing else is to be
  /// done.
  static let eventsBroughtUpAtOnce: Int32 = 1 << 16
  /// Two runs are merged unless the older has more than this many times the rows of the newer, so
  /// there are few runs.
  private static let mergedRatio = 3
  /// A newer run counts as at least this many rows, so small ones are always merged.
  private static let leastMerged = 1_024
  /// The most bytes of a merged run.
  private static let mostBytes = 8 << 20

  /// Adds some more events to the indexes of visited pages and of words, if they lack many. It takes
  /// some tens of milliseconds; call it while nothing else is to be done.
  ///
  /// A failure to write is ignored: a search takes longer then.
  ///
  /// - Returns: Whether there are more.
  @discardableResult
  public func indexSomeVisits() -> Bool {
    indexSomePages() || WordIndex(store: self).addNextBlock()
  }

  /// Adds some more events to the index of visited pages, if it lacks many.
  private func indexSomePages() -> Bool {
    guard timeline.position.rawValue - indexedVisits.rawValue >= Self.eventsBehindVisits,
      savesCheckpoints, timeline.unknownCount == 0
    else { return false }
    do throws(LogFailure) {
      guard try areVisitsBehind(Self.eventsBehindVisits, false) else { return false }
      return try indexNextVisits()
    } catch {
      // Searches take longer. The events are on disk.
      return false
    }
  }

  /// Adds all events that the index lacks, if these are many.
  ///
  /// - Parameters:
  ///   - limit: The number that counts as many.
  ///   - most: The number that is too large to add now.
  ///   - looksForDamage: Whether the index is verified, and made again when it is not sound.
  ///   - reports: Whether ``progress`` is called, because somebody waits.
  /// - Throws: That whoever waits does not want to any more.
  func indexVisits(
    ifBehind limit: Int32, unlessBehind most: Int32 = .max, looksForDamage: Bool = false,
    reports: Bool = false
  ) throws(LogFailure) {
    let isFar = timeline.position.rawValue - indexedVisits.rawValue >= limit
    guard isFar || looksForDamage, savesCheckpoints, timeline.unknownCount == 0 else { return }
    do throws(LogFailure) {
      guard try areVisitsBehind(limit, looksForDamage),
        timeline.position.rawValue - indexedVisits.rawValue < most
      else { return }
      defer { if reports { _ = progress(.indexing, 1, 1) } }
      let count = Int(timeline.position.rawValue)
      if reports { try reportIndexing(0, of: count) }
      while try indexNextVisits() {
        if reports { try reportIndexing(Int(indexedVisits.rawValue), of: count) }
      }
    } catch {
      guard error.reason != .interrupted else { throw error }
      // Searches take longer. The events are on disk.
    }
  }

  /// Whether the index lacks `limit` events, or is damaged.
  private func areVisitsBehind(
    _ limit: Int32, _ looksForDamage: Bool
  ) throws(LogFailure) -> Bool {
    try log.read { (reader) throws(LogFailure) in
      try BorrowedReader.withReader(reader) { (reader) throws(LogFailure) in
        indexedVisits = try PageIndex.storedRun(reader, before: nil)?.last ?? .nothing
        let newest = try reader.reader.newestEvent()
        if newest.rawValue - indexedVisits.rawValue >= limit { return true }
        guard looksForDamage else { return false }
        return try PageIndex(reader, sound: &soundRuns).last != indexedVisits
      }
    }
  }

  /// Adds the next events in one transaction.
  ///
  /// - Returns: Whether there are more.
  private func indexNextVisits() throws(LogFailure) -> Bool {
    try log.write { (writer) throws(LogFailure) in
      try removeForeign(writer)
      let merged = try BorrowedReader.withReader(writer.reader) { (reader) throws(LogFailure) in
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

  /// A run that is to be stored, and the runs that it replaces.
  private struct NextRun {
    var key: PageRunKey
    var bytes: ContiguousArray<UInt8>
    var replaced: [PageRunKey]
    var isBehind: Bool
  }

  /// Makes the run of the next events, merged with older ones as far as they are small, or nil if
  /// the index lacks too few.
  private static func nextRun(
    _ index: PageIndex, _ reader: BorrowedReader
  ) throws(LogFailure) -> NextRun? {
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
      replaced: try strayRuns(index, reader), isBehind: PageIndex.isBehind(last, index.newest))
    for run in index.runs {
      guard let bytes = try merged(run, next, index) else { break }
      next.bytes = bytes
      next.replaced.append(run)
      next.key = PageRunKey(first: run.first, last: last)
    }
    return next
  }

  /// Merges an older run with the next one, or nil if both stay.
  private static func merged(
    _ older: PageRunKey, _ next: NextRun, _ index: PageIndex
  ) throws(LogFailure) -> ContiguousArray<UInt8>? {
    let bytes: ContiguousArray<UInt8>?? = try index.withRun(older) { run in
      PageRun.withRun(next.bytes.span.raw, first: next.key.first) {
        newer -> ContiguousArray<UInt8>? in
        guard run.count <= mergedRatio * max(newer.count, leastMerged),
          run.byteCount + newer.byteCount <= mostBytes
        else { return nil }
        let merger = PageRunMerger(older: run, newer: newer, index.page(visitedBy:))
        return merger.merged().bytes(first: older.first)
      } ?? nil
    }
    return bytes ?? nil
  }

  /// Returns runs that are no part of a sound index, which are then removed.
  private static func strayRuns(
    _ index: PageIndex, _ reader: BorrowedReader
  ) throws(LogFailure) -> [PageRunKey] {
    guard index.runs.isEmpty else { return [] }
    var leftoverFiles: [PageRunKey] = []
    while let key = try PageIndex.storedRun(reader, before: leftoverFiles.last?.first) {
      leftoverFiles.append(key)
    }
    return leftoverFiles
  }
}

extension PageIndex {
  /// Whether enough events are missing that another step is worth it.
  static func isBehind(_ last: EventID, _ newest: EventID) -> Bool {
    newest.rawValue - last.rawValue >= Store.eventsBehindVisits
  }
}

extension Store {
  /// Measures the index of visited pages; all zero when there is none.
  ///
  /// - Throws: `LogFailure` when the log cannot be read.
  /// - Complexity: O(bytes of the index) the first time, to verify it.
  public func visitIndexSize() throws(LogFailure) -> VisitIndexSize {
    try log.read { (reader) throws(LogFailure) in
      try BorrowedReader.withReader(reader) { (reader) throws(LogFailure) in
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
