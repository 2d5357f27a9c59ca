/// A sorted table in the program's constant data: records of base 64 digits, the digit d as the
/// character 0x30 + d.
///
/// A text costs neither start-up nor compile time, which an array literal of this size would.
struct PackedTable: Sendable {
  let keyDigits: Int
  let width: Int
  let text: StaticString

  var count: Int { text.utf8CodeUnitCount / width }

  /// The number that some digits of a record make.
  func number(record: Int, at digit: Int, digits: Int) -> UInt64 {
    let start = text.utf8Start + (record * width + digit)
    var value: UInt64 = 0
    for index in 0..<digits { value = value << 6 | UInt64(start[index] &- 0x30) }
    return value
  }

  /// What stands behind the key.
  func value(record: Int) -> UInt32 {
    let value = number(record: record, at: keyDigits, digits: width - keyDigits)
    return UInt32(truncatingIfNeeded: value)
  }

  func key(record: Int) -> UInt64 { number(record: record, at: 0, digits: keyDigits) }

  /// The last record with a key up to the given one, nil before the first.
  ///
  /// Complexity: O(log n).
  func lastRecord(upTo key: UInt64) -> Int? {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self.key(record: middle) <= key { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? low - 1 : nil
  }

  /// The value of a key, nil where the table has none.
  ///
  /// Complexity: O(log n).
  func value(of key: UInt64) -> UInt32? {
    guard let record = lastRecord(upTo: key), self.key(record: record) == key else { return nil }
    return value(record: record)
  }
}
