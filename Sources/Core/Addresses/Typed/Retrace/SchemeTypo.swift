/// A mistyped scheme of a web address, and its correction.
///
/// These mistakes are corrected: missing, doubled or swapped letters of `http` and `https`, `;`
/// instead of `:`, a missing colon, one slash instead of two, and a scheme before an address that
/// already has a scheme. Slashes must follow the scheme. Without slashes, the text is searched for.
struct SchemeTypo {
  /// The text with the scheme corrected.
  let text: TypedText
  /// The sentence that states the correction.
  let reason: String

  /// Mistyped schemes, and the schemes that were meant.
  private static let slips: [(typed: StaticString, meant: StaticString)] = [
    ("http", "http"), ("htp", "http"), ("ttp", "http"), ("htttp", "http"), ("hhttp", "http"),
    ("httpp", "http"), ("htpp", "http"), ("hptt", "http"), ("hhtp", "http"),
    ("https", "https"), ("htps", "https"), ("ttps", "https"), ("tps", "https"),
    ("htttps", "https"), ("hhttps", "https"), ("httpps", "https"), ("httpss", "https"),
    ("htpps", "https"), ("hptts", "https"), ("httsp", "https"), ("hhtps", "https"),
  ]

  /// Finds a mistyped scheme. Returns nil if there is nothing to correct.
  init?(_ typed: TypedText) {
    let bytes = typed.bytes
    let letters = bytes.prefix(7).prefix { $0.isLetter }.count
    guard letters >= 3, let meant = SchemeTypo.meant(bytes.span.extracting(0..<letters)) else {
      return nil
    }
    let marks = bytes[letters...].prefix(2).prefix {
      $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ";")
    }
    let slashes = letters + marks.count
    let count = bytes.span.leadingSlashes(slashes..<bytes.count)
    guard count >= (marks.isEmpty ? 2 : 1) else { return nil }
    let rest = bytes[(slashes + count)...]
    let isDoubled = SchemeTypo.beginsWithScheme(rest)
    let isRight = letters == meant.utf8CodeUnitCount && marks.elementsEqual(":".utf8)
    guard isDoubled || !isRight || SchemeTypo.isMisspelt(bytes[..<letters], meant) else {
      return nil
    }
    let scheme = isDoubled ? [] : meant.bytes + Array("://".utf8)
    text = TypedText(scheme + rest)
    reason = isDoubled ? "It begins with two schemes." : "It begins with a mistyped scheme."
  }

  /// Returns the scheme that the user meant by some letters, or nil if the letters are not a
  /// mistyped scheme.
  private static func meant(_ letters: Span<UInt8>) -> StaticString? {
    for slip in slips where letters.isEqualIgnoringCase(slip.typed) { return slip.meant }
    return nil
  }

  /// Whether the letters differ from the scheme, ignoring case.
  private static func isMisspelt(_ letters: ArraySlice<UInt8>, _ meant: StaticString) -> Bool {
    let letters = Array(letters)
    return !letters.span.isEqualIgnoringCase(meant)
  }

  /// Whether a text begins with `http://` or `https://`.
  private static func beginsWithScheme(_ rest: ArraySlice<UInt8>) -> Bool {
    let text = TypedText(Array(rest.prefix(8)))
    guard text.schemeIs("http") || text.schemeIs("https") else { return false }
    return text.bytes.span.hasTwoSlashes(at: (text.schemeLength ?? 0) + 1..<text.bytes.count)
  }
}
