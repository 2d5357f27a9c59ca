/// How URLs go on from what was typed.
///
/// Best is a URL that goes on without its scheme and `www.`, then one that does so with `www.`, then
/// one that begins as typed, scheme and all. Upper and lower case differ.
public struct AddressMatch {
  /// What a key begins with, and the forms that count.
  struct Wanted {
    var beginning: [UInt8]
    var forms: AddressForm.Several
  }

  /// What matches, the best first.
  let qualities: [[Wanted]]

  public init(_ typed: String) {
    let typed = Array(typed.utf8)
    var withScheme: [Wanted] = []
    for form in AddressForm.allCases where form != .plain {
      guard let rest = Self.rest(of: typed, behind: form.prefix) else { continue }
      if let place = withScheme.firstIndex(where: { $0.beginning == rest }) {
        withScheme[place].forms.insert(AddressForm.Several(form))
      } else {
        withScheme.append(Wanted(beginning: rest, forms: AddressForm.Several(form)))
      }
    }
    let withWWW = Self.rest(of: typed, behind: "www.").map { Wanted(beginning: $0, forms: .www) }
    qualities = [
      [Wanted(beginning: typed, forms: .all)], withWWW.map { [$0] } ?? [], withScheme,
    ]
  }

  /// The text that a URL goes on as; nil where it does not.
  public func text(_ url: String) -> String? {
    let key = PageKey(url)
    return quality(of: key).map { text(key, $0) }
  }

  /// How well a URL matches, 0 the best; nil: not at all.
  public func quality(_ url: String) -> Int? { quality(of: PageKey(url)) }

  func quality(of key: PageKey) -> Int? {
    qualities.firstIndex { $0.contains { $0.has(key) } }
  }

  func text(_ key: PageKey, _ quality: Int) -> String {
    switch quality {
    case 0: String(decoding: key.rest, as: UTF8.self)
    case 1: "www." + String(decoding: key.rest, as: UTF8.self)
    default: key.url
    }
  }

  /// What is typed behind a beginning; empty while the beginning is being typed.
  private static func rest(of typed: [UInt8], behind beginning: String) -> [UInt8]? {
    if typed.starts(with: beginning.utf8) { return Array(typed[beginning.utf8.count...]) }
    return Array(beginning.utf8).starts(with: typed) ? [] : nil
  }
}

extension AddressMatch.Wanted {
  func has(_ key: PageKey) -> Bool {
    forms.contains(AddressForm.Several(key.form)) && key.rest.starts(with: beginning)
  }
}

/// What a URL begins with that says little about the page.
enum AddressForm: UInt8, CaseIterable {
  case plain, secure, secureWWW, insecure, insecureWWW

  var prefix: String {
    switch self {
    case .plain: ""
    case .secure: "https://"
    case .secureWWW: "https://www."
    case .insecure: "http://"
    case .insecureWWW: "http://www."
    }
  }

  var isWWW: Bool { self == .secureWWW || self == .insecureWWW }

  /// The longest that a URL begins with.
  init(of url: UnsafeRawBufferPointer) {
    self = Self.beginnings.first { url.starts(with: $0.bytes) }?.form ?? .plain
  }

  private static let beginnings: [(form: AddressForm, bytes: [UInt8])] =
    [.secureWWW, .secure, .insecureWWW, .insecure].map { ($0, Array($0.prefix.utf8)) }

  /// Several of them, a bit each.
  struct Several: OptionSet {
    let rawValue: UInt8
    init(rawValue: UInt8) { self.rawValue = rawValue }
    init(_ form: AddressForm) { rawValue = 1 << form.rawValue }

    static let all = Several(rawValue: .max)
    static let www: Several = [Several(.secureWWW), Several(.insecureWWW)]
  }
}
