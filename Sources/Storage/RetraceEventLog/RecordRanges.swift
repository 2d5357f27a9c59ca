internal import Bytes

/// A set of record numbers, stored as ranges that are in order, disjoint and not adjacent.
///
/// ```swift
/// var damaged = RecordRanges()
/// for number in [80, 78, 81] as [UInt64] { damaged.insert(number) }
/// let ranges = damaged.ranges  // [78...78, 80...81]
/// ```
///
/// A range takes the same space for one number as for a million, for example if a large part of a
/// file is missing.
public struct RecordRanges: Equatable, Sendable {
  /// The ranges.
  public private(set) var ranges: [ClosedRange<UInt64>] = []

  /// Creates an empty set.
  public init() {}

  /// Whether the set is empty.
  public var isEmpty: Bool { ranges.isEmpty }

  /// The number of record numbers in the set.
  ///
  /// - Complexity: O(ranges)
  public var count: Int { Int(clamping: ranges.numberCount) }

  /// Whether the set contains a number.
  ///
  /// - Complexity: O(log ranges)
  public func contains(_ number: UInt64) -> Bool {
    let place = place(of: number)
    return place < ranges.count && ranges[place].contains(number)
  }

  /// Adds a number. Does nothing if the set already contains it.
  ///
  /// - Complexity: O(log ranges), or O(ranges) if a range is added or two ranges are joined.
  public mutating func insert(_ number: UInt64) {
    let place = place(of: number)
    if place < ranges.count, ranges[place].contains(number) { return }
    let joinsBefore = place > 0 && ranges[place - 1].upperBound + 1 == number
    let joinsAfter = place < ranges.count && ranges[place].lowerBound == number + 1
    switch (joinsBefore, joinsAfter) {
    case (true, true):
      ranges[place - 1] = ranges[place - 1].lowerBound...ranges[place].upperBound
      ranges.remove(at: place)
    case (true, false): ranges[place - 1] = ranges[place - 1].lowerBound...number
    case (false, true): ranges[place] = number...ranges[place].upperBound
    case (false, false): ranges.insert(number...number, at: place)
    }
  }

  /// Removes all numbers of another set.
  ///
  /// - Complexity: O(ranges of this set · ranges of the other set)
  public mutating func subtract(_ other: RecordRanges) {
    if !isEmpty, !other.isEmpty { ranges = ranges.without(other.ranges) }
  }

  /// Adds all numbers of another set.
  ///
  /// - Complexity: O(n log n) for n ranges in both sets
  mutating func formUnion(_ other: RecordRanges) {
    var merged: [ClosedRange<UInt64>] = []
    for range in (ranges + other.ranges).sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = merged.last,
        range.lowerBound <= last.upperBound || range.lowerBound - 1 == last.upperBound
      {
        merged[merged.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
    ranges = merged
  }

  /// Returns the index of the first range that does not end before a number.
  private func place(of number: UInt64) -> Int {
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound < number { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension RecordRanges {
  /// The set as bytes. Each range is stored as its first and its last number, 8 bytes each, in
  /// big-endian order.
  package var bytes: [UInt8] { ranges.bytes }

  /// Creates a set from the value of ``bytes``. Returns nil if the bytes are invalid.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count % 16 == 0 else { return nil }
    for start in stride(from: 0, to: bytes.count, by: 16) {
      guard let first = UInt64(bigEndianBytes: Array(bytes[start..<start + 8])),
        let last = UInt64(bigEndianBytes: Array(bytes[start + 8..<start + 16])),
        first >= 1, first <= last, ranges.last.map({ $0.upperBound &+ 1 < first }) ?? true
      else { return nil }
      ranges.append(first...last)
    }
  }
}
