/// Values by sequence, in slots that stay where they are.
///
/// A hash table of plain integers over a list of slots: the fold looks up a tab for nearly every
/// event, and a general dictionary would cost it several times as much. The order in which things
/// came in is not kept.
///
/// Look-up, insertion and removal are O(1) on average.
struct SlotTable<Value: Slotted>: Sendable {
  private var values: ContiguousArray<Value> = []
  private var vacant: ContiguousArray<Int32> = []
  /// Power of two long.
  private var buckets = ContiguousArray(repeating: SlotBucket.empty, count: leastBuckets)
  private(set) var count = 0

  init() {}
}

private let leastBuckets = 8

/// The id stands beside its slot, so that a search does not touch the values themselves.
private struct SlotBucket: BitwiseCopyable {
  var id: EventID
  var slot: Int32

  static var empty: SlotBucket { SlotBucket(id: .nothing, slot: 0) }
}

extension SlotTable {
  /// Half full at most: then most searches end where they begin, and few lines of memory are touched.
  private static var bucketsPerValue: Int { 2 }

  /// All slots, those that are free, too.
  var slots: ContiguousArray<Value> { values }

  /// The slot of a value, or −1.
  func slot(of id: EventID) -> Int {
    let mask = buckets.count &- 1
    var position = Self.hash(id) & mask
    while true {
      let bucket = buckets[position]
      if bucket.id == id { return id.exists ? Int(bucket.slot) : -1 }
      if !bucket.id.exists { return -1 }
      position = (position &+ 1) & mask
    }
  }

  /// The value in a slot that ``slot(of:)`` gave.
  subscript(slot: Int) -> Value {
    _read { yield values[slot] }
    _modify { yield &values[slot] }
  }

  /// The value of an id, if it is there.
  subscript(id: EventID) -> Value? {
    let slot = slot(of: id)
    return slot < 0 ? nil : values[slot]
  }

  func contains(_ id: EventID) -> Bool { slot(of: id) >= 0 }

  /// Adds a value whose id is not there yet, and tells its slot.
  @discardableResult
  mutating func insert(_ value: Value) -> Int {
    if (count &+ 1) &* Self.bucketsPerValue > buckets.count { makeBuckets(for: count &+ 1) }
    let slot: Int
    if let free = vacant.popLast() {
      slot = Int(free)
      values[slot] = value
    } else {
      slot = values.count
      values.append(value)
    }
    enter(slot, id: value.id)
    return slot
  }

  /// Makes room for so many values in all.
  mutating func reserve(_ count: Int) {
    values.reserveCapacity(count)
    if count &* Self.bucketsPerValue > buckets.count { makeBuckets(for: count) }
  }

  /// Takes a value out and gives it back; nil when it is not there.
  @discardableResult
  mutating func remove(_ id: EventID) -> Value? {
    guard let slot = leave(id) else { return nil }
    var value = Value.vacant
    swap(&value, &values[slot])
    vacant.append(Int32(slot))
    return value
  }

  private static func hash(_ id: EventID) -> Int {
    let mixed = UInt64(truncatingIfNeeded: id.rawValue) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: mixed >> 33)
  }

  /// Has an id lead to a slot.
  private mutating func enter(_ slot: Int, id: EventID) {
    count &+= 1
    occupy(slot, id: id)
  }

  /// Has an id lead nowhere any more, and tells the slot that it led to; nil when it led to none.
  private mutating func leave(_ id: EventID) -> Int? {
    guard id.exists else { return nil }
    let mask = buckets.count &- 1
    var position = Self.hash(id) & mask
    while buckets[position].id != id {
      if !buckets[position].id.exists { return nil }
      position = (position &+ 1) & mask
    }
    let slot = Int(buckets[position].slot)
    vacate(position)
    count &-= 1
    return slot
  }

  private mutating func occupy(_ slot: Int, id: EventID) {
    let mask = buckets.count &- 1
    var position = Self.hash(id) & mask
    while buckets[position].id.exists { position = (position &+ 1) & mask }
    buckets[position] = SlotBucket(id: id, slot: Int32(slot))
  }

  /// Empties a bucket and moves back what had to stand behind it, so that no search breaks off.
  private mutating func vacate(_ position: Int) {
    let mask = buckets.count &- 1
    var hole = position
    var next = (position &+ 1) & mask
    while buckets[next].id.exists {
      let home = Self.hash(buckets[next].id) & mask
      if (next &- home) & mask >= (next &- hole) & mask {
        buckets[hole] = buckets[next]
        hole = next
      }
      next = (next &+ 1) & mask
    }
    buckets[hole] = .empty
  }

  /// Makes as many buckets as that many values need, and has all ids lead to their slots.
  private mutating func makeBuckets(for wanted: Int) {
    var bucketCount = leastBuckets
    while wanted &* Self.bucketsPerValue > bucketCount { bucketCount &*= 2 }
    buckets = ContiguousArray(repeating: .empty, count: bucketCount)
    for slot in slots.indices where slots[slot].id.exists {
      occupy(slot, id: slots[slot].id)
    }
  }
}

/// What a ``SlotTable`` holds.
protocol Slotted: Sendable {
  var id: EventID { get }
  /// What stands in a free slot: a value whose id is ``EventID/nothing``.
  static var vacant: Self { get }
}
