/// Resolves the character references of HTML and XML, both by number and by name
/// (``HTMLEntities``).
enum MarkupEntities {
  /// Returns a text with its references resolved. All other text remains unchanged.
  ///
  /// - Parameter isValue: Whether the text is the value of an attribute. In a value, a name without
  ///   a `;` counts only if it is not followed by a letter, a digit or `=`, so that the address
  ///   `?a=1&copy=2` remains unchanged.
  /// - Complexity: O(bytes)
  static func resolved(_ bytes: ArraySlice<UInt8>, isValue: Bool = false) -> String {
    guard bytes.contains(UInt8(ascii: "&")) else { return String(decoding: bytes, as: UTF8.self) }
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    var position = bytes.startIndex
    while position < bytes.endIndex {
      if bytes[position] == UInt8(ascii: "&"),
        let found = reference(bytes[(position + 1)...], isValue)
      {
        text.append(contentsOf: found.text.utf8)
        position += 1 + found.count
      } else {
        text.append(bytes[position])
        position += 1
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns the characters of a reference and its length in bytes, given the bytes after its `&`.
  private static func reference(
    _ bytes: ArraySlice<UInt8>, _ isValue: Bool
  ) -> (text: String, count: Int)? {
    if bytes.first == UInt8(ascii: "#") {
      return number(bytes.dropFirst()).map { ($0.text, $0.count + 1) }
    }
    let name = bytes.prefix(HTMLEntities.longestName).prefix(while: isAlphanumeric)
    guard !name.isEmpty else { return nil }
    if name.endIndex < bytes.endIndex, bytes[name.endIndex] == UInt8(ascii: ";"),
      let text = HTMLEntities.characters(named: String(decoding: name, as: UTF8.self))
    {
      return (text, name.count + 1)
    }
    for count in stride(from: name.count, to: 1, by: -1) {
      let candidate = String(decoding: name.prefix(count), as: UTF8.self)
      guard HTMLEntities.needsNoSemicolon(candidate) else { continue }
      let next = bytes.dropFirst(count).first
      if isValue, next.map({ isAlphanumeric($0) || $0 == UInt8(ascii: "=") }) ?? false {
        return nil
      }
      return HTMLEntities.characters(named: candidate).map { ($0, count) }
    }
    return nil
  }

  /// Returns the character for a number, and the length of the number in bytes, including the `;`
  /// if there is one.
  private static func number(_ bytes: ArraySlice<UInt8>) -> (text: String, count: Int)? {
    let isHexadecimal = bytes.first.map { $0 | 0x20 == UInt8(ascii: "x") } ?? false
    let start = isHexadecimal ? bytes.dropFirst() : bytes
    // No valid character number has more digits.
    let digits = start.prefix(10).prefix(while: isAlphanumeric)
    guard
      let value = UInt32(String(decoding: digits, as: UTF8.self), radix: isHexadecimal ? 16 : 10),
      let scalar = Unicode.Scalar(0x80...0x9F ~= value ? Windows1252.scalar(UInt8(value)) : value)
    else { return nil }
    let hasEnd =
      bytes.indices.contains(digits.endIndex) && bytes[digits.endIndex] == UInt8(ascii: ";")
    return (String(Character(scalar)), digits.endIndex - bytes.startIndex + (hasEnd ? 1 : 0))
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    0x30...0x39 ~= byte || 0x41...0x5A ~= byte || 0x61...0x7A ~= byte
  }
}
