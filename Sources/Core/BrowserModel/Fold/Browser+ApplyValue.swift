extension Browser {
  /// Folds an event about a custom value of a window, a tab or a group. Does nothing if the owner
  /// is not open.
  mutating func apply(_ event: ValueEvent, at sequence: EventID) {
    let owner = event.owner
    guard isOpen(owner) else { return }
    values.apply(event, of: owner, at: sequence)
  }

  /// Whether the state contains a window, a tab or a group. False for the profile.
  func isOpen(_ owner: ValueOwner) -> Bool {
    switch owner {
    case .profile: false
    case .window(let id): windowTable.contains(id)
    case .tab(let id): tabTable.contains(id)
    case .group(let id): groupTable.contains(id)
    }
  }

  /// Records that the event being folded may have removed an owner of values for good.
  @inline(__always)
  mutating func doubt(_ owner: ValueOwner) {
    if values.contains(owner) { doubtfulOwners.append(owner) }
  }

  /// Records that a closed item, which is being removed, may be the last reference to owners of
  /// values.
  mutating func doubtOwners(inClosed position: Int) {
    guard !values.isEmpty else { return }
    doubt(.window(closedList[position].window))
    for closed in closedList.tabs(of: position) {
      doubt(.tab(closed.tab.id))
      doubt(.group(closed.group.id))
    }
  }

  /// Removes the values of windows, tabs and groups that are neither open nor among the closed
  /// items, so that they cannot be reopened.
  ///
  /// - Complexity: O(closed tabs + doubtful owners) at worst; O(1) if a tab has just been closed
  mutating func dropGoneValues() {
    var gone: Set<ValueOwner> = []
    for owner in doubtfulOwners where !isOpen(owner) { gone.insert(owner) }
    doubtfulOwners.removeAll(keepingCapacity: true)
    for closed in closedList.newestTabs {
      guard !gone.isEmpty else { return }
      gone.remove(.tab(closed.tab.id))
      gone.remove(.group(closed.group.id))
    }
    for position in 0..<closedList.count { gone.remove(.window(closedList[position].window)) }
    for owner in gone { values.removeAll(of: owner) }
  }
}

extension ValueTable {
  /// Folds an event about a value of an owner that exists. An event that restores a value from the
  /// future or from the other log changes nothing.
  mutating func apply(_ event: ValueEvent, of owner: ValueOwner, at sequence: EventID) {
    switch event {
    case .set(let body):
      guard !body.source.exists || body.source.isKnown(at: sequence) else { return }
      set(owner, Entry(key: body.key, source: body.source.exists ? body.source : sequence))
    case .removed(let body): remove(owner, body.key)
    }
  }
}
