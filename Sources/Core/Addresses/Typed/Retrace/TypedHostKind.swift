/// The kind of host of a valid URL, which helps to distinguish an address from search terms.
enum TypedHostKind {
  /// A name under a known top-level domain.
  case name
  /// A name with a dot and an unknown last label.
  case unknownName
  /// A name without a dot.
  case word
  /// `localhost`, or a name under `localhost`.
  case localhost
  /// An IP address.
  case ipv4, ipv6
  /// A text that cannot be the name of a host, such as a text with two consecutive dots.
  case other

  /// Top-level names of hosts that are not in the root zone: the names in RFC 6761, 6762 and 7686,
  /// `internal`, which ICANN has reserved, and `lan`, which home routers use.
  private static let reserved: [StaticString] = [
    "example", "internal", "lan", "local", "localhost", "onion", "test",
  ]

  /// Determines the kind of a URL's host, which must be in ASCII and in lower case.
  init(_ host: String, _ suffixes: PublicSuffixes) {
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
      self = TypedHostKind.kind(ofName: span.extracting(0..<end), suffixes)
    }
  }

  /// Returns the kind of a host that is not an IP address.
  private static func kind(ofName name: Span<UInt8>, _ suffixes: PublicSuffixes) -> TypedHostKind {
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
    if suffixes.isKnown(name) { return .name }
    for known in reserved where last.isEqualIgnoringCase(known) { return .name }
    return .unknownName
  }

  /// Whether no public certificates are issued for the host, so that `http` is used.
  var isLocal: Bool {
    switch self {
    case .word, .localhost, .ipv4, .ipv6: true
    case .name, .unknownName, .other: false
    }
  }
}
