/// Openers and families: who opened whom (T3, T8).
extension Browser {
  /// Forgets every family of a window at once: links of an older generation do not count.
  mutating func forgetFamilies(ofWindow window: Sequence) {
    let slot = windowTable.slot(of: window)
    guard slot >= 0 else { return }
    windowTable[slot].familyGeneration &+= 1
  }

  /// Takes a tab out of its family, and leaves the rest of it as it is.
  mutating func forgetFamily(of slot: Int) {
    unlink(.family, slot)
    tabTable[slot].isFamilyBrief = false
  }

  /// Makes a tab the child of another. Nothing happens when that is gone, is the tab itself, or
  /// comes after it in the same line; a family keeps to one window.
  mutating func link(_ relation: Kin.Relation, _ slot: Int, to parent: Sequence) {
    let parentSlot = tabTable.slot(of: parent)
    guard parentSlot >= 0, canEnter(relation, slot, under: parentSlot),
      !descends(parent, from: tabTable[slot].id, by: relation)
    else { return }
    unlink(relation, slot)
    enter(relation, slot, under: parent)
  }

  /// Makes a tab that has neither parent nor children the child of another, under the same
  /// conditions.
  mutating func enter(_ relation: Kin.Relation, _ slot: Int, under parent: Sequence) {
    let id = tabTable[slot].id
    let parentSlot = tabTable.slot(of: parent)
    guard parentSlot >= 0, canEnter(relation, slot, under: parentSlot) else { return }
    let generation = generation(relation, slot)
    let first = firstChild(relation, parentSlot, generation: generation)
    let firstSlot = tabTable.slot(of: first)
    if firstSlot >= 0 { tabTable[firstSlot][relation].previous = id }
    tabTable[slot][relation].enter(under: parent, before: first, generation: generation)
    tabTable[parentSlot][relation].firstChild = id
    tabTable[parentSlot][relation].childGeneration = generation
  }

  private func canEnter(_ relation: Kin.Relation, _ slot: Int, under parentSlot: Int) -> Bool {
    parentSlot != slot
      && (relation == .opening || tabTable[parentSlot].window == tabTable[slot].window)
  }

  /// A tab leaves: its children get its own parent (T3).
  mutating func leave(_ relation: Kin.Relation, _ slot: Int) {
    giveAwayChildren(relation, slot)
    unlink(relation, slot)
    tabTable[slot][relation] = Kin()
    if relation == .family { tabTable[slot].isFamilyBrief = false }
  }

  /// A tab's children get its own parent: when it closes (T3), and when it moves away from them
  /// (T8; Chromium, `TabStripModel::FixOpeners`).
  mutating func giveAwayChildren(_ relation: Kin.Relation, _ slot: Int) {
    guard tabTable[slot][relation].firstChild.exists else { return }
    let heir = parent(relation, slot)
    var child = firstChild(relation, slot, generation: generation(relation, slot))
    tabTable[slot][relation].firstChild = .nothing
    while child.exists {
      let childSlot = tabTable.slot(of: child)
      guard childSlot >= 0 else { break }
      child = tabTable[childSlot][relation].next
      tabTable[childSlot][relation].leaveParent()
      link(relation, childSlot, to: heir)
    }
  }

  private mutating func unlink(_ relation: Kin.Relation, _ slot: Int) {
    let kin = tabTable[slot][relation]
    guard kin.parent.exists else { return }
    if kin.generation == generation(relation, slot) {
      let nextSlot = tabTable.slot(of: kin.next)
      if nextSlot >= 0 { tabTable[nextSlot][relation].previous = kin.previous }
      let previousSlot = tabTable.slot(of: kin.previous)
      if previousSlot >= 0 {
        tabTable[previousSlot][relation].next = kin.next
      } else {
        let parentSlot = tabTable.slot(of: kin.parent)
        if parentSlot >= 0 { tabTable[parentSlot][relation].firstChild = kin.next }
      }
    }
    tabTable[slot][relation].leaveParent()
  }

  private func parent(_ relation: Kin.Relation, _ slot: Int) -> Sequence {
    let kin = tabTable[slot][relation]
    return kin.generation == generation(relation, slot) ? kin.parent : .nothing
  }

  private func firstChild(
    _ relation: Kin.Relation, _ slot: Int, generation: Int32
  ) -> Sequence {
    let kin = tabTable[slot][relation]
    return kin.childGeneration == generation ? kin.firstChild : .nothing
  }

  /// The generation of links that counts: an opener lasts for ever, a family until it is forgotten.
  private func generation(_ relation: Kin.Relation, _ slot: Int) -> Int32 {
    guard relation == .family else { return 0 }
    let window = windowTable.slot(of: tabTable[slot].window)
    return window < 0 ? 0 : windowTable[window].familyGeneration
  }

  private func descends(
    _ tab: Sequence, from ancestor: Sequence, by relation: Kin.Relation
  ) -> Bool {
    // A tab that nothing descends from is the usual case, and answers at once.
    let ancestorSlot = tabTable.slot(of: ancestor)
    guard ancestorSlot >= 0, tabTable[ancestorSlot][relation].firstChild.exists else {
      return false
    }
    var slot = tabTable.slot(of: tab)
    while slot >= 0 {
      let parent = parent(relation, slot)
      if parent == ancestor { return true }
      slot = tabTable.slot(of: parent)
    }
    return false
  }
}
