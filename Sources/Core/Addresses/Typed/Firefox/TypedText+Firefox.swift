/// What Firefox looks for in a text before it is parsed. Firefox has regular expressions
/// for these.
extension TypedText {
  /// Whether the text begins with `//` or `://`.
  var beginsWithSlashes: Bool {
    let colon = first == UInt8(ascii: ":") ? 1 : 0
    return bytes.span.hasTwoSlashes(at: colon..<bytes.count)
  }

  /// The text without the `//` or `://` at its start, which it has to have.
  var withoutLeadingSlashes: TypedText {
    TypedText(Array(bytes.dropFirst(first == UInt8(ascii: ":") ? 3 : 2)))
  }

  /// Whether the text is labels of letters, digits and `-`, then a colon and one to five
  /// digits.
  var mayBePort: Bool {
    var index = 0
    var labelStart = 0
    while index < bytes.count, bytes[index] != UInt8(ascii: ":") {
      let byte = bytes[index]
      if byte == UInt8(ascii: ".") {
        guard index > labelStart else { return false }
        labelStart = index + 1
      } else if !byte.isLetter, !byte.isDigit, byte != UInt8(ascii: "-") {
        return false
      }
      index += 1
    }
    return index > labelStart && hasPort(at: index)
  }

  /// Whether a colon, one to five digits, and the end of the authority follow at an index.
  private func hasPort(at index: Int) -> Bool {
    guard index < bytes.count, bytes[index] == UInt8(ascii: ":") else { return false }
    var end = index + 1
    while end < bytes.count, bytes[end].isDigit { end += 1 }
    let isEnd = end == bytes.count || bytes[end].endsAuthority && bytes[end] != UInt8(ascii: "\\")
    return (1...5).contains(end - index - 1) && isEnd
  }

  /// The offset after `user@` or `user:password@`, with or without a scheme before it; nil
  /// if there is none, or nothing follows.
  var endOfCredentials: Int? {
    guard let at = bytes.firstIndex(of: UInt8(ascii: "@")), at + 1 < bytes.count else { return nil }
    let start = bytes[..<at].lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
    guard at > start, areSchemes(bytes[..<start]) else { return nil }
    return at + 1
  }

  /// Whether bytes are schemes one after the other, each with a colon and at most three
  /// slashes.
  private func areSchemes(_ bytes: ArraySlice<UInt8>) -> Bool {
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let start = index
      while index < bytes.endIndex, bytes[index].isInScheme, !bytes[index].isDigit { index += 1 }
      guard index > start, index < bytes.endIndex, bytes[index] == UInt8(ascii: ":") else {
        return false
      }
      index += 1
      let slashes = bytes[index...].prefix(3).prefix { $0 == UInt8(ascii: "/") }.count
      index += slashes
    }
    return true
  }

  /// Whether the host begins with a bracket, or like three numbers separated by dots.
  var looksLikeIP: Bool {
    var index = endOfCredentials ?? 0
    if index < bytes.count, bytes[index] == UInt8(ascii: "[") { return true }
    for number in 0..<3 {
      let start = index
      while index < bytes.count, bytes[index].isDigit, index - start < 3 { index += 1 }
      guard index > start else { return false }
      guard number < 2 else { break }
      guard index < bytes.count, bytes[index] == UInt8(ascii: ".") else { return false }
      index += 1
    }
    return true
  }

  /// Returns whether a slash comes before a `?` or `#`, or a port after the host.
  func looksLikeAddress(_ host: [UInt8]) -> Bool {
    if let slash = bytes.firstIndex(of: UInt8(ascii: "/")),
      bytes[slash...].contains(where: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") })
    {
      return true
    }
    return hasPort(at: bytes.starts(with: host) ? host.count : 0)
  }

  /// Whether the text ends in `。`, the full stop of Chinese and Japanese.
  var endsInIdeographicStop: Bool { bytes.suffix(3).elementsEqual([0xE3, 0x80, 0x82]) }

  /// Whether the host after a scheme and its slashes ends in a number.
  var endsInNumber: Bool {
    let scheme = schemeLength.map { $0 + 1 } ?? 0
    let start = scheme + bytes.span.leadingSlashes(scheme..<bytes.count)
    let authority = TypedAuthority(TypedText(Array(bytes[start...])))
    return authority.hostEndsInNumber && (!authority.hasPort || authority.portIsValid)
  }

  /// The URL of the text, with `http` before it unless it has a scheme and `//`.
  ///
  /// Nil if it is not valid, has more than one tab, as a table has, or a space in the
  /// credentials.
  var firefoxAddress: URL? {
    guard bytes.count(where: { $0 == 0x09 }) < 2, !hasSpaceInCredentials else { return nil }
    let url = hasSchemeAndSlashes ? URL(utf8: bytes.span) : address(behind: "http://")
    return url?.withLocalHost
  }

  /// Whether the text begins with a scheme and `//`: the first colon comes before all
  /// slashes, near the start.
  private var hasSchemeAndSlashes: Bool {
    let end = bytes.firstIndex { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "/") }
    guard let end, end < 37, bytes[end] == UInt8(ascii: ":") else { return false }
    return bytes.span.hasTwoSlashes(at: end + 1..<bytes.count)
  }

  /// Whether there is a space before an `@` near the start.
  private var hasSpaceInCredentials: Bool {
    let start = bytes.prefix(512)
    guard let at = start.firstIndex(of: UInt8(ascii: "@")) else { return false }
    let credentials = start[..<at]
    return !credentials.contains(UInt8(ascii: "/")) && credentials.contains { $0 <= 0x20 }
  }
}
