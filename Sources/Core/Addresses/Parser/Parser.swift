/// The basic URL parser of the URL Standard (section 4.4).
///
/// The parser of the standard is a state machine that reads one code point after the other. This
/// parser first splits the input at `#` and `?`, and each state is a function that parses a range
/// of bytes. Every byte is examined a fixed number of times, so parsing takes linear time.
struct Parser: ~Copyable {
  /// The writer of the serialised URL.
  var writer: Writer
  /// The ranges of the body, the query and the fragment in the input. Empty in a parser for a
  /// setter.
  var sections = Sections()
  /// The base URL, or nil.
  var base: URL?
  /// Whether the URL inherits the query of the base, because the input has neither a path nor a
  /// query.
  var inheritsQuery = false

  /// Creates a parser that writes into a writer.
  init(writer: consuming Writer) {
    self.writer = writer
  }

  /// Whether the scheme written is special.
  var isSpecial: Bool { writer.layout.scheme.isSpecial }

  /// Parses UTF-8 bytes.
  ///
  /// - Parameters:
  ///   - input: The bytes.
  ///   - text: The same text as a string, if available. If the URL is already serialised, the
  ///     string is used without a copy.
  ///   - base: The base URL, or nil.
  static func parse(_ input: Span<UInt8>, text: String?, base: URL?) -> URL? {
    let origin = CanonicalOrigin(input)
    if let layout = origin?.layout(of: input) {
      return URL(href: text ?? input.text, layout: layout)
    }
    let range = input.trimmed
    guard input.hasTabOrLineEnd(in: range) else { return parse(input, range, origin, base) }
    var kept: [UInt8] = []
    kept.reserveCapacity(range.count)
    for index in range where !input[index].isTabOrLineEnd { kept.append(input[index]) }
    return parse(kept.span, 0..<kept.count, origin, base)
  }

  /// Parses a range without tabs and line ends.
  private static func parse(
    _ input: Span<UInt8>, _ range: Range<Int>, _ origin: CanonicalOrigin?, _ base: URL?
  ) -> URL? {
    let expected = range.count + 8 + (base?.href.utf8.count ?? 0)
    return Writer.withMemoryOnStack(capacity: max(expected, usualCapacity)) { writer in
      var parser = Parser(writer: writer)
      parser.sections = Sections(input, range)
      parser.base = base
      if let origin {
        parser.parsePath(input, after: origin)
      } else {
        guard parser.parseBody(input) else { return nil }
      }
      return parser.endedURL(input)
    }
  }

  /// The minimum number of bytes reserved on the stack, which is enough for most URLs, including
  /// some percent-encoding.
  private static let usualCapacity = 512

  /// The URL written.
  var url: URL {
    URL(href: writer.text, layout: writer.layout)
  }

  /// Writes the query and the fragment, and returns the URL.
  private mutating func endedURL(_ input: Span<UInt8>) -> URL {
    if let query = sections.query {
      writer.beginQuery()
      writer.append(input.extracting(query), encoding: isSpecial ? .specialQuery : .query)
    } else if let base, inheritsQuery {
      writer.copyQuery(of: base)
    }
    if let fragment = sections.fragment {
      writer.beginFragment()
      writer.append(input.extracting(fragment), encoding: .fragment)
    }
    return url
  }

  /// Copies an origin that is already serialised, and parses the path after the origin.
  private mutating func parsePath(_ input: Span<UInt8>, after origin: CanonicalOrigin) {
    let start = origin.layout.pathStart
    writer.append(input.extracting(0..<start))
    writer.layout = origin.layout
    parsePath(input, start..<sections.body.upperBound)
  }

  /// Parses the body of the input: the states "scheme start", "scheme" and "no scheme".
  private mutating func parseBody(_ input: Span<UInt8>) -> Bool {
    let body = sections.body
    if let colon = Parser.schemeEnd(input, body) {
      writer.appendLowercased(input.extracting(body.lowerBound..<colon))
      writer.endScheme()
      return parseAfterScheme(input, colon + 1..<body.upperBound)
    }
    guard let base else { return false }
    if base.hasOpaquePath { return parseFragmentAlone(base) }
    if base.layout.scheme == .file {
      writer.copyScheme(of: base)
      return parseFile(input, body, base: base)
    }
    return parseRelative(input, body, base: base)
  }

  /// Returns the offset of the colon after a scheme, or nil if the range does not begin with a
  /// scheme.
  static func schemeEnd(_ input: Span<UInt8>, _ body: Range<Int>) -> Int? {
    guard !body.isEmpty, input[body.lowerBound].isLetter else { return nil }
    for index in body {
      let byte = input[index]
      if byte == UInt8(ascii: ":") { return index }
      guard byte.isInScheme else { return nil }
    }
    return nil
  }

  /// Parses the text after the scheme, according to the kind of scheme.
  private mutating func parseAfterScheme(_ input: Span<UInt8>, _ rest: Range<Int>) -> Bool {
    let scheme = writer.layout.scheme
    let base = base?.layout.scheme == scheme ? base : nil
    if scheme == .file { return parseFile(input, rest, base: base) }
    if scheme.isSpecial {
      if let base, !input.hasTwoSlashes(at: rest) {
        return parseRelative(input, rest, base: base)
      }
      let slashes = input.leadingSlashes(rest)
      return parseAuthority(input, rest.lowerBound + slashes..<rest.upperBound)
    }
    if input.hasTwoSlashes(at: rest) {
      return parseAuthority(input, rest.lowerBound + 2..<rest.upperBound)
    }
    if !rest.isEmpty, input[rest.lowerBound] == UInt8(ascii: "/") {
      parsePath(input, rest)
    } else {
      parseOpaquePath(input, rest)
    }
    return true
  }

  /// Parses text relative to a base with an opaque path. Only a fragment is allowed.
  private mutating func parseFragmentAlone(_ base: URL) -> Bool {
    guard sections.body.isEmpty, sections.query == nil, sections.fragment != nil else {
      return false
    }
    writer.copyAuthority(of: base)
    writer.copyPath(of: base)
    inheritsQuery = true
    return true
  }

  /// Parses text relative to a base: the states "relative" and "relative slash". The base has the
  /// same scheme as the URL.
  private mutating func parseRelative(
    _ input: Span<UInt8>, _ rest: Range<Int>, base: URL
  ) -> Bool {
    let special = base.isSpecial
    if let first = rest.first, input[first].isSlash(special: special) {
      if rest.count > 1, input[first + 1].isSlash(special: special) {
        if writer.count == 0 { writer.copyScheme(of: base) }
        let slashes = special ? input.leadingSlashes(rest) : 2
        return parseAuthority(input, first + slashes..<rest.upperBound)
      }
      writer.copyAuthority(of: base)
      parsePath(input, rest)
      return true
    }
    writer.copyAuthority(of: base)
    writer.copyPath(of: base)
    if rest.isEmpty {
      inheritsQuery = true
    } else {
      writer.shortenPath()
      parseSegments(input, rest)
    }
    writer.endPath()
    return true
  }
}
