/// What one event changed of a tab, in a few bytes: one for what is usual, else a byte of signs and
/// what they say follows.
extension SnapshotWriter {
  /// What differs of a tab.
  ///
  /// - Parameters:
  ///   - former: The rows that it had.
  ///   - event: What the numbers are near to.
  mutating func put(
    _ signs: TabChangeSigns, of image: TabImage, behind former: ContiguousArray<Row>,
    by event: Sequence
  ) {
    put(byte: signs.rawValue)
    if signs.contains(.rows) { put(image.rows, behind: former, near: event) }
    put(signs, of: image.record, near: event)
  }

  private mutating func put(_ signs: TabChangeSigns, of record: TabRecord, near event: Sequence) {
    if signs.contains(.index) { put(count: Int(record.history.index)) }
    if signs.contains(.marks) { put(byte: record.signs) }
    if signs.contains(.wanted) { put(optional: record.wanted, near: event) }
    if signs.contains(.active) { put(optional: record.lastActive, near: event) }
    if signs.contains(.place) {
      put(record.window, near: record.id)
      put(optional: record.group, near: record.id)
    }
    if signs.contains(.unusual) { putUnusual(of: record, near: event) }
  }

  /// The rows from the first that differs on.
  private mutating func put(
    _ rows: ContiguousArray<Row>, behind former: ContiguousArray<Row>, near event: Sequence
  ) {
    let same = zip(rows, former).prefix { $0 == $1 }.count
    put(count: same)
    put(count: rows.count - same)
    put(rows[same...], behind: event)
  }
}

extension SnapshotReader {
  /// Brings a tab from before an event to behind it; nil: it is gone.
  mutating func change(_ image: inout TabImage?, of id: Sequence, by event: Sequence) {
    let signs = TabChangeSigns(rawValue: byte())
    if signs == .gone {
      image = nil
      return
    }
    var changed = image ?? TabImage(id)
    image = nil
    switch signs {
    case .nextPage: changed.goToNextPage(event)
    case .nextPageOfMany:
      let position = number()
      guard position < UInt64(changed.rows.count) else { return damage() }
      changed.goToNextPage(event, droppingRowAt: Int(position))
    default: take(signs, event, &changed)
    }
    image = changed
  }

  private mutating func take(_ signs: TabChangeSigns, _ event: Sequence, _ image: inout TabImage) {
    if signs.contains(.rows) { takeRows(&image.rows, near: event) }
    if signs.contains(.index) {
      image.record.history.index = Int32(truncatingIfNeeded: number())
    }
    if signs.contains(.marks) { image.record.signs = byte() }
    if signs.contains(.wanted) { image.record.wanted = optionalSequence(near: event) }
    if signs.contains(.active) { image.record.lastActive = optionalSequence(near: event) }
    let id = image.record.id
    if signs.contains(.place) {
      image.record.window = sequence(near: id)
      image.record.group = optionalSequence(near: id)
    }
    if signs.contains(.unusual) { readUnusual(of: &image.record, near: event) }
  }

  private mutating func takeRows(_ rows: inout ContiguousArray<Row>, near event: Sequence) {
    let same = number()
    guard same <= UInt64(rows.count) else { return damage() }
    rows.removeSubrange(Int(same)...)
    let count = count()
    visitRows(count, behind: event) { rows.append($0) }
  }
}

/// What of a tab an event changed.
struct TabChangeSigns: OptionSet {
  var rawValue: UInt8

  static let rows = TabChangeSigns(rawValue: 1)
  static let index = TabChangeSigns(rawValue: 2)
  static let marks = TabChangeSigns(rawValue: 4)
  static let wanted = TabChangeSigns(rawValue: 8)
  static let active = TabChangeSigns(rawValue: 16)
  static let place = TabChangeSigns(rawValue: 32)
  static let unusual = TabChangeSigns(rawValue: 64)

  /// The tab is closed.
  static let gone = TabChangeSigns(rawValue: 128)
  /// The event is the next page of the tab, and nothing else changed.
  static let nextPage = TabChangeSigns(rawValue: 129)
  /// The same, and an older row went because there were as many as there may be; its position follows.
  static let nextPageOfMany = TabChangeSigns(rawValue: 130)
}

extension TabChangeSigns {
  init(from former: TabImage, to image: TabImage) {
    self.init(from: former.record, to: image.record)
    if former.rows != image.rows { insert(.rows) }
  }

  /// What differs but for the rows.
  init(from old: TabRecord, to new: TabRecord) {
    self = []
    if old.history.index != new.history.index { insert(.index) }
    if old.signs != new.signs { insert(.marks) }
    if old.wanted != new.wanted { insert(.wanted) }
    if old.lastActive != new.lastActive { insert(.active) }
    if old.window != new.window || old.group != new.group { insert(.place) }
    if !old.hasSameUnusual(as: new) { insert(.unusual) }
  }
}

extension TabImage {
  /// The position of the row that went, where a commit went to the next page and dropped one row for
  /// it, and did nothing else.
  func rowDropped(from former: TabImage, by event: Sequence) -> Int? {
    let position = zip(rows, former.rows).prefix { $0 == $1 }.count
    guard position < former.rows.count else { return nil }
    var next = former
    next.goToNextPage(event, droppingRowAt: position)
    return TabChangeSigns(from: next, to: self).isEmpty ? position : nil
  }

  fileprivate mutating func goToNextPage(_ event: Sequence, droppingRowAt position: Int) {
    goToNextPage(event)
    // The new row is not the one to go.
    guard position < rows.count - 1 else { return }
    rows.remove(at: position)
    record.history.index -= 1
  }

  fileprivate mutating func goToNextPage(_ event: Sequence) {
    let kept = rows.isEmpty ? 0 : min(max(Int(record.history.index), 0) + 1, rows.count)
    rows.removeSubrange(kept...)
    rows.append(Row(entry: event, content: event, document: event))
    record.history.index = Int32(truncatingIfNeeded: rows.count - 1)
    record.wanted = event
  }
}

extension TabRecord {
  fileprivate func hasSameUnusual(as other: TabRecord) -> Bool {
    pending == other.pending && pendingEntry == other.pendingEntry && failure == other.failure
      && kept == other.kept && temporaryZoom == other.temporaryZoom
  }
}
