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
