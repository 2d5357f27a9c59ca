/// Recognises texts that are serialised http and https URLs already, in one pass and without writing.
///
/// Most URLs that a browser meets are of this kind; whatever is unusual in the least (a port, an
/// upper-case host, a number as the last label, a segment that begins with a dot) is left to
/// ``Parser``, which gives the same layout for those that are recognised.
struct CanonicalText {
  private(set) var layout = Layout()
  private var index: Int

  /// Nil where the text is unusual.
  init?(_ input: Span<UInt8>) {
    guard let scheme = CanonicalText.scheme(input) else { return nil }
    layout.scheme = scheme
    index = scheme == .https ? 8 : 7
    layout.schemeEnd = index - 3
    layout.usernameEnd = index
    layout.hostStart = index
    guard readHost(input), readPath(input) else { return nil }
    if index < input.count, input[index] == UInt8(ascii: "?") {
      layout.queryStart = index
      guard read(input, until: .specialQuery) else { return nil }
    }
    if index < input.count, input[index] == UInt8(ascii: "#") {
      layout.fragmentStart = index
      guard read(input, until: .fragment) else { return nil }
    }
    guard index == input.count else { return nil }
  }

  private static func scheme(_ input: Span<UInt8>) -> Scheme? {
    guard input.count > 8, input[0] == UInt8(ascii: "h"), input[1] == UInt8(ascii: "t"),
      input[2] == UInt8(ascii: "t"), input[3] == UInt8(ascii: "p")
    else { return nil }
    let isSecure = input[4] == UInt8(ascii: "s")
    let colon = isSecure ? 5 : 4
    guard input[colon] == UInt8(ascii: ":"), input[colon + 1] == UInt8(ascii: "/"),
      input[colon + 2] == UInt8(ascii: "/")
    else { return nil }
    return isSecure ? .https : .http
  }

  /// Reads a host of lower-case letters, digits, `-`, `_` and `.`, up to a slash.
  private mutating func readHost(_ input: Span<UInt8>) -> Bool {
    let start = index
    var labelStart = start
    while index < input.count {
      let byte = input[index]
      if byte == UInt8(ascii: "/") { break }
      if byte == UInt8(ascii: ".") {
        labelStart = index + 1
      } else if !byte.isInCanonicalHost {
        return false
      }
      index += 1
    }
    guard index > labelStart, index < input.count, !input[labelStart].isDigit else { return false }
    layout.hostEnd = index
    layout.pathStart = layout.hostEnd
    return true
  }

  private mutating func readPath(_ input: Span<UInt8>) -> Bool {
    var previous: UInt8 = 0
    while index < input.count {
      let byte = input[index]
      if byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#") { return true }
      let beginsSegment = previous == UInt8(ascii: "/")
      guard byte < 0x80, !ByteSet.path.contains(byte), byte != UInt8(ascii: "\\"),
        !beginsSegment || byte != UInt8(ascii: ".") && byte != UInt8(ascii: "%")
      else { return false }
      previous = byte
      index += 1
    }
    return true
  }

  /// Reads a mark and what follows it; stops before a byte that would be encoded.
  private mutating func read(_ input: Span<UInt8>, until set: ByteSet) -> Bool {
    index += 1
    while index < input.count, input[index] < 0x80, !set.contains(input[index]) { index += 1 }
    return index == input.count || input[index] == UInt8(ascii: "#")
  }
}

extension UInt8 {
  fileprivate var isInCanonicalHost: Bool {
    self &- 0x61 < 26 || isDigit || self == UInt8(ascii: "-") || self == UInt8(ascii: "_")
  }
}
