extension Decider {
  /// H6: `history.go(n)`. Travel 0 is a reload.
  mutating func travel<Source: TextSource & ~Copyable>(
    _ id: EventID, by steps: Int, isLoading: Bool, text source: borrowing Source
  ) throws(Refusal) {
    let tab = try tab(id)
    guard steps != 0 else { return try reload(id, isLoading: isLoading) }
    let entry = try entry(of: tab, steps: steps, from: tab.index, text: source)
    travel(id, to: entry, isLoading: isLoading)
  }

  mutating func travel(_ id: EventID, to entry: EventID, isLoading: Bool) {
    append(.navigation(.traveled(traveled(id, to: entry, isLoading: isLoading))))
  }

  /// Travel that takes time. Two in a row add up (H10).
  mutating func startTravel<Source: TextSource & ~Copyable>(
    _ id: EventID, by steps: Int, text source: borrowing Source
  ) throws(Refusal) {
    let tab = try tab(id)
    let start = tab.rows.index(ofEntry: tab.pendingEntry) ?? tab.index
    let entry = try entry(of: tab, steps: steps, from: start, text: source)
    append(.navigation(.travelStarted(traveled(id, to: entry, isLoading: true))))
  }

  /// H9: Back and Forward pass by what a page put in the way.
  mutating func step<Source: TextSource & ~Copyable>(
    _ id: EventID, by steps: Int, isLoading: Bool, text source: borrowing Source
  ) throws(Refusal) {
    let tab = try tab(id)
    let found = tab.steppedIndex(by: steps) { browser.isForgotten($0, text: source) }
    guard let index = found else {
      throw cannotGo(tab, steps: steps, passingBy: .skippable, text: source)
    }
    travel(id, to: tab.rows[index].entry, isLoading: isLoading)
  }

  mutating func reload(_ id: EventID, isLoading: Bool) throws(Refusal) {
    _ = try record(id)
    var body = TabReloaded()
    body.tab = id
    body.isLoading = isLoading
    append(.navigation(.reloaded(body)))
  }

  private func traveled(_ id: EventID, to entry: EventID, isLoading: Bool) -> Traveled {
    var body = Traveled()
    body.tab = id
    body.entry = entry
    body.isLoading = isLoading
    return body
  }

  private func entry<Source: TextSource & ~Copyable>(
    of tab: Tab, steps: Int, from start: Int, text source: borrowing Source
  ) throws(Refusal) -> EventID {
    var index = start
    var left = steps.magnitude
    while tab.rows.indices.contains(index) {
      if left == 0 { return tab.rows[index].entry }
      index += steps < 0 ? -1 : 1
      guard tab.rows.indices.contains(index) else { break }
      if !browser.isForgotten(tab.rows[index], text: source) { left -= 1 }
    }
    throw cannotGo(tab, steps: steps, text: source)
  }

  /// Says how far one can go (H6), entries with these marks not counted (H9), nor forgotten ones.
  private func cannotGo<Source: TextSource & ~Copyable>(
    _ tab: Tab, steps: Int, passingBy marks: Row.Marks = [], text source: borrowing Source
  ) -> Refusal {
    let ahead = steps < 0 ? tab.rows.prefix(tab.index) : tab.rows.dropFirst(tab.index + 1)
    let possible = ahead.filter { row in
      row.marks.isDisjoint(with: marks) && !browser.isForgotten(row, text: source)
    }.count
    let direction = steps < 0 ? "back" : "forward"
    if possible == 0, ahead.contains(where: { !browser.isForgotten($0, text: source) }) {
      let side = steps < 0 ? "before" : "behind"
      return Refusal(
        .outOfRange,
        "This tab cannot go \(direction): pages put what is \(side) this one there by themselves.")
    }
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
  ///
  /// - Parameter isHidden: Whether an entry is passed by for another reason.
  public func steppedIndex(
    by steps: Int, passingBy isHidden: (Row) -> Bool = { _ in false }
  ) -> Int? {
    var index = self.index
    var left = steps.magnitude
    while left > 0 {
      index += steps < 0 ? -1 : 1
      guard rows.indices.contains(index) else { return nil }
      if !rows[index].marks.contains(.skippable), !isHidden(rows[index]) { left -= 1 }
    }
    return index
  }
}
