/// What kind of host a valid URL has, as far as it tells an address from words.
enum TypedHost {
  /// A name under a known top-level domain.
  case name
  /// A name with a dot whose last label is not known.
  case unknownName
  /// A name without a dot.
  case word
  /// `localhost`, or a name under it.
  case localhost
  case ipv4, ipv6
  /// Something that no name looks like.
  case other

  init(_ host: String) {
    let bytes = Array(host.utf8)
    let span = bytes.span
    var end = span.count
    if end > 0, span[end - 1] == UInt8(ascii: ".") { end -= 1 }
    guard end > 0 else {
      self = .other
      return
    }
    if span[0] == UInt8(ascii: "[") {
      self = .ipv6
    } else if IPv4.endsInNumber(span, 0..<span.count) {
      self = .ipv4
    } else {
      self = TypedHost.kind(ofName: span.extracting(0..<end))
    }
  }

  private static func kind(ofName name: Span<UInt8>) -> TypedHost {
    var previous = UInt8(ascii: ".")
    for index in name.indices {
      let byte = name[index]
      if byte == UInt8(ascii: "."), previous == byte { return .other }
      previous = byte
    }
    let dot = name.lastIndex(of: UInt8(ascii: "."), in: 0..<name.count)
    let last = name.extracting((dot.map { $0 + 1 } ?? 0)..<name.count)
    if last.isEqualIgnoringCase("localhost") { return .localhost }
    guard dot != nil else { return .word }
    return TopLevelDomains.contains(last) ? .name : .unknownName
  }

  /// Whether the host is one that servers with a certificate for it do not have.
  var isLocal: Bool {
    switch self {
    case .word, .localhost, .ipv4, .ipv6: true
    case .name, .unknownName, .other: false
    }
  }
}
