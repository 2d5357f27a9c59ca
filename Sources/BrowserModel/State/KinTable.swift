/// Who belongs to whom, by the slots of tabs: a forest with its links both ways.
///
/// Links of another generation than the one that is asked with do not count: so all families of a
/// window are forgotten at once. A slot is cleared before another tab gets it.
struct KinTable: Sendable {
  private var kin: ContiguousArray<Kin> = []

  /// The parent of a tab, or −1.
  @inline(__always)
  func parent(of slot: Int, generation: Int32) -> Int {
    guard slot < kin.count, kin[slot].generation == generation else { return -1 }
    return Int(kin[slot].parent)
  }

  /// The first child of a tab, or −1.
  @inline(__always)
  func firstChild(of slot: Int, generation: Int32) -> Int {
    guard slot < kin.count, kin[slot].childGeneration == generation else { return -1 }
    return Int(kin[slot].firstChild)
  }

  /// The next child of the same parent as one that ``firstChild(of:generation:)`` led to, or −1.
  func next(behind slot: Int) -> Int { Int(kin[slot].next) }

  /// Makes a tab without a parent the first child of another.
  mutating func enter(_ slot: Int, under parent: Int, generation: Int32) {
    makeRoom(for: max(slot, parent))
    let first = firstChild(of: parent, generation: generation)
    if first >= 0 { kin[first].previous = Int32(truncatingIfNeeded: slot) }
    kin[slot].parent = Int32(truncatingIfNeeded: parent)
    kin[slot].next = Int32(truncatingIfNeeded: first)
    kin[slot].previous = -1
    kin[slot].generation = generation
    kin[parent].firstChild = Int32(truncatingIfNeeded: slot)
    kin[parent].childGeneration = generation
  }

  /// Takes a tab out from among its siblings.
  mutating func unlink(_ slot: Int, generation: Int32) {
    guard slot < kin.count, kin[slot].parent >= 0 else { return }
    let link = kin[slot]
    if link.generation == generation {
      if link.next >= 0 { kin[Int(link.next)].previous = link.previous }
      if link.previous >= 0 {
        kin[Int(link.previous)].next = link.next
      } else {
        kin[Int(link.parent)].firstChild = link.next
      }
    }
    kin[slot].leaveParent()
  }

  /// Leaves a child without parent and siblings; those have to be left, too.
  mutating func orphan(_ slot: Int) { kin[slot].leaveParent() }

  /// A tab has no children any more; those have to be orphaned.
  mutating func dropChildren(of slot: Int) { kin[slot].firstChild = -1 }

  /// Clears a slot whose tab is in no family.
  mutating func clear(_ slot: Int) {
    if slot < kin.count { kin[slot] = Kin() }
  }

  /// Whether a tab comes after another in the same line. O(generations between them).
  func descends(_ slot: Int, from ancestor: Int, generation: Int32) -> Bool {
    // A tab that nothing descends from is the usual case, and answers at once.
    guard firstChild(of: ancestor, generation: generation) >= 0 else { return false }
    var slot = slot
    while slot >= 0 {
      slot = parent(of: slot, generation: generation)
      if slot == ancestor { return true }
    }
    return false
  }

  /// Makes room for as many tabs.
  mutating func reserve(_ count: Int) { kin.reserveCapacity(count) }

  private mutating func makeRoom(for slot: Int) {
    while kin.count <= slot { kin.append(Kin()) }
  }
}
