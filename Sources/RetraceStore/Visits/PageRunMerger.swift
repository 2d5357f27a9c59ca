internal import BrowserModel

/// Merges two consecutive runs. If both contain a page, the newer row is used.
struct PageRunMerger: ~Escapable {
  private var older: Head
  private var newer: Head
  private let key: (EventID) -> PageKey?
  private var writer = PageRunWriter()

  /// The next row of a run.
  private struct Head: ~Escapable {
    var cursor: PageCursor
    var row: PageRunWriter.Row?
    /// The complete key, or nil if it has not been looked up in the log.
    var whole: PageKey?

    @_lifetime(copy run)
    init(_ run: PageRun) {
      cursor = run.cursor(before: 0)
      step()
    }

    /// Moves to the next row.
    mutating func step() {
      whole = nil
      row =
        cursor.step()
        ? PageRunWriter.Row(key: cursor.key, form: cursor.form, record: cursor.record) : nil
    }

    /// Returns the complete key of the row, which is looked up only once. If the complete key
    /// cannot be read, returns the part of the key in the run.
    mutating func look(_ key: (EventID) -> PageKey?) -> [UInt8] {
      if whole == nil, let row { whole = key(row.record.newest) }
      return whole?.bytes ?? row?.key ?? []
    }

    /// Ensures that the row has at least `count` bytes of its key, if the complete key is known.
    mutating func extend(to count: Int) {
      guard let row, row.key.count < count, let whole else { return }
      self.row?.key = Array(whole.bytes.prefix(count))
    }
  }

  /// Creates a merger that begins with the first row of each run.
  ///
  /// - Parameters:
  ///   - older: The run of the earlier events.
  ///   - newer: The run of the immediately following events.
  ///   - key: Returns the complete key of the page that an event visited.
  @_lifetime(copy older, copy newer)
  init(older: PageRun, newer: PageRun, _ key: @escaping (EventID) -> PageKey?) {
    self.older = Head(older)
    self.newer = Head(newer)
    self.key = key
  }

  /// Returns all rows of both runs, in order.
  ///
  /// - Complexity: O(rows), and a few look-ups in the log for each row of the smaller run.
  consuming func merged() -> PageRunWriter {
    while let old = older.row, let new = newer.row {
      switch compare(old.key, new.key) {
      case .olderFirst: appendOlder()
      case .newerFirst: appendNewer()
      case .same:
        let longer = max(old.key.count, new.key.count)
        newer.extend(to: longer)
        appendNewer()
        older.step()
      }
    }
    while older.row != nil { appendOlder() }
    while newer.row != nil { appendNewer() }
    return writer
  }

  /// The order of two rows. Either the row of the older run comes first, the row of the newer run
  /// comes first, or both rows describe the same page.
  private enum Comparison {
    case olderFirst, newerFirst, same
  }

  /// Compares two keys, and looks up the complete keys if the bytes in the runs are not sufficient.
  ///
  /// Each row receives enough bytes of its key to be distinguishable in the merged run.
  private mutating func compare(_ old: [UInt8], _ new: [UInt8]) -> Comparison {
    var (old, new) = (old, new)
    var order = old.order(to: new)
    // A key that is too short for a decision is looked up, one at a time.
    if order.sharedCount == old.count { old = older.look(key) }
    order = old.order(to: new)
    if order.sharedCount == new.count { new = newer.look(key) }
    order = old.order(to: new)
    if order.sharedCount == old.count, order.sharedCount < new.count { old = older.look(key) }
    order = old.order(to: new)
    if order.sharedCount == old.count, old.count == new.count { return .same }
    older.extend(to: order.sharedCount + 1)
    newer.extend(to: order.sharedCount + 1)
    return order.isBefore ? .olderFirst : .newerFirst
  }

  /// Writes the row of the older run, and continues.
  private mutating func appendOlder() {
    if let row = older.row { writer.append(row) }
    older.step()
  }

  /// Writes the row of the newer run, and continues.
  private mutating func appendNewer() {
    if let row = newer.row { writer.append(row) }
    newer.step()
  }
}
