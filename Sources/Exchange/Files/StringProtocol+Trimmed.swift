extension StringProtocol where SubSequence == Substring {
  /// Without the white space at its ends; a mark that stands on such a blank stays.
  var trimmed: String {
    let scalars = unicodeScalars
    guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
      let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
    else { return "" }
    return String(self[first...last])
  }

  /// Whether it begins with these bytes, whatever marks stand on the last of them.
  func begins(with sign: StaticString) -> Bool {
    sign.withUTF8Buffer { utf8.starts(with: $0) }
  }
}

extension Substring {
  /// What stands behind so many bytes of ASCII.
  func dropping(_ count: Int) -> Substring { Substring(utf8.dropFirst(count)) }

  /// The two sides of the first place of a sign, whatever marks stand on its last byte; nil where it is not.
  func parted(at sign: String) -> (before: Substring, behind: Substring)? {
    guard let range = utf8.firstRange(of: sign.utf8) else { return nil }
    return (Substring(utf8[..<range.lowerBound]), Substring(utf8[range.upperBound...]))
  }
}
