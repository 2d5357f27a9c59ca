/// A scheme as Chromium's address bar knows it.
enum ChromiumScheme {
  case http, https, file, about, chrome, filesystem, viewSource, javascript
  /// Another one with credentials, host and port in it, which Chromium opens.
  case standard
  /// Another one that Chromium opens, or hands to a program that it knows.
  case opened
  /// One that nothing is known of.
  case unknown

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

  /// Whether credentials, host and port are looked for behind it.
  var hasAuthority: Bool {
    switch self {
    case .http, .https, .file, .about, .chrome, .standard: true
    case .filesystem, .viewSource, .javascript, .opened, .unknown: false
    }
  }
}
