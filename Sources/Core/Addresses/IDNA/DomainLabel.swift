/// A label of a domain in Unicode that meets the validity criteria of UTS 46 (section 4.1).
struct DomainLabel {
  let codes: [UInt32]

  /// Validates a mapped and normalised label. A label that begins with `xn--` is decoded.
  ///
  /// - Returns: Nil if the label is not valid.
  init?(_ label: ArraySlice<UInt32>) {
    guard DomainLabel.isEncoded(label) else {
      codes = Array(label)
      guard isValid else { return nil }
      return
    }
    guard let decoded = Punycode.decode(label.dropFirst(4)), decoded.contains(where: { $0 >= 0x80 })
    else { return nil }
    codes = decoded
    guard isValid, Normalization.composed(codes) == codes else { return nil }
  }

  /// Appends the label in ASCII. A label that is not ASCII is appended in Punycode.
  ///
  /// - Returns: False if the label is too long for Punycode.
  func appendASCII(to result: inout [UInt8]) -> Bool {
    guard codes.contains(where: { $0 >= 0x80 }) else {
      for code in codes { result.append(UInt8(truncatingIfNeeded: code)) }
      return true
    }
    result.append(contentsOf: "xn--".utf8)
    return Punycode.append(codes, to: &result)
  }

  /// Whether a label begins with `xn--`.
  private static func isEncoded(_ label: ArraySlice<UInt32>) -> Bool {
    let start = label.startIndex
    return label.count >= 4 && label[start] == 0x78 && label[start + 1] == 0x6E
      && label[start + 2] == 0x2D && label[start + 3] == 0x2D
  }

  /// Whether every code point is allowed at its position.
  private var isValid: Bool {
    if let first = codes.first, first >= 0x80, CodePointProperties(first).isMark { return false }
    if DomainLabel.isEncoded(codes[...]) { return false }
    for (index, code) in codes.enumerated() {
      guard CodePointMapping.isValid(code), code != 0x2E else { return false }
      if code == 0x200C || code == 0x200D, !joinerIsAllowed(at: index) { return false }
    }
    return true
  }
}

/// The rules for joiners (RFC 5892, appendix A).
extension DomainLabel {
  /// Whether a zero-width joiner or non-joiner is allowed at an index.
  private func joinerIsAllowed(at index: Int) -> Bool {
    guard index > 0 else { return false }
    if CodePointProperties(codes[index - 1]).isVirama { return true }
    return codes[index] == 0x200C && joinsBefore(index) && joinsAfter(index)
  }

  /// Whether the letter before an index joins to its right. Transparent letters are ignored.
  private func joinsBefore(_ index: Int) -> Bool {
    var place = index - 1
    while place >= 0 {
      let joining = CodePointProperties(codes[place]).joining
      guard joining == .transparent else { return joining == .left || joining == .dual }
      place -= 1
    }
    return false
  }

  /// Whether the letter after an index joins to its left. Transparent letters are ignored.
  private func joinsAfter(_ index: Int) -> Bool {
    for code in codes[(index + 1)...] {
      let joining = CodePointProperties(code).joining
      guard joining == .transparent else { return joining == .right || joining == .dual }
    }
    return false
  }
}

/// The bidi rule (RFC 5893, section 2). The rule applies to all labels of a domain if any of these
/// labels contains right-to-left characters.
extension DomainLabel {
  /// Whether the label contains right-to-left characters.
  var isRightToLeft: Bool {
    codes.contains {
      guard $0 >= 0x590 else { return false }
      let bidi = CodePointProperties($0).bidi
      return bidi.isRightToLeft || bidi == .arabicNumber
    }
  }

  /// Whether the label obeys the bidi rule.
  var obeysBidiRule: Bool {
    guard let first = codes.first else { return true }
    let direction = CodePointProperties(first).bidi
    guard direction == .left || direction.isRightToLeft else { return false }
    var seen: UInt16 = 0
    var last = direction
    for code in codes {
      let bidi = CodePointProperties(code).bidi
      seen |= 1 << UInt16(bidi.rawValue)
      if bidi != .nonspacingMark { last = bidi }
    }
    if direction == .left {
      return seen.isSubset(of: [.left]) && (last == .left || last == .europeanNumber)
    }
    let numbers: UInt16 =
      1 << BidiClass.europeanNumber.rawValue | 1 << BidiClass.arabicNumber.rawValue
    return seen.isSubset(of: [.right, .arabicLetter, .arabicNumber]) && seen & numbers != numbers
      && (last.isRightToLeft || last == .europeanNumber || last == .arabicNumber)
  }
}

extension UInt16 {
  /// Whether each class in this set is one of the given classes or allowed in both directions.
  fileprivate func isSubset(of classes: [BidiClass]) -> Bool {
    var allowed: UInt16 = 0
    let neutral: [BidiClass] = [
      .europeanNumber, .europeanSeparator, .commonSeparator, .europeanTerminator, .otherNeutral,
      .boundaryNeutral, .nonspacingMark,
    ]
    for bidi in classes + neutral { allowed |= 1 << UInt16(bidi.rawValue) }
    return self & ~allowed == 0
  }
}
