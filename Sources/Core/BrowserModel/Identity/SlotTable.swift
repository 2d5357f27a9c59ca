/// A table of values in numbered slots, for look-up by id.
///
/// This is a hash table with open addressing over a list of slots. A value keeps its slot until it
/// is removed, so other tables can refer to it by slot (``OpenerTable``). The fold looks up a tab
/// for nearly every event, and `Dictionary` with SipHash would be several times slower. Slots are
/// not in the order of insertion, because free slots are reused.
///
/// - Complexity: Look-up, insertion and removal are O(1) on average.
struct SlotTable<Value: Slotted>: Sendable {
  private var values: ContiguousArray<Value> = []
  private var vacant: ContiguousArray<Int32> = []
  /// The hash buckets. Their number is a power of two.
  private var buckets = ContiguousArray(
    repeating: SlotBucket<Value.Made>.empty, count: minimumBuckets)
  /// The number of values, not counting free slots.
  private(set) var count = 0

  init() {}
}

private let minimumBuckets = 8

/// An id and its slot. The bucket repeats the id so that a search does not access the values.
private struct SlotBucket<Made>: BitwiseCopyable {
  var id: TypedID<Made>
  var slot: Int32

  static var empty: SlotBucket { SlotBucket(id: .nothing, slot: 0) }
}

extension SlotTable {
  /// The minimum number of buckets per value. At most half of the buckets are in use, so that most
  /// searches end in the first bucket.
  private static var bucketsPerValue: Int { 2 }

  /// All slots, including free slots, whose values have the id ``EventReference/nothing``.
  var slots: ContiguousArray<Value> { values }

  /// The size of the table in bytes, not counting what the values refer to.
  var byteCount: Int {
    values.count * MemoryLayout<Value>.stride
      + buckets.count * MemoryLayout<SlotBucket<Value.Made>>.stride
  }

  /// Returns the slot of the value with an id, or −1 if the table does not contain the id.
  func slot(of id: TypedID<Value.Made>) -> Int {
    let mask = buckets.count &- 1
    var position = Self.hash(id) & mask
    while true {
      let bucket = buckets[position]
      if bucket.id == id { return id.exists ? Int(bucket.slot) : -1 }
      if !bucket.id.exists { return -1 }
      position = (position &+ 1) & mask
    }
  }

  /// The value in a slot that ``slot(of:)`` returned. Its id must not be changed.
  subscript(slot: Int) -> Value {
    _read { yield values[slot] }
    _modify { yield &values[slot] }
  }

  /// The value with an id, or nil if the table does not contain the id.
  subscript(id: TypedID<Value.Made>) -> Value? {
    let slot = slot(of: id)
    return slot < 0 ? nil : values[slot]
  }

  func contains(_ id: TypedID<Value.Made>) -> Bool { slot(of: id) >= 0 }

  /// Adds a value and returns its slot.
  ///
  /// - Precondition: The table has no value with this id. This is not checked.
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

  /// Reserves memory for a total of `count` values.
  mutating func reserve(_ count: Int) {
    values.reserveCapacity(count)
    if count &* Self.bucketsPerValue > buckets.count { makeBuckets(for: count) }
  }

  /// Removes and returns the value with an id, or returns nil if the table does not contain the id.
  /// The slot is free afterwards.
  @discardableResult
  mutating func remove(_ id: TypedID<Value.Made>) -> Value? {
    guard let slot = leave(id) else { return nil }
    var value = Value.vacant
    swap(&value, &values[slot])
    vacant.append(Int32(slot))
    return value
  }

  private static func hash(_ id: TypedID<Value.Made>) -> Int {
    let mixed = UInt64(truncatingIfNeeded: id.rawValue) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: mixed >> 33)
  }

  /// Maps an id to a slot.
  private mutating func enter(_ slot: Int, id: TypedID<Value.Made>) {
    count &+= 1
    occupy(slot, id: id)
  }

  /// Removes the bucket of an id and returns the slot that it mapped to, or nil if there was none.
  private mutating func leave(_ id: TypedID<Value.Made>) -> Int? {
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

  /// Writes an id into the first free bucket after its hash.
  private mutating func occupy(_ slot: Int, id: TypedID<Value.Made>) {
    let mask = buckets.count &- 1
    var position = Self.hash(id) & mask
    while buckets[position].id.exists { position = (position &+ 1) & mask }
    buckets[position] = SlotBucket(id: id, slot: Int32(slot))
  }

  /// Empties a bucket and moves later buckets of the same run back, so that no search for them ends
  /// early (deletion without tombstones: Knuth, volume 3, 6.4, algorithm R).
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

  /// Creates the buckets for `wanted` values and inserts all ids again. O(slots).
  private mutating func makeBuckets(for wanted: Int) {
    var bucketCount = minimumBuckets
    while wanted &* Self.bucketsPerValue > bucketCount { bucketCount &*= 2 }
    buckets = ContiguousArray(repeating: .empty, count: bucketCount)
    for slot in slots.indices where slots[slot].id.exists {
      occupy(slot, id: slots[slot].id)
    }
  }
}
