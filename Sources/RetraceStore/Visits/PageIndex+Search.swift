internal import BrowserModel
internal import RetraceEventLog

extension PageIndex {
  /// The known data of pages, by their keys.
  typealias Known = [PageKey: PageRecord]

  /// Returns the data of the best pages for a query, and of the pages that the query lists. The
  /// result may also include other pages.
  ///
  /// - Parameters:
  ///   - query: The query.
  ///   - match: The prepared form of the query's ``PageQuery/typed``.
  ///   - now: The current time, in milliseconds since 1970 UTC. Visits dated later count as visits
  ///     at that time.
  func search(
    _ query: PageQuery, _ match: AddressMatch, now: Int64
  ) throws -> Known {
    let named = Set(query.urls.map { PageKey($0) })
    let behind = try batchBehindRuns(query, match, named)
    var left = behind.keys.indices.map { $0 }
    var known = try extract(behind, &left) { named.contains($0) }
    for (quality, wanted) in match.qualities.enumerated() {
      // Pages with a worse match are looked up only if there are too few better matches.
      let met = try extract(behind, &left) { match.quality(of: $0) == quality }
      known.merge(met) { $1 }
      for run in runs {
        let rows = try bestRows(run, wanted, limit: query.limit, now: now)
        // Newer runs come first, and the newest run that contains a page is authoritative.
        for (key, record) in rows where known[key] == nil { known[key] = record }
      }
      let count = known.count { key, record in
        record.newest.exists && match.quality(of: key).map { $0 <= quality } ?? false
      }
      if count >= query.limit { break }
    }
    return known.mapValues { $0.limited(now: now) }
  }

  /// Reads the events that are newer than the runs, for the pages that match or that the query
  /// lists.
  private func batchBehindRuns(
    _ query: PageQuery, _ match: AddressMatch, _ named: Set<PageKey>
  ) throws -> VisitBatch {
    var batch = VisitBatch()
    for key in named { batch.add(key) }
    let limit = Int32(clamping: min(query.unindexedLimit, Int(newest.rawValue)))
    let first = max(last, newest.advanced(by: 0 &- limit)).advanced(by: 1)
    try read(&batch, from: first, through: newest) { key in
      match.quality(of: key) != nil || named.contains(key)
    }
    return batch
  }

  /// Returns the data of the wanted pages of a batch, and removes these pages from `left`.
  private func extract(
    _ batch: VisitBatch, _ left: inout [Int], _ isWanted: (PageKey) -> Bool
  ) throws -> Known {
    let places = left.filter { isWanted(batch.keys[$0]) }
    guard !places.isEmpty else { return [:] }
    left.removeAll { isWanted(batch.keys[$0]) }
    var previous = [PageRecord](repeating: PageRecord(), count: batch.keys.count)
    for (place, record) in zip(places, try records(of: places.map { batch.keys[$0] })) {
      previous[place] = record
    }
    let records = batch.records(previous)
    return Known(uniqueKeysWithValues: places.map { (batch.keys[$0], records[$0]) })
  }

  /// Returns the best rows of one run, with their complete keys, which are read from the log.
  private func bestRows(
    _ run: PageRunKey, _ wanted: [AddressMatch.Wanted], limit: Int, now: Int64
  ) throws -> [(PageKey, PageRecord)] {
    try withRun(run) { run in
      var best = BestRows(limit: limit, now: now)
      for wanted in wanted {
        let rows = run.rows(beginningWith: wanted.beginning, page(visitedBy:))
        best.add(rows, of: run, forms: wanted.forms)
      }
      return best.rows.compactMap { row in
        var cursor = run.cursor(before: row)
        guard cursor.step(), let key = page(visitedBy: cursor.record.newest),
          key.bytes.starts(with: cursor.key)
        else { return nil }
        return (key, cursor.record)
      }
    } ?? []
  }
}
