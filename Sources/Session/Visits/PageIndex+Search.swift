internal import BrowserModel
internal import EventLog

extension PageIndex {
  /// What is known of a page.
  typealias Known = [PageKey: PageRecord]

  /// The best pages for a query, and those that it names, in any order; some more may be among them.
  func search(_ query: PageQuery, _ match: AddressMatch) throws(LogFailure) -> Known {
    var known = try knownBehindRuns(query, match)
    for (quality, wanted) in match.qualities.enumerated() {
      for run in runs {
        let rows = try bestRows(run, wanted, limit: query.limit)
        // Newer runs come first, and they are right.
        for (key, record) in rows where known[key] == nil { known[key] = record }
      }
      let count = known.count { key, record in
        record.newest.exists && match.quality(of: key).map { $0 <= quality } ?? false
      }
      if count >= query.limit { break }
    }
    return known
  }

  private func knownBehindRuns(
    _ query: PageQuery, _ match: AddressMatch
  ) throws(LogFailure) -> Known {
    var batch = VisitBatch()
    let named = Set(query.urls.map { PageKey($0) })
    for key in named { batch.add(key) }
    let limit = Int32(clamping: min(query.unindexedLimit, Int(newest.rawValue)))
    let first = max(last, newest.advanced(by: 0 &- limit)).advanced(by: 1)
    try read(&batch, from: first, through: newest) { key in
      match.quality(of: key) != nil || named.contains(key)
    }
    let records = batch.records(try self.records(of: batch.keys))
    return Known(uniqueKeysWithValues: zip(batch.keys, records))
  }

  private func bestRows(
    _ run: PageRunKey, _ wanted: [AddressMatch.Wanted], limit: Int
  ) throws(LogFailure) -> [(PageKey, PageRecord)] {
    try withRun(run) { run in
      var best = BestRows(limit: limit)
      for wanted in wanted {
        let rows = run.rows(beginningWith: wanted.beginning, page(visitedBy:))
        best.look(at: rows, of: run, forms: wanted.forms)
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
