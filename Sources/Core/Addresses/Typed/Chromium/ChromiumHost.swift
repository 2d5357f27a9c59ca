/// The host of a text after Chromium's repairs, as far as it tells an address from a
/// search.
struct ChromiumHost {
  /// Whether the host is a name or an IP address.
  enum Family {
    case name, ipv4, ipv6
  }

  /// Which of the three it is.
  let family: Family
  /// Whether the host is more than a known public suffix, or is under a reserved name (RFC
  /// 6761, and `internal` by ICANN's resolution).
  let hasKnownSuffix: Bool
  /// How many numbers the host was typed with; nil unless it is an IPv4 address.
  let typedNumberCount: Int?
  /// The host in ASCII.
  private let name: [UInt8]

  /// Looks at the host of a URL that was made of typed parts.
  init(_ url: URL, _ parts: ChromiumParts, _ context: Typed.Context) {
    let name = Array((url.host ?? "").utf8)
    self.name = name
    let isNumber = IPv4.endsInNumber(name.span, 0..<name.count)
    family = name.first == UInt8(ascii: "[") ? .ipv6 : isNumber ? .ipv4 : .name
    let suffix = context.suffixes.suffixStart(in: name.span, includesPrivate: false) ?? 0
    hasKnownSuffix = family == .name && (suffix > 0 || name.span.isUnderReserved)
    typedNumberCount =
      family == .ipv4 ? parts.host.flatMap { parts.bytes.span.extracting($0).ipv4Count } : nil
  }

  /// Returns what becomes of a text whose host cannot exist; nil for other hosts.
  func kindOfImpossible(_ parts: ChromiumParts) -> ChromiumVerdict.Kind? {
    guard family == .name else { return nil }
    let isInvalid = name.span.isUnder("invalid", orIsIt: true) && !isTheWordAlone(parts)
    guard !isPossible || isInvalid else { return nil }
    let hasSpace = parts.host?.contains { parts.bytes[$0] == UInt8(ascii: " ") } ?? false
    return parts.typedScheme != nil || hasKnownSuffix && !hasSpace ? .undecided : .search
  }

  /// Whether something can be reached at an IPv4 address: its first number is not 0, or it
  /// is 0.0.0.0, which is this computer.
  var isReachable: Bool { !beginsWithZero || name.elementsEqual("0.0.0.0".utf8) }

  /// Whether the first number of an IPv4 address is 0.
  var beginsWithZero: Bool { name.starts(with: "0.".utf8) }

  /// Whether the whole text is the word "invalid".
  private func isTheWordAlone(_ parts: ChromiumParts) -> Bool {
    parts.bytes.elementsEqual("invalid".utf8)
  }

  /// Whether all labels are of letters, digits, `-` and `_`, and the last begins with a
  /// letter or digit.
  private var isPossible: Bool {
    var beginsLabel = true
    var isLastUsual = false
    for byte in name {
      let isUsual = byte.isLetter || byte.isDigit
      let isStroke = byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
      if beginsLabel {
        guard isUsual || isStroke else { return false }
        isLastUsual = isUsual
        beginsLabel = false
      } else if byte == UInt8(ascii: ".") {
        beginsLabel = true
      } else if !isUsual, !isStroke {
        return false
      }
    }
    return isLastUsual
  }
}

extension Span<UInt8> {
  /// Whether the host is under a reserved name, or is `localhost`.
  fileprivate var isUnderReserved: Bool {
    isUnder("localhost", orIsIt: true) || isUnder("example", orIsIt: false)
      || isUnder("test", orIsIt: false) || isUnder("internal", orIsIt: false)
  }

  /// Whether a host is under a domain; the domain itself counts if `orIsIt` is true.
  fileprivate func isUnder(_ domain: StaticString, orIsIt: Bool) -> Bool {
    let end = endOfName
    let start = end - domain.utf8CodeUnitCount
    guard start >= 0, extracting(start..<end).isEqualIgnoringCase(domain) else { return false }
    return start == 0 ? orIsIt : self[start - 1] == UInt8(ascii: ".")
  }

  /// How many numbers an IPv4 address is written with; nil if it is none.
  fileprivate var ipv4Count: Int? {
    guard !isEmpty, IPv4(self) != nil else { return nil }
    var dots = 0
    for index in 0..<endOfName where self[index] == UInt8(ascii: ".") { dots += 1 }
    return dots + 1
  }
}
