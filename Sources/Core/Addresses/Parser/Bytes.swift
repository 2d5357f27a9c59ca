extension Span<UInt8> {
  /// Whether all bytes are below 0x80.
  var isASCII: Bool {
    var all: UInt8 = 0
    for index in indices { all |= self[index] }
    return all < 0x80
  }

  /// Returns whether both spans have the same bytes.
  func isEqual(to other: Span<UInt8>) -> Bool {
    guard count == other.count else { return false }
    for index in indices where self[index] != other[index] { return false }
    return true
  }

  /// The bytes as a string. Ill-formed UTF-8 becomes U+FFFD.
  var text: String {
    unsafe withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
  }

  /// Hashes all bytes at once.
  func hash(into hasher: inout Hasher) {
    unsafe withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
  }

  /// Returns whether the bytes equal an ASCII text, ignoring case.
  ///
  /// - Parameter text: The text in lower case.
  func isEqualIgnoringCase(_ text: StaticString) -> Bool {
    guard count == text.utf8CodeUnitCount else { return false }
    return text.withSpan { text in
      for index in indices where self[index].lowercased != text[index] { return false }
      return true
    }
  }

  /// Returns the first index of a byte in a range, or nil if the range does not contain the byte.
  func firstIndex(of byte: UInt8, in range: Range<Int>) -> Int? {
    var index = range.lowerBound
    while index + Block.count <= range.upperBound, !Block(self, at: index).has(byte) {
      index += Block.count
    }
    while index < range.upperBound {
      if self[index] == byte { return index }
      index += 1
    }
    return nil
  }

  /// Returns the index of the first byte of a range that a set encodes, or the end of the range if
  /// there is no such byte.
  func endOfRun(_ range: Range<Int>, without set: ByteSet) -> Int {
    let end = range.upperBound
    let hasBlocks = set.sparesPlainBytes
    var index = range.lowerBound
    while index < end {
      // The last block starts earlier and overlaps the previous block, so that it is complete.
      let start = Swift.min(index, end - Block.count)
      if hasBlocks, start >= 0, Block(self, at: start).isPlain {
        index = start + Block.count
        continue
      }
      let stop = Swift.min(index + Block.count, end)
      while index < stop {
        if set.encodes(self[index]) { return index }
        index += 1
      }
    }
    return end
  }

  /// Returns the last index of a byte in a range, or nil if the range does not contain the byte.
  func lastIndex(of byte: UInt8, in range: Range<Int>) -> Int? {
    for index in range.reversed() where self[index] == byte { return index }
    return nil
  }

  /// The range of the bytes without C0 controls and spaces at both ends.
  var trimmed: Range<Int> {
    var start = 0
    var end = count
    while start < end, self[start] <= 0x20 { start += 1 }
    while end > start, self[end - 1] <= 0x20 { end -= 1 }
    return start..<end
  }

  /// Returns whether a range contains a tab, LF or CR.
  func hasTabOrLineEnd(in range: Range<Int>) -> Bool {
    var index = range.lowerBound
    while index + Block.count <= range.upperBound {
      if Block(self, at: index).hasTabOrLineEnd { return true }
      index += Block.count
    }
    while index < range.upperBound {
      if self[index].isTabOrLineEnd { return true }
      index += 1
    }
    return false
  }

  /// Returns the number of slashes and backslashes at the start of a range.
  func leadingSlashes(_ range: Range<Int>) -> Int {
    var index = range.lowerBound
    while index < range.upperBound, self[index].isSlash(special: true) { index += 1 }
    return index - range.lowerBound
  }

  /// Returns whether a range begins with `//`.
  func hasTwoSlashes(at range: Range<Int>) -> Bool {
    range.count >= 2 && self[range.lowerBound] == UInt8(ascii: "/")
      && self[range.lowerBound + 1] == UInt8(ascii: "/")
  }
}

extension StaticString {
  /// Calls a closure with the UTF-8 bytes of the text.
  @inline(__always)
  func withSpan<Value>(_ body: (Span<UInt8>) -> Value) -> Value {
    withUTF8Buffer { unsafe body($0.span) }
  }

  /// The UTF-8 bytes of the text.
  var bytes: [UInt8] {
    withUTF8Buffer { unsafe Array($0) }
  }
}

extension UInt8 {
  /// Whether the byte is a tab, LF or CR. The parser drops these bytes everywhere.
  var isTabOrLineEnd: Bool { self == 0x09 || self == 0x0A || self == 0x0D }

  /// Whether the byte is allowed in a scheme: a letter, a digit, `+`, `-` or `.`.
  var isInScheme: Bool {
    isLetter || isDigit || self == UInt8(ascii: "+") || self == UInt8(ascii: "-")
      || self == UInt8(ascii: ".")
  }

  /// Returns whether the byte separates path segments: `/`, and also `\` if the scheme is special.
  func isSlash(special: Bool) -> Bool {
    self == UInt8(ascii: "/") || special && self == UInt8(ascii: "\\")
  }

  /// Whether the byte is an ASCII letter.
  var isLetter: Bool { (self | 0x20) &- 0x61 < 26 }
  /// Whether the byte is an ASCII digit.
  var isDigit: Bool { self &- 0x30 < 10 }

  /// The byte in lower case if it is an ASCII letter, otherwise the byte itself.
  var lowercased: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }

  /// The value of a hexadecimal digit in either case, or nil for other bytes.
  var hexadecimalValue: UInt8? {
    if isDigit { return self &- 0x30 }
    let letter = (self | 0x20) &- 0x61
    return letter < 6 ? letter + 10 : nil
  }

  /// Returns the upper-case hexadecimal digit of a value below 16.
  static func hexadecimalDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? 0x30 + value : 0x37 + value
  }
}
