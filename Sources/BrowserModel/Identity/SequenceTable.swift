/// Values by sequence, in slots that stay where they are.
///
/// A hash table of plain integers over a list of slots: the fold looks up a tab for nearly every
/// event, and a general dictionary would cost it several times as much. The order in which things
/// came in is not kept.
///
/// Look-up, insertion and removal are O(1) on average.
struct SequenceTable<Value: SequenceTableValue>: Sendable {
  private(set) var slots: ContiguousArray<Value> = []
  private var vacant: ContiguousArray<Int32> = []
  /// Power of two long; slot number plus one, 0 where empty.
  private var buckets: ContiguousArray<Int32> = ContiguousArray(repeating: 0, count: 8)
  private(set) var count = 0

  /// The slot of a value, or −1.
  func slot(of id: Sequence) -> Int {
    let mask = buckets.count &- 1
    var bucket = Self.hash(id) & mask
    while true {
      let entry = buckets[bucket]
      if entry == 0 { return -1 }
      if slots[Int(entry &- 1)].id == id { return Int(entry &- 1) }
      bucket = (bucket &+ 1) & mask
    }
  }

  /// The value in a slot that ``slot(of:)`` gave.
  subscript(slot: Int) -> Value {
    _read { yield slots[slot] }
    _modify { yield &slots[slot] }
  }

  /// The value of an id, if it is there.
  subscript(id: Sequence) -> Value? {
    let slot = slot(of: id)
    return slot < 0 ? nil : slots[slot]
  }

  func contains(_ id: Sequence) -> Bool { slot(of: id) >= 0 }

  /// Adds a value whose id is not there yet, and tells its slot.
  @discardableResult
  mutating func insert(_ value: Value) -> Int {
    if (count &+ 1) &* 2 > buckets.count { grow() }
    let slot: Int
    if let free = vacant.popLast() {
      slot = Int(free)
      slots[slot] = value
    } else {
      slot = slots.count
      slots.append(value)
    }
    count &+= 1
    occupy(slot, id: value.id)
    return slot
  }

  /// Takes a value out and gives it back; nil when it is not there.
  @discardableResult
  mutating func remove(_ id: Sequence) -> Value? {
    let mask = buckets.count &- 1
    var bucket = Self.hash(id) & mask
    while true {
      let entry = buckets[bucket]
      if entry == 0 { return nil }
      if slots[Int(entry &- 1)].id == id { break }
      bucket = (bucket &+ 1) & mask
    }
    let slot = Int(buckets[bucket] &- 1)
    vacate(bucket)
    var value = Value.vacant
    swap(&value, &slots[slot])
    vacant.append(Int32(slot))
    count &-= 1
    return value
  }

  /// All ids, in no particular order. O(n).
  var ids: [Sequence] {
    var ids: [Sequence] = []
    ids.reserveCapacity(count)
    for value in slots where value.id.exists { ids.append(value.id) }
    return ids
  }

  private static func hash(_ id: Sequence) -> Int {
    let mixed = UInt64(truncatingIfNeeded: id.rawValue) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: mixed >> 33)
  }

  private mutating func occupy(_ slot: Int, id: Sequence) {
    let mask = buckets.count &- 1
    var bucket = Self.hash(id) & mask
    while buckets[bucket] != 0 { bucket = (bucket &+ 1) & mask }
    buckets[bucket] = Int32(slot &+ 1)
  }

  /// Empties a bucket and moves back what had to stand behind it, so that no search breaks off.
  private mutating func vacate(_ bucket: Int) {
    let mask = buckets.count &- 1
    var hole = bucket
    var next = (bucket &+ 1) & mask
    while buckets[next] != 0 {
      let home = Self.hash(slots[Int(buckets[next] &- 1)].id) & mask
      if (next &- home) & mask >= (next &- hole) & mask {
        buckets[hole] = buckets[next]
        hole = next
      }
      next = (next &+ 1) & mask
    }
    buckets[hole] = 0
  }

  private mutating func grow() {
    buckets = ContiguousArray(repeating: 0, count: buckets.count &* 2)
    for slot in slots.indices where slots[slot].id.exists {
      occupy(slot, id: slots[slot].id)
    }
  }
}

/// What a ``SequenceTable`` holds.
protocol SequenceTableValue: Sendable {
  var id: Sequence { get }
  /// What stands in a free slot: a value whose id is ``Sequence/nothing``.
  static var vacant: Self { get }
}
