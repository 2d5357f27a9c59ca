internal import BrowserModel

/// Matches addresses against typed text, for completion in an address field.
///
/// ```swift
/// let match = AddressMatch("exam")
/// let quality = match.quality("https://www.example.org/news")  // 0
/// let text = match.text("https://www.example.org/news")  // example.org/news
/// let other = match.quality("https://swift.org/")  // nil
/// ```
///
/// An address can match in three ways, the best first: without its scheme and `www.`, with `www.`,
/// and completely, with its scheme. Bytes are compared, so case matters.
public struct AddressMatch {
  /// The allowed forms of an address, and the required beginning of the address after its form.
  struct Wanted {
    var beginning: [UInt8]
    var forms: AddressForm.Several
  }

  /// The ways in which an address can match, the best first.
  let qualities: [[Wanted]]

  /// Prepares typed text. Empty text matches every address.
  public init(_ typed: String) {
    let typed = Array(typed.utf8)
    var withScheme: [Wanted] = []
    for form in AddressForm.allCases where form != .plain {
      guard let rest = Self.rest(of: typed, after: form.prefix) else { continue }
      if let place = withScheme.firstIndex(where: { $0.beginning == rest }) {
        withScheme[place].forms.insert(AddressForm.Several(form))
      } else {
        withScheme.append(Wanted(beginning: rest, forms: AddressForm.Several(form)))
      }
    }
    let withWWW = Self.rest(of: typed, after: "www.").map { Wanted(beginning: $0, forms: .www) }
    qualities = [
      [Wanted(beginning: typed, forms: .all)], withWWW.map { [$0] } ?? [], withScheme,
    ]
  }

  /// Returns the part of an address that begins with the typed text, or nil if the address does not
  /// match.
  public func text(_ url: String) -> String? {
    let key = PageKey(url)
    return quality(of: key).map { text(key, $0) }
  }

  /// Returns the quality of a match, or nil if the address does not match. The quality is 0 for a
  /// match without scheme and `www.`, 1 for a match with `www.`, and 2 for a match with the scheme.
  public func quality(_ url: String) -> Int? { quality(of: PageKey(url)) }

  /// Returns the quality of the match of a page, or nil if the page does not match.
  func quality(of key: PageKey) -> Int? {
    qualities.firstIndex { $0.contains { $0.has(key) } }
  }

  /// Returns the text to display for a page that matches with a given quality.
  func text(_ key: PageKey, _ quality: Int) -> String {
    switch quality {
    case 0: String(decoding: key.rest, as: UTF8.self)
    case 1: "www." + String(decoding: key.rest, as: UTF8.self)
    default: key.url
    }
  }

  /// Returns the typed text after a beginning such as `www.`. The result is empty if only part of
  /// the beginning has been typed, and nil if the typed text is different.
  private static func rest(of typed: [UInt8], after beginning: String) -> [UInt8]? {
    if typed.starts(with: beginning.utf8) { return Array(typed[beginning.utf8.count...]) }
    return Array(beginning.utf8).starts(with: typed) ? [] : nil
  }
}

extension AddressMatch.Wanted {
  /// Whether a page has one of the forms and the required beginning.
  func has(_ key: PageKey) -> Bool {
    forms.contains(AddressForm.Several(key.form)) && key.rest.starts(with: beginning)
  }
}
