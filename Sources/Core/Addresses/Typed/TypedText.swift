/// Typed text without surrounding white space, as UTF-8 bytes.
struct TypedText {
  /// The bytes after trimming.
  let bytes: [UInt8]

  /// Creates a text. White space, byte order marks and zero-width spaces are removed at both ends.
  init(_ text: String) {
    let scalars = text.unicodeScalars
    var start = scalars.startIndex
    var end = scalars.endIndex
    while start < end, scalars[start].isTrimmed { start = scalars.index(after: start) }
    while start < end, scalars[scalars.index(before: end)].isTrimmed {
      end = scalars.index(before: end)
    }
    bytes = Array(text.utf8[start..<end])
  }

  /// Creates a text from bytes that are already trimmed.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  var isEmpty: Bool { bytes.isEmpty }
  var first: UInt8? { bytes.first }

  /// Returns the text from an offset as search terms. Tabs and line ends become spaces.
  func words(from start: Int = 0) -> String {
    let spaced = bytes[start...].map { $0.isTabOrLineEnd ? UInt8(ascii: " ") : $0 }
    return String(decoding: spaced, as: UTF8.self)
  }

  /// Returns the text without its first `count` bytes and without the white space after them.
  func dropping(_ count: Int) -> TypedText {
    TypedText(String(decoding: bytes[count...], as: UTF8.self))
  }

  /// Whether the text looks like an address with a path: it contains no space or control character,
  /// and ends in a slash or has a query after a slash, as in `wiki/` and `go/link?to=x`.
  var hasAddressPath: Bool {
    guard bytes.allSatisfy({ $0 > 0x20 }) else { return false }
    let slash = bytes.firstIndex(of: UInt8(ascii: "/")) ?? bytes.count
    let mark = bytes.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
    guard let mark else { return bytes.last == UInt8(ascii: "/") }
    return slash < mark && mark + 1 < bytes.count && bytes[mark] == UInt8(ascii: "?")
  }

  /// Whether the text begins with `//` or `://`.
  var beginsWithSlashes: Bool {
    let colon = first == UInt8(ascii: ":") ? 1 : 0
    return bytes.span.hasTwoSlashes(at: colon..<bytes.count)
  }

  /// The text without the leading `//` or `://`, which it must have.
  var withoutLeadingSlashes: TypedText {
    TypedText(Array(bytes.dropFirst(first == UInt8(ascii: ":") ? 3 : 2)))
  }

  /// The length of the scheme at the start of the text, or nil if the text does not begin with a
  /// scheme.
  var schemeLength: Int? { Parser.schemeEnd(bytes.span, 0..<bytes.count) }

  /// Returns whether the text begins with a scheme, ignoring case.
  ///
  /// - Parameter name: The scheme in lower case.
  func schemeIs(_ name: StaticString) -> Bool {
    guard let length = schemeLength else { return false }
    return bytes.span.extracting(0..<length).isEqualIgnoringCase(name)
  }

  /// The offset after the part that may contain credentials, host and port.
  var authorityEnd: Int {
    bytes.firstIndex { $0.endsAuthority } ?? bytes.count
  }

  /// Returns the URL that consists of a prefix and the text, or nil if the result is not a URL.
  func address(after prefix: StaticString) -> URL? {
    var whole: [UInt8] = []
    whole.reserveCapacity(prefix.utf8CodeUnitCount + bytes.count)
    whole += prefix.bytes
    whole += bytes
    return URL(utf8: whole.span)
  }
}

extension UInt8 {
  /// Whether the byte ends the credentials, the host and the port: `/`, `\`, `?` or `#`.
  var endsAuthority: Bool {
    isSlash(special: true) || self == UInt8(ascii: "?") || self == UInt8(ascii: "#")
  }
}

extension Unicode.Scalar {
  /// Whether the character is white space or invisible, and therefore removed at the ends of a
  /// text.
  fileprivate var isTrimmed: Bool {
    switch value {
    case 0...0x20, 0x7F...0xA0, 0x1680, 0x2000...0x200B, 0x2028, 0x2029, 0x202F, 0x205F, 0x2060,
      0x3000, 0xFEFF:
      true
    default: false
    }
  }
}

extension Scheme {
  /// Creates a scheme from a name in any case.
  init(lowercasing name: Span<UInt8>) {
    guard name.count <= 5 else {
      self = .other
      return
    }
    var lowercased: [UInt8] = []
    for index in name.indices { lowercased.append(name[index].lowercased) }
    self.init(lowercased.span)
  }
}

extension Span<UInt8> {
  /// Returns whether all bytes in a range are digits. True for an empty range.
  func areDigits(_ range: Range<Int>) -> Bool {
    for index in range where !self[index].isDigit { return false }
    return true
  }

  /// Returns whether a range is empty or a number up to 65,535.
  func isPort(_ range: Range<Int>) -> Bool {
    var value = 0
    for index in range {
      guard self[index].isDigit, value <= 65535 else { return false }
      value = value * 10 + Int(self[index] &- 0x30)
    }
    return value <= 65535
  }
}
