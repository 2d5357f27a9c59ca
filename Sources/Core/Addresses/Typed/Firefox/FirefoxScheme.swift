/// The scheme that a text begins with, as Firefox reads it, after the correction of
/// mistyped ones.
struct FirefoxScheme {
  /// The scheme in lower case; empty if there is none.
  let name: [UInt8]
  /// The text with the scheme corrected.
  let text: TypedText

  /// Mistyped schemes, and what was meant.
  private static let slips: [(typed: StaticString, meant: StaticString)] = [
    ("ttp", "http"), ("htp", "http"), ("ttps", "https"), ("tps", "https"), ("ps", "https"),
    ("htps", "https"), ("ile", "file"), ("le", "file"),
  ]

  /// Schemes that Firefox opens or has a program for; `http`, `https` and `file` come
  /// first.
  private static let opened: [StaticString] = [
    "http", "https", "file", "about", "blob", "chrome", "data", "jar", "javascript", "mailto",
    "moz-extension", "resource", "view-source", "ws", "wss",
  ]

  /// Reads the scheme of a text.
  init(_ text: TypedText) {
    let bytes = text.bytes
    let span = bytes.span
    var end = 0
    while end < bytes.count, bytes[end].isInScheme || bytes[end] == 0x09 { end += 1 }
    let mark = end < bytes.count ? bytes[end] : 0
    let hasColon = mark == UInt8(ascii: ":")
    let after = hasColon || mark == UInt8(ascii: ";") ? end + 1 : end
    let hasSlashes = span.hasTwoSlashes(at: after..<bytes.count)
    guard bytes.first?.isLetter == true, hasColon || hasSlashes else {
      name = []
      self.text = text
      return
    }
    let typed = bytes[..<end].filter { $0 != 0x09 }.map { $0.lowercased }
    let meant = FirefoxScheme.meant(typed)
    name = meant ?? typed
    let isRewritten = hasSlashes || meant != nil
    self.text =
      isRewritten
      ? TypedText(name + Array((hasColon || hasSlashes ? ":" : "").utf8) + bytes[after...]) : text
  }

  /// The scheme that was meant by a mistyped one; nil if it is not mistyped.
  private static func meant(_ typed: [UInt8]) -> [UInt8]? {
    for slip in slips where typed.span.isEqualIgnoringCase(slip.typed) {
      return slip.meant.bytes
    }
    return nil
  }

  var isViewSource: Bool { name.span.isEqualIgnoringCase("view-source") }

  /// Whether it is `http`, `https` or `file`.
  var isCommon: Bool { isAmong(FirefoxScheme.opened[..<3]) }

  /// Whether Firefox opens the scheme, or knows a program that does.
  var isOpened: Bool { isAmong(FirefoxScheme.opened[...]) }

  /// Whether the scheme is in a list.
  private func isAmong(_ schemes: ArraySlice<StaticString>) -> Bool {
    for scheme in schemes where name.span.isEqualIgnoringCase(scheme) { return true }
    return false
  }
}
