/// A sorted table that is unpacked from the constant data of the program.
///
/// The text consists of the keys, followed by the values. Each number is stored as its difference
/// from the previous number, so that the text compresses well. The differences of values can be
/// negative and are zigzag-encoded, as in Protocol Buffers. Values are less than 2³¹.
///
/// A character is a digit with five bits, least significant digit first. The digit d is the character
/// 0x30 + d, or 0x50 + d if more digits follow. A string literal takes no time at start-up and
/// almost no time to compile. An array literal of this size would be slow in both cases.
struct PackedTable: Sendable {
  /// The keys in ascending order.
  private let keys: [UInt64]
  /// The value of each key.
  private let values: [UInt32]

  /// Unpacks a table. O(length of the text).
  init(_ text: StaticString) {
    let numbers = text.withSpan { Self.numbers(in: $0) }
    var keys: [UInt64] = []
    var values: [UInt32] = []
    var key: UInt64 = 0
    var value: UInt32 = 0
    let count = numbers.count / 2
    for index in 0..<count {
      key += numbers[index]
      keys.append(key)
      let difference = UInt32(truncatingIfNeeded: numbers[count + index])
      value &+= difference & 1 == 0 ? difference >> 1 : ~(difference >> 1)
      values.append(value)
    }
    self.keys = keys
    self.values = values
  }

  private init(keys: [UInt64], values: [UInt32]) {
    self.keys = keys
    self.values = values
  }

  /// The table from the values to the indices of their records. The values must differ.
  ///
  /// - Complexity: O(n log n)
  var inverse: PackedTable {
    var order = values.indices.map { UInt64(values[$0]) << 32 | UInt64($0) }
    order.sort()
    return PackedTable(
      keys: order.map { $0 >> 32 }, values: order.map { UInt32(truncatingIfNeeded: $0) })
  }

  /// Returns the numbers that a text contains.
  private static func numbers(in text: Span<UInt8>) -> [UInt64] {
    var numbers: [UInt64] = []
    var number: UInt64 = 0
    var shift: UInt64 = 0
    for index in 0..<text.count {
      let digit = UInt64(text[index] &- 0x30)
      number |= (digit & 31) << shift
      shift += 5
      guard digit & 32 == 0 else { continue }
      numbers.append(number)
      (number, shift) = (0, 0)
    }
    return numbers
  }

  /// The number of records.
  var count: Int { keys.count }

  /// Returns the value of a record.
  func value(record: Int) -> UInt32 { values[record] }

  /// Returns the key of a record.
  func key(record: Int) -> UInt64 { keys[record] }

  /// Returns the last record whose key is not greater than the given key, or nil if all keys are
  /// greater.
  ///
  /// - Complexity: O(log n)
  func lastRecord(upTo key: UInt64) -> Int? {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if keys[middle] <= key { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? low - 1 : nil
  }

  /// Returns the value of a key, or nil if the table does not contain the key.
  ///
  /// - Complexity: O(log n)
  func value(of key: UInt64) -> UInt32? {
    guard let record = lastRecord(upTo: key), keys[record] == key else { return nil }
    return values[record]
  }
}
