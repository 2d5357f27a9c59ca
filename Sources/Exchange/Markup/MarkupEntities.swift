/// Character references of HTML and XML: those by number, and those names that programs write.
enum MarkupEntities {
  private static let names: [String: String] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}",
    "copy": "©", "reg": "®", "trade": "™", "hellip": "…", "ndash": "–", "mdash": "—",
    "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”", "laquo": "«", "raquo": "»",
    "bull": "•", "middot": "·", "euro": "€", "deg": "°", "times": "×",
  ]

  /// The longest reference that is looked for, with its `&` and `;`.
  private static let longest = 12

  /// Text with its references resolved; what is none stays as it is. O(bytes).
  static func resolved(_ bytes: ArraySlice<UInt8>) -> String {
    guard bytes.contains(UInt8(ascii: "&")) else { return String(decoding: bytes, as: UTF8.self) }
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    var position = bytes.startIndex
    while position < bytes.endIndex {
      if bytes[position] == UInt8(ascii: "&"), let found = reference(bytes[position...]) {
        text.append(contentsOf: found.text.utf8)
        position += found.count
      } else {
        text.append(bytes[position])
        position += 1
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// What a reference stands for, and how many bytes it takes; nil where there is none.
  private static func reference(_ bytes: ArraySlice<UInt8>) -> (text: String, count: Int)? {
    let near = bytes.prefix(longest)
    guard let end = near.firstIndex(of: UInt8(ascii: ";")) else { return nil }
    let name = String(decoding: bytes[(bytes.startIndex + 1)..<end], as: UTF8.self)
    let count = end - bytes.startIndex + 1
    if name.hasPrefix("#") { return scalar(name.dropFirst()).map { ($0, count) } }
    return names[name].map { ($0, count) }
  }

  private static func scalar(_ digits: Substring) -> String? {
    let isHexadecimal = digits.first == "x" || digits.first == "X"
    let value = isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return value.flatMap(Unicode.Scalar.init).map { String(Character($0)) }
  }
}
