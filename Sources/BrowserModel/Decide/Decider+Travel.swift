extension Decider {
  /// H6: `history.go(n)`. Travel 0 is a reload.
  mutating func travel(_ id: Sequence, by steps: Int, isLoading: Bool) throws(Refusal) {
    let tab = try tab(id)
    guard steps != 0 else { return try reload(id, isLoading: isLoading) }
    let entry = try entry(of: tab, steps: steps, from: tab.index)
    travel(tab, to: entry, isLoading: isLoading)
  }

  mutating func travel(_ tab: Tab, to entry: Sequence, isLoading: Bool) {
    append(.navigation(.traveled(traveled(tab, to: entry, isLoading: isLoading))))
  }

  /// Travel that takes time. Two in a row add up (H10).
  mutating func startTravel(_ id: Sequence, by steps: Int) throws(Refusal) {
    let tab = try tab(id)
    let start = tab.rows.index(ofEntry: tab.pendingEntry) ?? tab.index
    let entry = try entry(of: tab, steps: steps, from: start)
    append(.navigation(.travelStarted(traveled(tab, to: entry, isLoading: true))))
  }

  /// H9: Back and Forward pass by what a page put in the way.
  mutating func step(_ id: Sequence, by steps: Int, isLoading: Bool) throws(Refusal) {
    let tab = try tab(id)
    guard let index = tab.steppedIndex(by: steps) else {
      throw cannotGo(tab, steps: steps, passingBy: .skippable)
    }
    travel(tab, to: tab.rows[index].entry, isLoading: isLoading)
  }

  mutating func reload(_ id: Sequence, isLoading: Bool) throws(Refusal) {
    _ = try tab(id)
    var body = TabReloaded()
    body.tab = id
    body.isLoading = isLoading
    append(.navigation(.reloaded(body)))
  }

  private func traveled(_ tab: Tab, to entry: Sequence, isLoading: Bool) -> Traveled {
    var body = Traveled()
    body.tab = tab.id
    body.entry = entry
    body.isLoading = isLoading
    return body
  }

  private func entry(
    of tab: Tab, steps: Int, from start: Int
  ) throws(Refusal) -> Sequence {
    let (index, isTooFar) = start.addingReportingOverflow(steps)
    guard !isTooFar, tab.rows.indices.contains(index) else {
      throw cannotGo(tab, steps: steps)
    }
    return tab.rows[index].entry
  }

  /// Says how far one can go (H6), entries with these marks not counted (H9).
  private func cannotGo(
    _ tab: Tab, steps: Int, passingBy marks: Row.Marks = []
  ) -> Refusal {
    let ahead = steps < 0 ? tab.rows.prefix(tab.index) : tab.rows.dropFirst(tab.index + 1)
    let possible = ahead.filter { $0.marks.isDisjoint(with: marks) }.count
    let direction = steps < 0 ? "back" : "forward"
    if possible == 0 {
      let edge = steps < 0 ? "beginning" : "end"
      return Refusal(
        .outOfRange, "This tab cannot go \(direction): it is at the \(edge) of its history.")
    }
    let pages = possible == 1 ? "1 page" : "\(possible) pages"
    return Refusal(.outOfRange, "This tab can go \(direction) by \(pages) only.")
  }
}

extension Tab {
  /// Where the browser's own Back (negative) or Forward lands, entries passed by not counted; nil
  /// when that is outside the list (H9; Chromium, `GetIndexForGoBack`). O(entries).
  public func steppedIndex(by steps: Int) -> Int? {
    var index = self.index
    var left = steps.magnitude
    while left > 0 {
      index += steps < 0 ? -1 : 1
      guard rows.indices.contains(index) else { return nil }
      if !rows[index].marks.contains(.skippable) { left -= 1 }
    }
    return index
  }
}
