/// The format of libedit's history file, which consists of a header line and one line for each
/// entry, encoded like the output of vis(3).
///
/// A line `#owner:NAME` names the owner of the lines after it, up to the next `#owner:` line. Other
/// programs read such a line as an entry that is a comment.
enum HistoryEncoding {
  /// The first line of the file.
  static let header = "_HiStOrY_V2_\n"

  /// The beginning of a line that names an owner.
  private static let ownerPrefix = Array("#owner:".utf8)

  /// Returns the line that names an owner. If the owner is nil, the lines after it have no owner.
  static func encode(owner: String?) -> [UInt8] {
    ownerPrefix + Array((owner ?? "").utf8) + [UInt8(ascii: "\n")]
  }

  /// Returns the owner that a line names, which is empty for lines without an owner. Returns nil if
  /// the line is not an owner line.
  static func owner(in line: some Collection<UInt8>) -> String? {
    guard line.starts(with: ownerPrefix) else { return nil }
    return String(decoding: line.dropFirst(ownerPrefix.count), as: UTF8.self)
  }

  /// Returns an entry as a line of the file that ends in a newline. White space, control characters
  /// and backslashes are written as `\` and three octal digits, and everything else as UTF-8.
  ///
  /// - Complexity: O(length).
  static func encode(_ entry: String) -> [UInt8] {
    var line: [UInt8] = []
    line.reserveCapacity(entry.utf8.count + 16)
    // The first byte of an entry that looks like an owner line is escaped, so that it is read as an
    // entry.
    let isLikeOwner = entry.utf8.starts(with: ownerPrefix)
    for (index, byte) in entry.utf8.enumerated() {
      switch byte {
      case 0...0x20, 0x7F, UInt8(ascii: "\\"): appendOctal(byte, to: &line)
      default:
        if index == 0, isLikeOwner { appendOctal(byte, to: &line) } else { line.append(byte) }
      }
    }
    line.append(UInt8(ascii: "\n"))
    return line
  }

  /// Writes a byte as a backslash and three octal digits.
  private static func appendOctal(_ byte: UInt8, to line: inout [UInt8]) {
    line.append(UInt8(ascii: "\\"))
    for shift in [6, 3, 0] { line.append(UInt8(ascii: "0") + byte >> UInt8(shift) & 7) }
  }

  /// Returns the entry in a line of the file, or nil for a line without text.
  ///
  /// All output of vis(3) can be decoded. A backslash that does not begin a known escape is an
  /// ordinary character, bytes that are not UTF-8 become U+FFFD, and NULs are dropped.
  ///
  /// - Parameter line: The line without its newline.
  /// - Complexity: O(length).
  static func decode(_ line: some Collection<UInt8>) -> String? {
    var rest = Array(line)[...]
    var bytes: [UInt8] = []
    bytes.reserveCapacity(rest.count)
    while let byte = rest.popFirst() {
      if byte != UInt8(ascii: "\\") {
        bytes.append(byte)
      } else if let escaped = readEscape(from: &rest) {
        bytes.append(escaped)
      } else {
        bytes.append(byte)
      }
    }
    let entry = String(decoding: bytes.lazy.filter { $0 != 0 }, as: UTF8.self)
    return entry.isEmpty ? nil : entry
  }

  /// Removes the escape after a backslash, and returns the byte that the escape represents. If the
  /// escape is not known, returns nil and removes nothing.
  private static func readEscape(from rest: inout ArraySlice<UInt8>) -> UInt8? {
    guard let first = rest.first else { return nil }
    if let value = octal(rest.prefix(3)) {
      rest.removeFirst(3)
      return value
    }
    if first == UInt8(ascii: "M") || first == UInt8(ascii: "^") {
      return readMetaOrControl(from: &rest)
    }
    guard let value = letters[first] else { return nil }
    rest.removeFirst()
    return value
  }

  /// Returns the byte that three octal digits represent, or nil for anything else.
  private static func octal(_ digits: ArraySlice<UInt8>) -> UInt8? {
    guard digits.count == 3 else { return nil }
    var value: UInt16 = 0
    for digit in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "7")).contains(digit) else { return nil }
      value = value * 8 + UInt16(digit - UInt8(ascii: "0"))
    }
    return UInt8(exactly: value)
  }

  /// Removes an escape of the form `^C` (a control character), `M-C` (a byte with the high bit set)
  /// or `M^C` (a control character with the high bit set), and returns the byte that the escape
  /// represents.
  private static func readMetaOrControl(from rest: inout ArraySlice<UInt8>) -> UInt8? {
    let text = Array(rest.prefix(3))
    if text.count >= 2, text[0] == UInt8(ascii: "^") {
      rest.removeFirst(2)
      return control(text[1])
    }
    guard text.count == 3 else { return nil }
    switch text[1] {
    case UInt8(ascii: "-"):
      rest.removeFirst(3)
      return text[2] | 0x80
    case UInt8(ascii: "^"):
      rest.removeFirst(3)
      return control(text[2]) | 0x80
    default:
      return nil
    }
  }

  /// Returns the control character of a letter.
  private static func control(_ letter: UInt8) -> UInt8 {
    letter == UInt8(ascii: "?") ? 0x7F : letter & 0x1F
  }

  /// The bytes that single characters after a backslash represent.
  private static let letters: [UInt8: UInt8] = [
    UInt8(ascii: "\\"): UInt8(ascii: "\\"),
    UInt8(ascii: "n"): 0x0A,
    UInt8(ascii: "r"): 0x0D,
    UInt8(ascii: "t"): 0x09,
    UInt8(ascii: "s"): 0x20,
    UInt8(ascii: "a"): 0x07,
    UInt8(ascii: "b"): 0x08,
    UInt8(ascii: "v"): 0x0B,
    UInt8(ascii: "f"): 0x0C,
    UInt8(ascii: "E"): 0x1B,
    UInt8(ascii: "0"): 0x00,
  ]
}
