/// The names that a host typed without a scheme may end in.
enum TopLevelDomains {
  /// Names outside of the root zone that hosts have all the same: those of RFC 6761, 6762, 7686 and
  /// of ICANN's resolution on `internal`, and what home routers use.
  private static let reserved: StaticString = "example internal lan local localhost onion test "

  /// Whether a name in lower case, in Punycode where it has to be, is one of them.
  ///
  /// Complexity: linear in the list of some ten thousand bytes.
  static func contains(_ name: Span<UInt8>) -> Bool {
    contains(name, in: names) || contains(name, in: reserved)
  }

  private static func contains(_ name: Span<UInt8>, in list: StaticString) -> Bool {
    list.withUTF8Buffer { buffer in
      let list = buffer.span
      var start = 0
      while let end = list.firstIndex(of: UInt8(ascii: " "), in: start..<list.count) {
        if list.extracting(start..<end).isEqual(to: name) { return true }
        start = end + 1
      }
      return false
    }
  }
}
