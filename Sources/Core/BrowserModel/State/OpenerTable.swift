/// A forest of tabs: the links of each tab, indexed by the slot of the tab.
///
/// Every link has a generation, and only links of the requested generation count. To forget all
/// opener groups of a window, it is enough to increment the window's generation. A slot is cleared
/// before another tab uses it.
struct OpenerTable: Sendable {
  private var links: ContiguousArray<OpenerLinks> = []

  /// The size of the table in bytes.
  var byteCount: Int { links.count * MemoryLayout<OpenerLinks>.stride }

  /// Returns the slot of the parent, or −1 if there is none in this generation.
  @inline(__always)
  func parent(of slot: Int, generation: Int32) -> Int {
    guard slot < links.count, links[slot].generation == generation else { return -1 }
    return Int(links[slot].parent)
  }

  /// Returns the slot of the first child, or −1 if there is none in this generation.
  @inline(__always)
  func firstChild(of slot: Int, generation: Int32) -> Int {
    guard slot < links.count, links[slot].childGeneration == generation else { return -1 }
    return Int(links[slot].firstChild)
  }

  /// Returns the next child of the same parent, or −1. The traversal must begin with
  /// ``firstChild(of:generation:)``, which checks the generation.
  func next(after slot: Int) -> Int { Int(links[slot].next) }

  /// Makes a tab the first child of another tab.
  ///
  /// - Precondition: The tab has no parent. This is not checked.
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

  /// Removes a tab from its parent's children. Its own children are unchanged.
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

  /// Removes a child's links to its parent and siblings, but not the links of the parent and the
  /// siblings to the child. Used if all siblings are orphaned.
  mutating func orphan(_ slot: Int) { links[slot].leaveParent() }

  /// Removes a tab's link to its children, but not the links of the children to the tab. Used if
  /// all children are orphaned.
  mutating func dropChildren(of slot: Int) { links[slot].firstChild = -1 }

  /// Clears the links of a slot, so that another tab can use it.
  mutating func clear(_ slot: Int) {
    if slot < links.count { links[slot] = OpenerLinks() }
  }

  /// Returns whether a tab is a descendant of another tab.
  ///
  /// - Complexity: O(depth of the tab), or O(1) if `ancestor` has no children
  func descends(_ slot: Int, from ancestor: Int, generation: Int32) -> Bool {
    // Usually, a tab has no descendants, so no search is necessary.
    guard firstChild(of: ancestor, generation: generation) >= 0 else { return false }
    var slot = slot
    while slot >= 0 {
      slot = parent(of: slot, generation: generation)
      if slot == ancestor { return true }
    }
    return false
  }

  /// Reserves memory for `count` tabs.
  mutating func reserve(_ count: Int) { links.reserveCapacity(count) }

  /// Appends empty links up to a slot.
  private mutating func makeRoom(for slot: Int) {
    while links.count <= slot { links.append(OpenerLinks()) }
  }
}
