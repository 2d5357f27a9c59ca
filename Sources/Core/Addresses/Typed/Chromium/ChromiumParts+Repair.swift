/// The repair of typed parts to a URL. Source: `url_fixer.cc` of Chromium.
extension ChromiumParts {
  /// Returns the URL of the parts with what is missing added; nil if it is not valid all
  /// the same.
  func repaired(_ context: Typed.Context) -> URL? {
    switch scheme {
    case .filesystem: filesystem
    case .viewSource: viewSource(context)
    case .file: typedScheme == nil ? file(context) : typedFile
    case .about: aboutBlank ?? rebuilt("chrome", context)
    case .chrome: rebuilt("chrome", context)
    case .http: rebuilt("http", context)
    case .https: rebuilt("https", context)
    case .standard: host == nil ? nil : rebuilt(nil, context)
    case .javascript, .opened, .unknown: URL(utf8: bytes.span)
    }
  }

  /// The text after the scheme and its colon.
  private var rest: TypedText {
    TypedText(Array(bytes[(typedScheme?.upperBound ?? 0) + 1..<bytes.count]))
  }

  /// The URL of a site's store: the URL of the site, the kind of store, and a slash.
  private var filesystem: URL? {
    guard let site = URL(utf8: rest.bytes.span), site.isSpecial,
      site.path.utf8.dropFirst().contains(UInt8(ascii: "/"))
    else { return nil }
    return URL(utf8: bytes.span)
  }

  /// The `view-source:` URL of the repaired rest.
  private func viewSource(_ context: Typed.Context) -> URL? {
    guard !rest.schemeIs("view-source") else { return nil }
    guard let address = ChromiumParts(rest).repaired(context) else { return URL(utf8: bytes.span) }
    return URL("view-source:" + address.href)
  }

  /// `about:blank`, the only page of `about:` that is none of `chrome:`; nil for others.
  private var aboutBlank: URL? {
    guard let host, bytes.span.extracting(host).isEqualIgnoringCase("blank"), username == nil,
      port == nil, path == nil || path?.count == 1
    else { return nil }
    let lowercased = bytes.map { $0.lowercased }
    return URL(utf8: lowercased.span)
  }

  /// The URL of a path without a scheme. `~` is the home folder, `~name` that of somebody
  /// else.
  private func file(_ context: Typed.Context) -> URL? {
    guard bytes.first == UInt8(ascii: "~") else { return .file(path: merged(bytes)) }
    let isOwn = bytes.count == 1 || bytes[1] == UInt8(ascii: "/")
    guard isOwn else { return .file(path: Array("/home/".utf8) + bytes.dropFirst()) }
    return context.homeFolder.flatMap { .file(path: Array($0.utf8) + bytes.dropFirst()) }
  }

  /// The URL of a path after `file:`.
  private var typedFile: URL? {
    guard host == nil, let path else { return URL(utf8: bytes.span) }
    return TypedText(merged(Array(bytes[path.lowerBound...]))).address(behind: "file://")
  }

  /// The path with one slash for all that it begins with.
  private func merged(_ path: [UInt8]) -> [UInt8] {
    let slashes = path.span.leadingSlashes(0..<path.count)
    return slashes > 1 ? Array(path[(slashes - 1)...]) : path
  }

  /// Returns the URL written anew from the parts.
  ///
  /// - Parameters:
  ///   - name: The scheme; nil is the typed one.
  ///   - context: How the host is completed.
  private func rebuilt(_ name: StaticString?, _ context: Typed.Context) -> URL? {
    var writer = Writer(capacity: bytes.count + 24)
    let span = bytes.span
    if let name {
      name.withSpan { writer.append($0) }
    } else if let typedScheme {
      writer.append(span.extracting(typedScheme))
    }
    let separator = Array("://".utf8)
    writer.append(separator.span)
    let isPage = scheme == .about || scheme == .chrome
    if !isPage { appendCredentials(to: &writer) }
    appendHost(to: &writer, isPage: isPage, context)
    if !isPage, let port, !port.isEmpty { writer.append(":", span.extracting(port)) }
    if let path { writer.append(span.extracting(path)) } else { writer.append(UInt8(ascii: "/")) }
    if let query { writer.append("?", span.extracting(query)) }
    if let fragment { writer.append("#", span.extracting(fragment)) }
    return URL(writer.text)
  }

  /// Writes the user name and the password, if there are any.
  private func appendCredentials(to writer: inout Writer) {
    guard let username else { return }
    writer.append(bytes.span.extracting(username))
    if let password { writer.append(":", bytes.span.extracting(password)) }
    writer.append(UInt8(ascii: "@"))
  }

  /// Writes the host, or the name of a page of `chrome:`.
  private func appendHost(
    to writer: inout Writer, isPage: Bool, _ context: Typed.Context
  ) {
    if isPage {
      let page = host.map { Array(bytes[$0]) } ?? Array("version".utf8)
      writer.appendLowercased(page.span)
    } else if let host {
      let domain = bytes[host.lowerBound..<host.upperBound].withoutOuterDots
      let completed = DomainCompletion.completed(Array(domain), context)
      writer.append(completed.span)
    }
  }
}

extension ArraySlice<UInt8> {
  /// The host without dots at its start, and with at most one at its end; dots alone stay.
  fileprivate var withoutOuterDots: ArraySlice<UInt8> {
    let dot = UInt8(ascii: ".")
    guard let first = firstIndex(where: { $0 != dot }),
      let last = lastIndex(where: { $0 != dot })
    else { return self }
    return self[first..<Swift.min(last + 2, endIndex)]
  }
}

extension Writer {
  fileprivate mutating func append(_ mark: Unicode.Scalar, _ part: Span<UInt8>) {
    append(UInt8(ascii: mark))
    append(part)
  }
}
