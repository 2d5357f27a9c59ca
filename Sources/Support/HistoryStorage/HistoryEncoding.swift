/// The format of libedit's history file: a header line, then one line for each entry, encoded like
/// the output of vis(3).
///
/// A line `#owner:NAME` names the owner of the lines after it, up to the next such line. Other
/// programs read it as another entry, which is a comment.
enum HistoryEncoding {
  /// The first line of the file.
  static let header = "_HiStOrY_V2_\n"

  /// The beginning of a line that names an owner.
  private static let ownerPrefix = Array("#owner:".utf8)

  /// Returns the line that names an owner, or nil for nobody.
  static func encode(owner: String?) -> [UInt8] {
    ownerPrefix + Array((owner ?? "").utf8) + [UInt8(ascii: "\n")]
  }

  /// Returns the owner that a line names, empty for nobody, or nil if the line names none.
  static func owner(in line: some Collection<UInt8>) -> String? {
    guard line.starts(with: ownerPrefix) else { return nil }
    return String(decoding: line.dropFirst(ownerPrefix.count), as: UTF8.self)
  }

  /// Returns an entry as one line of the file with its newline: white space, control characters
  /// and backslashes as `\` and three octal digits, everything else as UTF-8.
  ///
  /// - Complexity: O(length).
  static func encode(_ entry: String) -> [UInt8] {
    var line: [UInt8] = []
    line.reserveCapacity(entry.utf8.count + 16)
    // A typed line is an entry even if it looks like the name of an owner.
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
      } else if let escaped = takeEscape(from: &rest) {
        bytes.append(escaped)
      } else {
        bytes.append(byte)
      }
    }
    let entry = String(decoding: bytes.lazy.filter { $0 != 0 }, as: UTF8.self)
    return entry.isEmpty ? nil : entry
  }

  /// Removes the escape after a backslash and returns its byte. Returns nil, without removing
  /// anything, if it is not a known escape.
  private static func takeEscape(from rest: inout ArraySlice<UInt8>) -> UInt8? {
    guard let first = rest.first else { return nil }
    if let value = octal(rest.prefix(3)) {
      rest.removeFirst(3)
      return value
    }
    if first == UInt8(ascii: "M") || first == UInt8(ascii: "^") {
      return takeMetaOrControl(from: &rest)
    }
    guard let value = letters[first] else { return nil }
    rest.removeFirst()
    return value
  }

  /// The byte of three octal digits, or nil for anything else.
  private static func octal(_ digits: ArraySlice<UInt8>) -> UInt8? {
    guard digits.count == 3 else { return nil }
    var value: UInt16 = 0
    for digit in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "7")).contains(digit) else { return nil }
      value = value * 8 + UInt16(digit - UInt8(ascii: "0"))
    }
    return UInt8(exactly: value)
  }

  /// Removes `^C` (a control character), `M-C` (the high bit set) or `M^C` (both).
  private static func takeMetaOrControl(from rest: inout ArraySlice<UInt8>) -> UInt8? {
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

  /// The control character of a letter.
  private static func control(_ letter: UInt8) -> UInt8 {
    letter == UInt8(ascii: "?") ? 0x7F : letter & 0x1F
  }

  /// The meanings of single letters after a backslash.
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
