internal import BrowserModel

/// The highest-ranking rows of a run, up to a limit. Rows are ranked by frecency, then by the
/// newest visit.
///
/// If the limit is at least the number of rows, all rows are selected in the order in which they
/// are encountered.
struct BestRows {
  /// The best rows so far, the best first.
  private var best: [(rank: UInt64, row: Int)] = []
  private let limit: Int
  private let now: Int64
  /// The maximum frecency of one visit at this moment. A greater frecency results from several
  /// visits, or from visits dated in the future, and is limited before it is compared.
  private let unlimited: Frecency

  /// Creates an empty selection.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of rows.
  ///   - now: The current time, in milliseconds since 1970 UTC. Visits dated later count as visits
  ///     at that time.
  init(limit: Int, now: Int64) {
    self.limit = limit
    self.now = now
    unlimited = Frecency(.typed, milliseconds: now)
  }

  /// The rows that rank highest.
  var rows: [Int] { best.map(\.row) }

  /// Considers the rows whose form is one of `forms`, and ignores the other rows.
  mutating func add(_ rows: Range<Int>, of run: PageRun, forms: AddressForm.Several) {
    guard limit > 0 else { return }
    guard limit < run.count else {
      for row in rows where !forms.isDisjoint(with: PageRun.form(of: run.mark(of: row))) {
        best.append((0, row))
      }
      return
    }
    var least = minimumMark
    for row in rows {
      let mark = run.mark(of: row)
      guard mark >= least, !forms.isDisjoint(with: PageRun.form(of: mark)) else { continue }
      let newest = run.newest(of: row).rawValue.magnitude
      insert(row, UInt64(frecency(of: row, mark, in: run).rawValue) << 32 | UInt64(newest))
      least = minimumMark
    }
  }

  /// Returns the frecency of a row, limited to the maximum that its number of visits can have at
  /// this moment.
  private func frecency(of row: Int, _ mark: UInt32, in run: PageRun) -> Frecency {
    let frecency = Frecency(rawValue: mark >> PageRun.formBits)
    guard frecency > unlimited else { return frecency }
    var cursor = run.cursor(before: row)
    guard cursor.step() else { return frecency }
    return frecency.limited(visitCount: cursor.record.visitCount, now: now)
  }

  /// The minimum mark of a row that would be selected.
  private var minimumMark: UInt32 {
    best.count < limit ? 0 : UInt32(best[best.count - 1].rank >> 32) << PageRun.formBits
  }

  /// Inserts a row at its rank, and drops the last row if there are more rows than ``limit``.
  private mutating func insert(_ row: Int, _ rank: UInt64) {
    if best.count == limit {
      guard let last = best.last, rank > last.rank else { return }
      best.removeLast()
    }
    var (low, high) = (0, best.count)
    while low < high {
      let middle = (low + high) / 2
      if best[middle].rank > rank { low = middle + 1 } else { high = middle }
    }
    best.insert((rank, row), at: low)
  }
}
