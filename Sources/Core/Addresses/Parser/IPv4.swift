/// An IPv4 address (URL Standard, sections 3.5 and 3.6).
struct IPv4 {
  /// The address as a number, with the first byte as the most significant.
  let value: UInt32

  /// Reads an address in all forms that the standard accepts: one to four numbers, decimal,
  /// octal (`0…`) or hexadecimal (`0x…`), separated by dots.
  init?(_ domain: Span<UInt8>) {
    var end = domain.count
    if end > 0, domain[end - 1] == UInt8(ascii: ".") { end -= 1 }
    var address: UInt64 = 0
    var parts: UInt64 = 0
    var start = 0
    while true {
      let dot = domain.firstIndex(of: UInt8(ascii: "."), in: start..<end)
      guard parts < 4, let number = IPv4.number(domain, start..<(dot ?? end)) else { return nil }
      guard let dot else {
        let bits = 8 * (4 - parts)
        guard number < 1 << bits else { return nil }
        value = UInt32(truncatingIfNeeded: address << bits | number)
        return
      }
      guard number <= 255 else { return nil }
      address = address << 8 | number
      parts += 1
      start = dot + 1
    }
  }

  /// Reads an address in its serialised form: four decimal numbers without leading zeros.
  init?(serialised text: Span<UInt8>) {
    var address: UInt32 = 0
    var index = 0
    for part in 0..<4 {
      if part > 0 {
        guard index < text.count, text[index] == UInt8(ascii: ".") else { return nil }
        index += 1
      }
      let start = index
      var number: UInt32 = 0
      while index < text.count, text[index].isDigit {
        guard index == start || number > 0 else { return nil }
        number = number * 10 + UInt32(text[index] &- 0x30)
        guard number <= 255 else { return nil }
        index += 1
      }
      guard index > start else { return nil }
      address = address << 8 | number
    }
    guard index == text.count else { return nil }
    value = address
  }

  /// Returns whether the last label of a domain is a number, in which case the domain must be an
  /// IPv4 address. An empty label at the end is ignored.
  static func endsInNumber(_ bytes: Span<UInt8>, _ domain: Range<Int>) -> Bool {
    var end = domain.upperBound
    guard !domain.isEmpty else { return false }
    if bytes[end - 1] == UInt8(ascii: ".") { end -= 1 }
    // Most domains end in a letter that is not a hexadecimal digit.
    guard end > domain.lowerBound, bytes[end - 1].isDigit || bytes[end - 1].mayEndHexadecimal
    else { return false }
    let dot = bytes.lastIndex(of: UInt8(ascii: "."), in: domain.lowerBound..<end)
    let label = (dot.map { $0 + 1 } ?? domain.lowerBound)..<end
    guard let first = label.first, bytes[first].isDigit else { return false }
    if number(bytes, label) != nil { return true }
    for index in label where !bytes[index].isDigit { return false }
    return true
  }

  /// Returns the decimal, octal or hexadecimal number in a range, or nil if the range is not a
  /// number. Values beyond 32 bits are limited to 2³³.
  static func number(_ bytes: Span<UInt8>, _ range: Range<Int>) -> UInt64? {
    guard !range.isEmpty else { return nil }
    var index = range.lowerBound
    var radix: UInt64 = 10
    if range.count >= 2, bytes[index] == UInt8(ascii: "0") {
      let isHexadecimal = bytes[index + 1].lowercased == UInt8(ascii: "x")
      radix = isHexadecimal ? 16 : 8
      index += isHexadecimal ? 2 : 1
    }
    var value: UInt64 = 0
    while index < range.upperBound {
      guard let digit = bytes[index].hexadecimalValue, UInt64(digit) < radix else { return nil }
      value = min(value * radix + UInt64(digit), 1 << 33)
      index += 1
    }
    return value
  }

  /// Writes the address as four decimal numbers.
  func write(to writer: inout Writer) {
    for shift: UInt32 in [24, 16, 8, 0] {
      writer.appendDecimal(Int(value >> shift & 0xFF))
      if shift > 0 { writer.append(UInt8(ascii: ".")) }
    }
  }
}

extension UInt8 {
  /// Whether a hexadecimal number may end in this byte.
  fileprivate var mayEndHexadecimal: Bool {
    hexadecimalValue != nil || lowercased == UInt8(ascii: "x")
  }
}
