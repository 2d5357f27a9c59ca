/// The conversion of non-ASCII domains (URL Standard, section 3.3; UTS 46, section 4).
///
/// The flags are those that the standard specifies if `beStrict` is false: bidi and joiners are
/// checked; hyphens, lengths and the ASCII rules of STD 3 are not checked; processing is
/// nontransitional.
enum Domain {
  /// The maximum length of a domain in bytes. The limit is necessary because positions in Punycode
  /// have 32 bits, and a code point can map to eighteen code points.
  static let lengthLimit = 64 << 20

  /// Returns a domain in ASCII.
  ///
  /// - Parameter utf8: The domain. Ill-formed UTF-8 counts as U+FFFD.
  /// - Returns: The domain, or nil if it is not valid.
  /// - Complexity: O(n log n)
  static func ascii(_ utf8: Span<UInt8>) -> [UInt8]? {
    var mapped: [UInt32] = []
    mapped.reserveCapacity(utf8.count)
    for scalar in utf8.text.unicodeScalars {
      guard CodePointMapping.append(scalar.value, to: &mapped) else { return nil }
    }
    guard let labels = labels(of: Normalization.composed(mapped)) else { return nil }
    var result: [UInt8] = []
    result.reserveCapacity(mapped.count + 16)
    for (index, label) in labels.enumerated() {
      if index > 0 { result.append(UInt8(ascii: ".")) }
      guard label.appendASCII(to: &result) else { return nil }
    }
    return result
  }

  /// Returns the labels in Unicode, or nil if a label is not valid.
  private static func labels(of codes: [UInt32]) -> [DomainLabel]? {
    var labels: [DomainLabel] = []
    var start = 0
    while start <= codes.count {
      let end = codes[start...].firstIndex(of: 0x2E) ?? codes.count
      guard let label = DomainLabel(codes[start..<end]) else { return nil }
      labels.append(label)
      start = end + 1
    }
    if labels.contains(where: { $0.isRightToLeft }) {
      for label in labels where !label.obeysBidiRule { return nil }
    }
    return labels
  }
}
