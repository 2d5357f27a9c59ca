extension URL {
  /// The scheme in lower case, without the colon.
  public var scheme: String { text(0..<layout.schemeEnd) }

  /// The user name, percent-encoded. Empty if there is none.
  public var username: String { text(layout.username) }

  /// The password, percent-encoded. Empty if there is none.
  public var password: String { text(layout.password) }

  /// The host in ASCII. An IPv6 address is in brackets.
  ///
  /// The host is nil if there is no authority, as in `mailto:`, and empty in `file:///`.
  public var host: String? { layout.hasAuthority ? text(layout.host) : nil }

  /// The port, or nil if the URL contains no port. The default port of a scheme is always omitted.
  public var port: Int? { layout.port >= 0 ? layout.port : nil }

  /// The path, percent-encoded, with its leading slash. An opaque path has no leading slash.
  public var path: String { text(layout.path(total: href.utf8.count)) }

  /// The query without its `?`, percent-encoded, or nil if the URL has no query. A query may be
  /// empty.
  public var query: String? { layout.query(total: href.utf8.count).map { text($0) } }

  /// The fragment without its `#`, percent-encoded, or nil if the URL has no fragment. A fragment
  /// may be empty.
  public var fragment: String? { layout.fragment(total: href.utf8.count).map { text($0) } }

  /// Whether the scheme is special (URL Standard, section 4.2): http, https, ws, wss, ftp
  /// or file.
  public var isSpecial: Bool { layout.scheme.isSpecial }

  /// Whether the path is one piece without hierarchy, as in `mailto:` and `data:`. A URL with an
  /// opaque path can be a base only for a fragment.
  public var hasOpaquePath: Bool {
    guard !layout.scheme.isSpecial, !layout.hasAuthority else { return false }
    let path = layout.path(total: href.utf8.count)
    return path.isEmpty || href.utf8.span[path.lowerBound] != UInt8(ascii: "/")
  }

  /// The host that identifies the site for zoom and visits, or nil if the scheme is `file` or not
  /// special.
  public var site: String? {
    layout.scheme.isSpecial && layout.scheme != .file ? text(layout.host) : nil
  }

  /// The URL without its fragment.
  public var withoutFragment: URL {
    guard layout.fragmentStart >= 0 else { return self }
    var layout = layout
    layout.fragmentStart = -1
    return URL(href: text(0..<self.layout.fragmentStart), layout: layout)
  }

  /// The serialised origin (URL Standard, section 4.7): `https://example.com:8080`, or `null` for
  /// an opaque origin, such as the origin of a `file:` or `data:` URL. A `blob:` URL has the origin
  /// of the http or https URL in its path.
  public var origin: String {
    switch layout.scheme {
    case .http, .https, .ws, .wss, .ftp:
      let credentials = layout.hasCredentials
      if !credentials { return text(0..<layout.pathStart) }
      return text(0..<layout.usernameStart) + text(layout.hostStart..<layout.pathStart)
    case .file:
      return "null"
    case .other:
      return originOfBlob ?? "null"
    }
  }

  /// The origin of the URL in the path of a `blob:` URL, or nil for other URLs.
  private var originOfBlob: String? {
    let blob = Array("blob".utf8)
    guard href.utf8.span.extracting(0..<layout.schemeEnd).isEqual(to: blob.span),
      let inner = URL(path), inner.layout.scheme == .http || inner.layout.scheme == .https
    else { return nil }
    return inner.origin
  }

  /// Returns the part of ``href`` at a range of offsets.
  func text(_ range: Range<Int>) -> String {
    href.utf8.span.extracting(range).text
  }
}
