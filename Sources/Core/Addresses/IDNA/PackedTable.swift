/// A sorted table in the constant data of the program. Its records consist of base-64 digits, where
/// the digit d is the character 0x30 + d.
///
/// A string literal takes no time at start-up and almost no time to compile. An array literal of
/// this size would be slow in both cases.
struct PackedTable: Sendable {
  /// The number of digits in the key of a record.
  let keyDigits: Int
  /// The number of digits in a record.
  let width: Int
  /// The records, sorted by key.
  let text: StaticString

  /// The number of records.
  var count: Int { text.utf8CodeUnitCount / width }

  /// Returns the number that a range of digits of a record encodes.
  func number(record: Int, at digit: Int, digits: Int) -> UInt64 {
    let start = unsafe text.utf8Start + (record * width + digit)
    var value: UInt64 = 0
    for index in 0..<digits { value = unsafe value << 6 | UInt64(start[index] &- 0x30) }
    return value
  }

  /// Returns the value of a record, which follows its key.
  func value(record: Int) -> UInt32 {
    let value = number(record: record, at: keyDigits, digits: width - keyDigits)
    return UInt32(truncatingIfNeeded: value)
  }

  /// Returns the key of a record.
  func key(record: Int) -> UInt64 { number(record: record, at: 0, digits: keyDigits) }

  /// Returns the last record whose key is not greater than the given key, or nil if all keys are
  /// greater.
  ///
  /// - Complexity: O(log n)
  func lastRecord(upTo key: UInt64) -> Int? {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self.key(record: middle) <= key { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? low - 1 : nil
  }

  /// Returns the value of a key, or nil if the table does not contain the key.
  ///
  /// - Complexity: O(log n)
  func value(of key: UInt64) -> UInt32? {
    guard let record = lastRecord(upTo: key), self.key(record: record) == key else { return nil }
    return value(record: record)
  }
}
