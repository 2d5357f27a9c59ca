internal import BrowserModel

/// The rows of a run that rank highest, at most so many: by frecency, then the one visited last. Where
/// all of them are wanted they come in any order.
struct BestRows {
  private var best: [(rank: UInt64, row: Int)] = []
  private let limit: Int
  private let now: Int64
  /// A row beyond this has many visits, or some that are dated in the future.
  private let unlimited: Frecency

  /// - Parameter now: In milliseconds since 1970; what is dated later counts as of now.
  init(limit: Int, now: Int64) {
    self.limit = limit
    self.now = now
    unlimited = Frecency(.typed, milliseconds: now)
  }

  var rows: [Int] { best.map(\.row) }

  /// Looks at rows; those of other forms are passed by.
  mutating func look(at rows: Range<Int>, of run: PageRun, forms: AddressForm.Several) {
    guard limit > 0 else { return }
    guard limit < run.count else {
      for row in rows where !forms.isDisjoint(with: PageRun.form(of: run.mark(of: row))) {
        best.append((0, row))
      }
      return
    }
    var least = leastMark
    for row in rows {
      let mark = run.mark(of: row)
      guard mark >= least, !forms.isDisjoint(with: PageRun.form(of: mark)) else { continue }
      let newest = run.newest(of: row).rawValue.magnitude
      insert(row, UInt64(frecency(of: row, mark, in: run).rawValue) << 32 | UInt64(newest))
      least = leastMark
    }
  }

  private func frecency(of row: Int, _ mark: UInt32, in run: PageRun) -> Frecency {
    let frecency = Frecency(rawValue: mark >> PageRun.formBits)
    guard frecency > unlimited else { return frecency }
    var cursor = run.cursor(before: row)
    guard cursor.step() else { return frecency }
    return frecency.limited(visitCount: cursor.record.visitCount, now: now)
  }

  /// What a mark has to be to change anything.
  private var leastMark: UInt32 {
    best.count < limit ? 0 : UInt32(best[best.count - 1].rank >> 32) << PageRun.formBits
  }

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
