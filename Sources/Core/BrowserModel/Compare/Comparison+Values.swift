extension Comparison {
  /// Compares the custom values of the windows, tabs and groups that are open in both states.
  mutating func compareValues() {
    let owners = Set(former.values.owners + latter.values.owners).sorted()
    for owner in owners where former.isShown(owner) && latter.isShown(owner) {
      changes += former.values.changes(to: latter.values, of: owner)
    }
  }
}

extension Browser {
  /// Whether the state shows a window, a tab or a group.
  fileprivate func isShown(_ owner: ValueOwner) -> Bool {
    switch owner {
    case .profile: false
    case .window(let id): window(id) != nil
    case .tab(let id): tabTable.contains(id)
    case .group(let id): group(id) != nil
    }
  }
}

extension ValueTable {
  /// Returns a change for each value of an owner that another event set.
  func changes(to other: ValueTable, of owner: ValueOwner) -> [Change] {
    let (old, new) = (self[owner], other[owner])
    guard old != new else { return [] }
    var changes: [Change] = []
    for entry in old where !other[owner, entry.key].exists {
      changes.append(.value(owner, from: entry.source, to: .nothing))
    }
    for entry in new {
      let former = self[owner, entry.key]
      if former != entry.source {
        changes.append(.value(owner, from: former, to: entry.source))
      }
    }
    return changes
  }
}
