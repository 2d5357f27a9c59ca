/// A script, besides ASCII, in which hosts may be displayed.
///
/// Source: the recommended scripts of UTS 39 (Unicode Security Mechanisms), section 3.1. The
/// letters that look like ASCII letters, and the domains under which a script is expected, are
/// subsets of the lists in Chromium's policy for internationalised names.
struct DisplayScript: Sendable {
  /// Whether a label may mix the script with ASCII letters (UTS 39, "highly restrictive").
  let joinsASCII: Bool
  /// The letters, marks and digits of the script, as ranges of code points.
  let ranges: [ClosedRange<UInt32>]
  /// The letters that look like ASCII letters. A label that consists only of such letters is
  /// deceptive.
  let lookalikes: StaticString
  /// The top-level domains under which names in the script are expected.
  let domains: [StaticString]

  private init(
    _ ranges: ClosedRange<UInt32>..., lookalikes: StaticString = "", domains: [StaticString] = [],
    joinsASCII: Bool = false
  ) {
    self.ranges = ranges
    self.lookalikes = lookalikes
    self.domains = domains
    self.joinsASCII = joinsASCII
  }

  /// Returns whether a code point belongs to the script.
  func contains(_ code: UInt32) -> Bool {
    for range in ranges where range.contains(code) { return true }
    return false
  }

  /// Returns the index in ``all`` of the script of a code point, or nil if the code point does not
  /// belong to any of the scripts.
  static func index(of code: UInt32) -> Int? {
    for index in all.indices where all[index].contains(code) { return index }
    return nil
  }

  /// The scripts, from Latin to Khmer.
  static let all: [DisplayScript] = [
    // European Latin, without letters that look like one or two ASCII letters: eth and thorn, the
    // dotless i, kra, the n with an apostrophe, the long s.
    DisplayScript(
      0xDF...0xEF, 0xF1...0xF6, 0xF8...0xFD, 0xFF...0x130, 0x134...0x137, 0x139...0x148,
      0x14A...0x17E, joinsASCII: true),
    // Chinese and Japanese count as one script, and so does Korean together with its ideographs.
    DisplayScript(
      0x3005...0x3005, 0x3041...0x3096, 0x30A1...0x30FA, 0x30FC...0x30FC, 0x3105...0x312F,
      0x3400...0x4DBF, 0x4E00...0x9FFF, joinsASCII: true),
    DisplayScript(0xAC00...0xD7A3, joinsASCII: true),
    DisplayScript(
      0x3AC...0x3CE, lookalikes: "αγικνρτυωηο", domains: ["gr"]),
    DisplayScript(
      0x430...0x45F, 0x48A...0x4FF, lookalikes: "аысԁеһіјӏорѕхуъьҽпгԛԝѵѡ",
      domains: ["bg", "by", "kz", "ru", "su", "ua", "uz"]),
    DisplayScript(0x561...0x586, lookalikes: "ագզէլհյոսւօ", domains: ["am"]),
    DisplayScript(0x5D0...0x5EA, lookalikes: "דוחיןס", domains: ["il"]),
    DisplayScript(0x620...0x63A, 0x641...0x64A, 0x660...0x669, 0x671...0x6D3, 0x6F0...0x6F9),
    DisplayScript(0x901...0x939, 0x93E...0x94D, 0x958...0x963, 0x966...0x96F, lookalikes: "०"),
    DisplayScript(0x981...0x9F1, lookalikes: "০৭"),
    DisplayScript(0xA01...0xA74, lookalikes: "੦੧"),
    DisplayScript(0xA81...0xAEF, lookalikes: "ડટ૦૧"),
    DisplayScript(0xB01...0xB6F, lookalikes: "ଠ୦୮"),
    DisplayScript(0xB82...0xBEF, lookalikes: "டப௦"),
    DisplayScript(0xC01...0xC6F, lookalikes: "౦౧"),
    DisplayScript(0xC82...0xCEF, lookalikes: "ಽ೦೧"),
    DisplayScript(0xD02...0xD6F, lookalikes: "ടഠധനറ൦"),
    DisplayScript(0xD82...0xDDF),
    DisplayScript(
      0xE01...0xE3A, 0xE40...0xE4E, 0xE50...0xE59, lookalikes: "ทนบพรหเแ๐ดลปฟม", domains: ["th"]),
    DisplayScript(0xE81...0xED9),
    DisplayScript(0x1000...0x1049, lookalikes: "ခဂငထပဝ၀၂", domains: ["mm"]),
    DisplayScript(0x10D0...0x10F0, lookalikes: "იოყძხჽჿ", domains: ["ge"]),
    DisplayScript(0x1200...0x135A, lookalikes: "ሀሠሰስበነተከዐዕዘጠፐ", domains: ["er", "et"]),
    DisplayScript(0x1780...0x17D3, 0x17E0...0x17E9),
  ]
}
