public import BrowserModel

/// Ways between near moments: on by folding, back by what the state remembers of its events.
extension Timeline {
  /// Goes to another moment of the line: as far as the events between, where these are few and the
  /// state remembers them, else like ``strip(at:_:)``. Bookmarks and the zoom of sites may be missing
  /// afterwards.
  ///
  /// From then on the state remembers what it folds, so the way back is as short.
  ///
  /// - Parameters:
  ///   - moment: One beyond `present` is the present.
  ///   - present: The same line as it is now.
  /// - Complexity: O(events between) near by; else O(tabs, and the events since a state was last
  ///   kept).
  public mutating func step<Source: EventSource & ~Copyable>(
    to moment: Sequence, of present: borrowing Timeline, _ source: borrowing Source
  ) throws(Source.Failure) {
    let isAhead = moment.rawValue.magnitude >= position.rawValue.magnitude
    let isNear =
      moment.rawValue.magnitude <= present.position.rawValue.magnitude
      && !present.hasTurn(between: position, and: moment)
    if isNear, !isAhead, rewind(to: moment) { return }
    if isNear, isAhead, position.exists, distance(to: moment) <= Browser.rememberedCount {
      browser.remember()
      return try advance(source, through: moment)
    }
    self = try present.strip(at: moment, source, remembers: true)
  }

  /// Goes back to a moment of the line in memory, where the state remembers what came behind it.
  ///
  /// What is left out stays so: at an older moment other batches may be undone.
  ///
  /// - Returns: Whether it did.
  /// - Complexity: O(events behind the moment); O(turns) where there are turns behind it.
  mutating func rewind(to moment: Sequence) -> Bool {
    guard browser.rewind(to: moment) else { return false }
    let turnCount = turns.count
    while let turn = turns.last, !turn.sequence.isKnown(at: moment) { turns.removeLast() }
    while let branch = branches.last, !branch.id.isKnown(at: moment) { branches.removeLast() }
    while let mark = marks.last, !mark.event.isKnown(at: moment) { marks.removeLast() }
    while let loss = losses.last, !loss.event.isKnown(at: moment) { losses.removeLast() }
    while let sequence = damaged.last, !sequence.isKnown(at: moment) { damaged.removeLast() }
    if turns.count != turnCount { turnedBatches = undoneBatches(at: moment) }
    return true
  }

  /// Folds anew from the oldest batch that turned, where the state remembers it.
  ///
  /// - Returns: Whether it did.
  mutating func refoldRecent<Source: EventSource & ~Copyable>(
    _ source: borrowing Source
  ) throws(Source.Failure) -> Bool {
    let last = position
    let batches = turnedBatches
    let turned = undoneBatches.symmetricDifference(batches)
    guard let oldest = turned.min(by: { $0.rawValue.magnitude < $1.rawValue.magnitude }),
      browser.canRewind(to: oldest.advanced(by: -1))
    else { return false }
    var former = Browser()
    former.takeShelf(of: browser)
    guard rewind(to: oldest.advanced(by: -1)) else { return false }
    undoneBatches = batches
    try foldOn(source, through: last)
    if !former.isShelfMissing { try keepShelf(of: former, turned, source) }
    return true
  }

  private func distance(to moment: Sequence) -> Int {
    Int(moment.rawValue.magnitude) - Int(position.rawValue.magnitude)
  }

  /// Whether something was undone or redone behind one of two moments, up to the other. O(log turns).
  private func hasTurn(between one: Sequence, and other: Sequence) -> Bool {
    let bounds = [one.rawValue.magnitude, other.rawValue.magnitude].sorted()
    var low = 0
    var high = turns.count
    while low < high {
      let middle = (low + high) / 2
      if turns[middle].sequence.rawValue.magnitude <= bounds[0] {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low < turns.count && turns[low].sequence.rawValue.magnitude <= bounds[1]
  }
}
