/// The setters of the standard's `URL` interface (URL Standard, section 6.1):
///
/// ```swift
/// var url = URL("http://example.com/a")
/// url?.setScheme("https")
/// url?.setPath("/b c")
/// let text = url?.href  // https://example.com/b%20c
/// ```
///
/// An invalid value leaves the URL unchanged, and no error is thrown. Anything in the value after
/// the part to set is ignored. Each call rewrites the URL in O(length).
extension URL {
  /// Sets the scheme, up to the first colon of the value.
  ///
  /// The call is ignored if only one of the old and the new scheme is special, if the new scheme is
  /// `file` and the URL has credentials or a port, or if the URL is a `file` URL without a host.
  public mutating func setScheme(_ value: String) {
    let input = value.bytesWithoutLineEnds + [UInt8(ascii: ":")]
    guard let colon = Parser.schemeEnd(input.span, 0..<input.count) else { return }
    var parser = Parser(copying: self)
    for byte in input[..<colon] { parser.writer.append(byte.lowercased) }
    parser.writer.endScheme()
    let scheme = parser.writer.layout.scheme
    guard scheme.isSpecial == isSpecial else { return }
    if scheme == .file, layout.hasCredentials || port != nil { return }
    if layout.scheme == .file, layout.host.isEmpty { return }
    if layout.hasAuthority {
      parser.writer.beginAuthority()
      parser.writer.copyCredentials(of: self)
      parser.writer.copyHost(of: self)
      if let port, port != scheme.defaultPort { parser.writer.appendPort(port) }
    }
    finish(parser)
  }

  /// Sets the user name, which is percent-encoded. Ignored for `file` URLs and URLs without a host.
  public mutating func setUsername(_ value: String) {
    setCredentials(username: Array(value.utf8), password: Array(password.utf8))
  }

  /// Sets the password, which is percent-encoded. Ignored for `file` URLs and URLs without a host.
  public mutating func setPassword(_ value: String) {
    setCredentials(username: Array(username.utf8), password: Array(value.utf8))
  }

  /// Sets the port to the digits at the start of a value. An empty value removes the port.
  ///
  /// The call is ignored for `file` URLs, URLs without a host, and ports above 65,535. The default
  /// port of the scheme is omitted.
  public mutating func setPort(_ value: String) {
    guard canHaveCredentials else { return }
    var parser = Parser(copyingUpToHostOf: self)
    let input = value.bytesWithoutLineEnds
    if !value.isEmpty {
      let end = parser.parsePort(input.span, 0..<input.count)
      guard let end, end > 0 else { return }
    }
    finish(parser)
  }

  /// Sets the path, which is percent-encoded. `.` and `..` are resolved. Ignored if the path is
  /// opaque.
  public mutating func setPath(_ value: String) {
    guard !hasOpaquePath else { return }
    var parser = Parser(copying: self)
    parser.writer.copyAuthority(of: self)
    let input = value.bytesWithoutLineEnds
    if input.isEmpty, !layout.hasAuthority {
      parser.writer.append(UInt8(ascii: "/"))
    } else {
      parser.parsePath(input.span, 0..<input.count)
    }
    parser.writer.copyQuery(of: self)
    parser.writer.copyFragment(of: self)
    self = parser.url
  }

  /// Sets the query, which is percent-encoded. A leading `?` is dropped. An empty value removes the
  /// query.
  public mutating func setQuery(_ value: String) {
    var parser = Parser(copying: self)
    parser.writer.copyUpToPath(of: self)
    if let input = value.bytes(without: UInt8(ascii: "?")) {
      parser.writer.beginQuery()
      parser.writer.append(input.span, encoding: isSpecial ? .specialQuery : .query)
    }
    parser.writer.copyFragment(of: self)
    self = parser.url
  }

  /// Sets the fragment, which is percent-encoded. A leading `#` is dropped. An empty value removes
  /// the fragment.
  public mutating func setFragment(_ value: String) {
    var parser = Parser(copying: self)
    parser.writer.copyUpToPath(of: self)
    parser.writer.copyQuery(of: self)
    if let input = value.bytes(without: UInt8(ascii: "#")) {
      parser.writer.beginFragment()
      parser.writer.append(input.span, encoding: .fragment)
    }
    self = parser.url
  }

