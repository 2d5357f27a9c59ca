internal import BrowserModel

/// The beginning of a URL that says little about the page: scheme and `www.`.
enum AddressForm: UInt8, CaseIterable {
  case plain, secure, secureWWW, insecure, insecureWWW

  /// The corresponding text, which is empty for `plain`, the form of all other URLs.
  var prefix: String {
    switch self {
    case .plain: ""
    case .secure: "https://"
    case .secureWWW: "https://www."
    case .insecure: "http://"
    case .insecureWWW: "http://www."
    }
  }

  /// Whether the form ends in `www.`.
  var isWWW: Bool { self == .secureWWW || self == .insecureWWW }

  /// Finds the longest matching form of a URL.
  init(of url: RawSpan) {
    self = Self.beginnings.first { url.begins(with: $0.bytes) }?.form ?? .plain
  }

  private static let beginnings: [(form: AddressForm, bytes: [UInt8])] =
    [.secureWWW, .secure, .insecureWWW, .insecure].map { ($0, Array($0.prefix.utf8)) }

  /// A set of forms, one bit each.
  struct Several: OptionSet {
    let rawValue: UInt8
    init(rawValue: UInt8) { self.rawValue = rawValue }
    init(_ form: AddressForm) { rawValue = 1 << form.rawValue }

    static let all = Several(rawValue: .max)
    static let www: Several = [Several(.secureWWW), Several(.insecureWWW)]
  }
}
