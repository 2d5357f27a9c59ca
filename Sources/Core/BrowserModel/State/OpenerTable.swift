/// A place in an opener group of tabs: parent, first child and siblings, by the slots they stand in.
///
/// Linked both ways, so that a tab leaves its opener group without a search through ten thousand others.
struct OpenerLinks: Sendable, BitwiseCopyable {
  var parent: Int32 = -1
  var firstChild: Int32 = -1
  var next: Int32 = -1
  var previous: Int32 = -1
  /// The generation of the window's opener groups that `parent`, `next` and `previous` belong to.
  var generation: Int32 = 0
  /// The generation that `firstChild` belongs to.
  var childGeneration: Int32 = 0

  mutating func leaveParent() {
    parent = -1
    next = -1
    previous = -1
  }

  /// The two ways in which tabs belong together (T8).
  enum Relation {
    /// Who opened whom; it lasts.
    case opener
    /// Who is near whom when a place or a successor is chosen; it is forgotten at times.
    case openerGroup
  }
}

/// Who belongs to whom, by the slots of tabs: a forest with its links both ways.
///
/// Links of another generation than the one that is asked with do not count: so all opener groups of a
/// window are forgotten at once. A slot is cleared before another tab gets it.
struct OpenerTable: Sendable {
  private var links: ContiguousArray<OpenerLinks> = []

  /// The parent of a tab, or −1.
  @inline(__always)
  func parent(of slot: Int, generation: Int32) -> Int {
    guard slot < links.count, links[slot].generation == generation else { return -1 }
    return Int(links[slot].parent)
  }

  /// The first child of a tab, or −1.
  @inline(__always)
  func firstChild(of slot: Int, generation: Int32) -> Int {
    guard slot < links.count, links[slot].childGeneration == generation else { return -1 }
    return Int(links[slot].firstChild)
  }

  /// The next child of the same parent as one that ``firstChild(of:generation:)`` led to, or −1.
  func next(behind slot: Int) -> Int { Int(links[slot].next) }

  /// Makes a tab without a parent the first child of another.
  mutating func enter(_ slot: Int, under parent: Int, generation: Int32) {
    makeRoom(for: max(slot, parent))
    let first = firstChild(of: parent, generation: generation)
    if first >= 0 { links[first].previous = Int32(truncatingIfNeeded: slot) }
    links[slot].parent = Int32(truncatingIfNeeded: parent)
    links[slot].next = Int32(truncatingIfNeeded: first)
    links[slot].previous = -1
    links[slot].generation = generation
    links[parent].firstChild = Int32(truncatingIfNeeded: slot)
    links[parent].childGeneration = generation
  }

  /// Takes a tab out from among its siblings.
  mutating func unlink(_ slot: Int, generation: Int32) {
    guard slot < links.count, links[slot].parent >= 0 else { return }
    let link = links[slot]
    if link.generation == generation {
      if link.next >= 0 { links[Int(link.next)].previous = link.previous }
      if link.previous >= 0 {
        links[Int(link.previous)].next = link.next
      } else {
        links[Int(link.parent)].firstChild = link.next
      }
    }
    links[slot].leaveParent()
  }

  /// Leaves a child without parent and siblings; those have to be left, too.
  mutating func orphan(_ slot: Int) { links[slot].leaveParent() }

  /// A tab has no children any more; those have to be orphaned.
  mutating func dropChildren(of slot: Int) { links[slot].firstChild = -1 }

  /// Clears a slot whose tab is in no opener group.
  mutating func clear(_ slot: Int) {
    if slot < links.count { links[slot] = OpenerLinks() }
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
  mutating func reserve(_ count: Int) { links.reserveCapacity(count) }

  private mutating func makeRoom(for slot: Int) {
    while links.count <= slot { links.append(OpenerLinks()) }
  }
}
