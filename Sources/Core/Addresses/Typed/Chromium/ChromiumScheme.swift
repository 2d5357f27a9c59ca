/// A scheme, as far as Chromium's address bar distinguishes them.
enum ChromiumScheme {
  case http, https, file, about, chrome, filesystem, viewSource, javascript
  /// Another scheme with credentials, host and port that Chromium opens.
  case standard
  /// Another scheme that Chromium opens, or has a program for.
  case opened
  /// A scheme that Chromium does not know.
  case unknown

  /// Finds the kind of a scheme, in any case.
  init(_ name: Span<UInt8>) {
    self =
      switch Scheme(lowercasing: name) {
      case .http: .http
      case .https: .https
      case .file: .file
      case .ws, .wss, .ftp: .standard
      case .other: ChromiumScheme.other(name)
      }
  }

  /// The kind of a scheme that is not special.
  private static func other(_ name: Span<UInt8>) -> ChromiumScheme {
    if name.isEqualIgnoringCase("about") { return .about }
    if name.isEqualIgnoringCase("chrome") { return .chrome }
    if name.isEqualIgnoringCase("filesystem") { return .filesystem }
    if name.isEqualIgnoringCase("view-source") { return .viewSource }
    if name.isEqualIgnoringCase("javascript") { return .javascript }
    for known in standards where name.isEqualIgnoringCase(known) { return .standard }
    for known in others where name.isEqualIgnoringCase(known) { return .opened }
    return .unknown
  }

  private static let standards: [StaticString] = [
    "chrome-extension", "chrome-search", "chrome-untrusted", "devtools",
  ]

  private static let others: [StaticString] = ["blob", "data", "mailto"]

  /// Whether credentials, host and port may follow the scheme.
  var hasAuthority: Bool {
    switch self {
    case .http, .https, .file, .about, .chrome, .standard: true
    case .filesystem, .viewSource, .javascript, .opened, .unknown: false
    }
  }
}
