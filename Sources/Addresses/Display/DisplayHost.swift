/// Hosts in Unicode, as far as no reader can take them for another one.
///
/// Each label in Punycode must be of one script, alone or with ASCII: Latin letters of western and
/// central Europe, Hangul, or the scripts of Chinese and Japanese. Cyrillic, Greek and others have
/// whole words that look Latin; hosts with them stay in ASCII.
enum DisplayHost {
  private enum Script {
    case latin, hangul, chineseOrJapanese
  }

  /// The host in Unicode, nil where it is shown as it is.
  static func unicode(of url: URL) -> String? {
    guard url.isSpecial, let host = url.host, Array(host.utf8).containsPrefixedLabel else {
      return nil
    }
    let codes = host.utf8.map { UInt32($0) }
    var shown = String.UnicodeScalarView()
    var isFirst = true
    for part in codes.split(separator: 0x2E, omittingEmptySubsequences: false) {
      guard let label = DomainLabel(part), roundTrips(label, part), isSafe(label.codes) else {
        return nil
      }
      if !isFirst { shown.append(".") }
      isFirst = false
      for code in label.codes {
        guard let scalar = Unicode.Scalar(code) else { return nil }
        shown.append(scalar)
      }
    }
    return String(shown)
  }

  /// Whether typing the label makes the very same host.
  private static func roundTrips(_ label: DomainLabel, _ part: ArraySlice<UInt32>) -> Bool {
    var ascii: [UInt8] = []
    guard label.appendASCII(to: &ascii) else { return false }
    return ascii.count == part.count && zip(ascii, part).allSatisfy { UInt32($0) == $1 }
  }

  private static func isSafe(_ label: [UInt32]) -> Bool {
    var found: Script?
    var isMixed = false
    for code in label {
      guard code >= 0x80 else {
        isMixed = true
        continue
      }
      guard let script = script(of: code), found == nil || found == script else { return false }
      found = script
    }
    guard found == .chineseOrJapanese, isMixed else { return true }
    return !label.contains(where: looksLikeASCII)
  }

  private static func script(of code: UInt32) -> Script? {
    switch code {
    // Without the dotless i, kra, the apostrophed n and the long s.
    case 0xDF...0xF6, 0xF8...0x130, 0x132...0x137, 0x139...0x148, 0x14A...0x17E: .latin
    case 0xAC00...0xD7A3: .hangul
    case 0x3005, 0x3041...0x3096, 0x30A1...0x30FA, 0x30FC, 0x3400...0x4DBF, 0x4E00...0x9FFF:
      .chineseOrJapanese
    default: nil
    }
  }

  /// Strokes that pass for `-`, `/`, `|`, `.` and the like among Latin letters.
  private static func looksLikeASCII(_ code: UInt32) -> Bool {
    switch code {
    case 0x30CE, 0x30BD, 0x30BE, 0x30F3, 0x30FC, 0x4E00, 0x4E28, 0x4E36, 0x4E3F, 0x5DE5, 0x30A8,
      0x30CF, 0x516B, 0x53E3, 0x30ED, 0x3007, 0x4E8C, 0x30CB:
      true
    default: false
    }
  }
}

extension [UInt8] {
  /// Whether there is a label in Punycode; a quick test that lets most hosts through.
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
