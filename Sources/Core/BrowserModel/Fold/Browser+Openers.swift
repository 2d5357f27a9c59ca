/// Openers and opener groups: which tab opened which (T3, T8). Tabs are named by their
/// slots here.
extension Browser {
  /// The table of one of the relations.
  subscript(relation: OpenerLinks.Relation) -> OpenerTable {
    @inline(__always) _read {
      switch relation {
      case .opener: yield openers
      case .openerGroup: yield openerGroups
      }
    }
    @inline(__always) _modify {
      switch relation {
      case .opener: yield &openers
      case .openerGroup: yield &openerGroups
      }
    }
  }

  /// Forgets all opener groups of a window (T8). O(1): links of an older generation no
  /// longer count.
  mutating func forgetOpenerGroups(ofWindow window: EventID) {
    let slot = windowTable.slot(of: window)
    guard slot >= 0 else { return }
    windowTable[slot].openerGroupGeneration &+= 1
  }

  /// Takes one tab out of its opener group; the other tabs of it stay.
  mutating func forgetOpenerGroup(of slot: Int) {
    openerGroups.unlink(slot, generation: generation(.openerGroup, slot))
    tabTable[slot].isOpenerGroupBrief = false
  }

  /// Links a tab to a parent. Nothing happens if that is gone, is the tab itself or a
  /// descendant of it, or, for an opener group, is in another window.
  mutating func link(_ relation: OpenerLinks.Relation, _ slot: Int, to parent: EventID) {
    link(relation, slot, toSlot: tabTable.slot(of: parent))
  }

  private mutating func link(_ relation: OpenerLinks.Relation, _ slot: Int, toSlot parent: Int) {
    guard canEnter(relation, slot, under: parent) else { return }
    let generation = generation(relation, slot)
    guard !self[relation].descends(parent, from: slot, generation: generation) else { return }
    self[relation].unlink(slot, generation: generation)
    self[relation].enter(slot, under: parent, generation: generation)
  }

  /// Links a tab to a parent under the same conditions, without the search for a cycle.
  ///
  /// - Precondition: The tab has neither parent nor children, as one that was just opened.
  @inline(__always)
  mutating func enter(_ relation: OpenerLinks.Relation, _ slot: Int, underSlot parent: Int) {
    guard canEnter(relation, slot, under: parent) else { return }
    self[relation].enter(slot, under: parent, generation: generation(relation, slot))
  }

  /// Whether a tab may be a child of `parent`, apart from cycles.
  private func canEnter(_ relation: OpenerLinks.Relation, _ slot: Int, under parent: Int) -> Bool {
    parent >= 0 && parent != slot
      && (relation == .opener || tabTable[parent].window == tabTable[slot].window)
  }

  /// Removes a tab from a relation; its children get its own parent (T3).
  @inline(__always)
  mutating func leave(_ relation: OpenerLinks.Relation, _ slot: Int) {
    giveAwayChildren(relation, slot)
    self[relation].unlink(slot, generation: generation(relation, slot))
    self[relation].clear(slot)
    if relation == .openerGroup { tabTable[slot].isOpenerGroupBrief = false }
  }

  /// Links a tab's children to its own parent: when it closes (T3), and when it moves away
  /// from them (T8; Chromium, `TabStripModel::FixOpeners`).
  mutating func giveAwayChildren(_ relation: OpenerLinks.Relation, _ slot: Int) {
    let generation = generation(relation, slot)
    var child = self[relation].firstChild(of: slot, generation: generation)
    guard child >= 0 else { return }
    let heir = self[relation].parent(of: slot, generation: generation)
    self[relation].dropChildren(of: slot)
    while child >= 0 {
      let next = self[relation].next(behind: child)
      self[relation].orphan(child)
      link(relation, child, toSlot: heir)
      child = next
    }
  }

  /// The generation of links that count: always 0 for openers, which last; that of the
  /// window for opener groups.
  @inline(__always)
  func generation(_ relation: OpenerLinks.Relation, _ slot: Int) -> Int32 {
    guard relation == .openerGroup else { return 0 }
    let window = windowTable.slot(of: tabTable[slot].window)
    return window < 0 ? 0 : windowTable[window].openerGroupGeneration
  }
}
