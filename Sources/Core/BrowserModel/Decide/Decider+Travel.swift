extension Decider {
  /// Travels a number of entries back or forward, like `history.go()` (H6). 0 reloads the current
  /// entry.
  func travel<Source: TextSource & ~Copyable>(
    _ id: TabID, by steps: Int, isLoading: Bool, text source: borrowing Source
  ) throws(Refusal) {
    let tab = try tab(id)
    guard steps != 0 else { return try reload(id, isLoading: isLoading) }
    let entry = try entry(of: tab, steps: steps, from: tab.index, text: source)
    travel(id, to: entry, isLoading: isLoading)
  }

  /// Records that a tab travelled to an entry.
  func travel(_ id: TabID, to entry: EntryID, isLoading: Bool) {
    append(.navigation(.traveled(traveled(id, to: entry, isLoading: isLoading))))
  }

  /// Records that a travel began. If a travel is already pending, the steps are counted from its
  /// target (H10).
  func startTravel<Source: TextSource & ~Copyable>(
    _ id: TabID, by steps: Int, text source: borrowing Source
  ) throws(Refusal) {
    let tab = try tab(id)
    let start = tab.pendingEntry.flatMap { tab.entries.index(ofEntry: $0) } ?? tab.index
    let entry = try entry(of: tab, steps: steps, from: start, text: source)
    append(.navigation(.travelStarted(traveled(id, to: entry, isLoading: true))))
  }

  /// Goes back or forward like the browser's own buttons (H9).
  func step<Source: TextSource & ~Copyable>(
    _ id: TabID, by steps: Int, isLoading: Bool, text source: borrowing Source
  ) throws(Refusal) {
    let tab = try tab(id)
    let found = tab.steppedIndex(by: steps) { browser.isForgotten($0, text: source) }
    guard let index = found else {
      throw cannotGo(tab, steps: steps, passingBy: .skippable, text: source)
    }
    travel(id, to: tab.entries[index].id, isLoading: isLoading)
  }

  /// Records that the current entry was reloaded.
  func reload(_ id: TabID, isLoading: Bool) throws(Refusal) {
    _ = try record(id)
    var body = TabReloaded()
    body.tab = id
    body.isLoading = isLoading
    append(.navigation(.reloaded(body)))
  }

  private func traveled(_ id: TabID, to entry: EntryID, isLoading: Bool) -> Traveled {
    var body = Traveled()
    body.tab = id
    body.entry = entry
    body.isLoading = isLoading
    return body
  }

  /// Returns the entry that is a given number of steps from an index. Forgotten entries are not
  /// counted.
  ///
  /// - Throws: ``Refusal/Code/outOfRange`` beyond the ends of the history.
  private func entry<Source: TextSource & ~Copyable>(
    of tab: Tab, steps: Int, from start: Int, text source: borrowing Source
  ) throws(Refusal) -> EntryID {
    var index = start
    var left = steps.magnitude
    while tab.entries.indices.contains(index) {
      if left == 0 { return tab.entries[index].id }
      index += steps < 0 ? -1 : 1
      guard tab.entries.indices.contains(index) else { break }
      if !browser.isForgotten(tab.entries[index], text: source) { left -= 1 }
    }
    throw cannotGo(tab, steps: steps, text: source)
  }

  /// Returns the refusal of a travel, which states how far the tab can travel (H6). Entries with
  /// any of `marks`, and forgotten entries, are not counted.
  private func cannotGo<Source: TextSource & ~Copyable>(
    _ tab: Tab, steps: Int, passingBy marks: HistoryEntry.Flags = [], text source: borrowing Source
  ) -> Refusal {
    let ahead = steps < 0 ? tab.entries.prefix(tab.index) : tab.entries.dropFirst(tab.index + 1)
    let possible = ahead.filter { entry in
      entry.flags.isDisjoint(with: marks) && !browser.isForgotten(entry, text: source)
    }.count
    let direction = steps < 0 ? "back" : "forward"
    if possible == 0, ahead.contains(where: { !browser.isForgotten($0, text: source) }) {
      let side = steps < 0 ? "before" : "after"
      return Refusal(
        .outOfRange,
        "This tab cannot go \(direction): pages added the entries \(side) this one by themselves.")
    }
    if possible == 0 {
      let edge = steps < 0 ? "beginning" : "end"
      return Refusal(
        .outOfRange, "This tab cannot go \(direction): it is at the \(edge) of its history.")
    }
    let pages = possible == 1 ? "1 page" : "\(possible) pages"
    return Refusal(.outOfRange, "This tab can go \(direction) by only \(pages).")
  }
}

extension Tab {
  /// Returns the index of the entry that the browser's own Back or Forward leads to (H9;
  /// Chromium, `GetIndexForGoBack`).
  ///
  /// - Parameters:
  ///   - steps: The number of entries, negative to go back. Skipped entries are not counted.
  ///   - origin: The index of the entry to start at, or nil for the current entry. Pass the pending
  ///     entry if another step is pending.
  ///   - isHidden: Whether to skip an entry for another reason, for example because it was
  ///     forgotten.
  /// - Returns: The index, or nil if it is beyond the ends of the history.
  /// - Complexity: O(entries)
  public func steppedIndex(
    by steps: Int, from origin: Int? = nil,
    passingBy isHidden: (HistoryEntry) -> Bool = { _ in false }
  ) -> Int? {
    var index = origin ?? self.index
    var left = steps.magnitude
    while left > 0 {
      index += steps < 0 ? -1 : 1
      guard entries.indices.contains(index) else { return nil }
      if !entries[index].flags.contains(.skippable), !isHidden(entries[index]) { left -= 1 }
    }
    return index
  }
}
