/// The rules for displaying a host in Unicode, so that no reader can mistake it for another host.
///
/// The host is displayed in Unicode only if each label in Punycode meets all of these conditions:
///
/// 1. Typing the displayed text leads to the same host.
/// 2. All its characters belong to one script (``DisplayScript``), apart from digits and `-`. ASCII
///   letters may be mixed only with Latin, Hangul and the scripts of Chinese and Japanese.
/// 3. Not all of its characters look like ASCII, unless the script is expected under the top-level
///   domain.
/// 4. Strokes that look like `-`, `/` or `.` are not next to ASCII letters.
///
/// Source: UTS 39, sections 5.1 and 5.2, and Chromium's policy for internationalised names
/// (`idn_spoof_checker.cc`). These rules are stricter than Chromium's: marks without a script and
/// letters of rare languages are not displayed.
enum UnicodeHost {
  /// Returns the host of a URL in Unicode, or nil if the host is displayed in ASCII.
  static func unicode(of url: URL) -> String? {
    guard url.isSpecial, let host = url.host, Array(host.utf8).containsPrefixedLabel else {
      return nil
    }
    let codes = host.utf8.map { UInt32($0) }
    let parts = codes.split(separator: 0x2E, omittingEmptySubsequences: false)
    let domain = topLevel(parts)
    var shown = String.UnicodeScalarView()
    var isFirst = true
    for part in parts {
      guard let label = DomainLabel(part), roundTrips(label, part), isSafe(label.codes, domain)
      else { return nil }
      if !isFirst { shown.append(".") }
      isFirst = false
      for code in label.codes {
        guard let scalar = Unicode.Scalar(code) else { return nil }
        shown.append(scalar)
      }
    }
    return String(shown)
  }

  /// Returns the last non-empty label.
  private static func topLevel(_ parts: [ArraySlice<UInt32>]) -> [UInt8] {
    let last = parts.last { !$0.isEmpty } ?? []
    return last.map { UInt8(truncatingIfNeeded: $0) }
  }

  /// Whether encoding a decoded label gives the original label.
  private static func roundTrips(_ label: DomainLabel, _ part: ArraySlice<UInt32>) -> Bool {
    var ascii: [UInt8] = []
    guard label.appendASCII(to: &ascii) else { return false }
    return ascii.count == part.count && zip(ascii, part).allSatisfy { UInt32($0) == $1 }
  }

  /// Whether a label cannot be mistaken for another label.
  private static func isSafe(_ label: [UInt32], _ domain: [UInt8]) -> Bool {
    guard let first = label.first(where: { $0 >= 0x80 }) else { return true }
    guard let index = DisplayScript.index(of: first) else { return false }
    let script = DisplayScript.all[index]
    guard label.allSatisfy({ $0 < 0x80 || script.contains($0) }) else { return false }
    if label.contains(where: isASCIILetter) {
      return script.joinsASCII && !label.contains(where: passesForStroke)
    }
    return !isLookalike(label, script) || isExpected(script, in: domain)
  }

  /// Whether a code point is an ASCII letter.
  private static func isASCIILetter(_ code: UInt32) -> Bool { code | 0x20 &- 0x61 < 26 }

  /// Whether every character of a label looks like an ASCII character.
  private static func isLookalike(_ label: [UInt32], _ script: DisplayScript) -> Bool {
    script.lookalikes.withSpan { lookalikes in
      let letters = lookalikes.text.unicodeScalars.map { $0.value }
      return label.allSatisfy { $0 < 0x80 || letters.contains($0) }
    }
  }

  /// Whether labels in a script are expected under a top-level domain: a domain in the script
  /// itself, or the domain of a country that uses the script.
  private static func isExpected(_ script: DisplayScript, in domain: [UInt8]) -> Bool {
    if domain.starts(with: "xn--".utf8) { return true }
    for name in script.domains where domain.span.isEqualIgnoringCase(name) { return true }
    return false
  }

  /// Whether a character looks like `-`, `/`, `|`, `.` or a similar stroke among Latin letters.
  private static func passesForStroke(_ code: UInt32) -> Bool {
    switch code {
    case 0x30CE, 0x30BD, 0x30BE, 0x30F3, 0x30FC, 0x4E00, 0x4E28, 0x4E36, 0x4E3F, 0x5DE5, 0x30A8,
      0x30CF, 0x516B, 0x53E3, 0x30ED, 0x3007, 0x4E8C, 0x30CB:
      true
    default: false
    }
  }
}

extension [UInt8] {
  /// Whether a host contains `xn--`. This quick test rules out most hosts.
  fileprivate var containsPrefixedLabel: Bool {
    for index in indices.dropLast(3)
    where self[index] == UInt8(ascii: "x") && self[index + 1] == UInt8(ascii: "n")
      && self[index + 2] == UInt8(ascii: "-") && self[index + 3] == UInt8(ascii: "-")
    {
      return true
    }
    return false
  }
}