  /// Rewrites the URL with other credentials.
  private mutating func setCredentials(username: [UInt8], password: [UInt8]) {
    guard canHaveCredentials else { return }
    var parser = Parser(copying: self)
    parser.writer.copyScheme(of: self)
    parser.writer.beginAuthority()
    parser.writer.appendCredentials(username: username.span, password: password.span)
    parser.writer.copyHost(of: self)
    if let port { parser.writer.appendPort(port) }
    finish(parser)
  }

  /// Whether the URL can have credentials and a port.
  private var canHaveCredentials: Bool { !layout.host.isEmpty && layout.scheme != .file }

  /// Appends the unchanged path, query and fragment of the URL to the output of a parser, and
  /// replaces the URL with this output.
  private mutating func finish(_ parser: consuming Parser) {
    parser.writer.copyPath(of: self)
    parser.writer.endPath()
    parser.writer.copyQuery(of: self)
    parser.writer.copyFragment(of: self)
    self = parser.url
  }
}

/// The setters of the host.
extension URL {
  /// Sets the host, and the port if the value has one.
  ///
  /// The call is ignored if the path is opaque, if the host is not valid, or if the host is empty
  /// but the URL needs one.
  public mutating func setHostAndPort(_ value: String) {
    setHost(value, takesPort: true)
  }

  /// Sets the host. The call is ignored if the value has a port, and in the cases in which
  /// ``setHostAndPort(_:)`` is ignored.
  public mutating func setHost(_ value: String) {
    setHost(value, takesPort: false)
  }

  /// Rewrites the URL with another host.
  private mutating func setHost(_ value: String, takesPort: Bool) {
    guard !hasOpaquePath else { return }
    let input = value.bytesWithoutLineEnds
    var end = 0
    while end < input.count, !input[end].endsAuthority(special: isSpecial) { end += 1 }
    var parser = Parser(copying: self)
    parser.writer.copyScheme(of: self)
    parser.writer.beginAuthority()
    parser.writer.copyCredentials(of: self)
    if layout.scheme == .file {
      guard parser.parseFileHostName(input.span, 0..<end) else { return }
      finish(parser)
      return
    }
    let colon = input.span.portColon(0..<end)
    let host = 0..<(colon ?? end)
    if colon != nil, host.isEmpty || !takesPort { return }
    if host.isEmpty, isSpecial || layout.hasCredentials || port != nil { return }
    guard host.isEmpty || parser.parseHost(input.span.extracting(host)) else { return }
    parser.writer.endHost()
    let portEnd = colon.flatMap { parser.parsePort(input.span, $0 + 1..<end) }
    if portEnd == nil || portEnd == colon.map({ $0 + 1 }) {
      if let port { parser.writer.appendPort(port) }
    }
    finish(parser)
  }
}

extension Parser {
  /// Creates an empty parser with memory for a changed copy of a URL.
  fileprivate init(copying url: URL) {
    self.init(writer: Writer(capacity: url.href.utf8.count + 32))
  }

  /// Creates a parser that starts with the scheme, the credentials and the host of a URL.
  fileprivate init(copyingUpToHostOf url: URL) {
    self.init(copying: url)
    writer.copyScheme(of: url)
    writer.beginAuthority()
    writer.copyCredentials(of: url)
    writer.copyHost(of: url)
  }
}

extension String {
  /// The UTF-8 bytes without tabs and line ends, which the parser drops everywhere.
  fileprivate var bytesWithoutLineEnds: [UInt8] { utf8.filter { !$0.isTabOrLineEnd } }

  /// Returns the UTF-8 bytes of the text without one leading mark, or nil for an empty text.
  fileprivate func bytes(without mark: UInt8) -> [UInt8]? {
    guard !isEmpty else { return nil }
    let rest = utf8.first == mark ? utf8.dropFirst() : utf8[...]
    return rest.filter { !$0.isTabOrLineEnd }
  }
}

extension UInt8 {
  /// Whether the byte ends the authority: a slash, `?` or `#`.
  fileprivate func endsAuthority(special: Bool) -> Bool {
    isSlash(special: special) || self == UInt8(ascii: "?") || self == UInt8(ascii: "#")
  }
}
