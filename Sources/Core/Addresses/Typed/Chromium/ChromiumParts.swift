/// A typed text cut into the parts of a URL as Chromium cuts it, before any repair.
///
/// Parts are ranges of offsets into ``bytes``. Nil is a part that is missing, an empty
/// range one that is empty. Source: `url_fixer.cc` of Chromium.
struct ChromiumParts {
  /// The text, with a `:` for a `;` after a known scheme.
  private(set) var bytes: [UInt8]
  /// The scheme, also if it was not typed: `http` then, or `file` for a path.
  private(set) var scheme: ChromiumScheme
  /// The scheme as it was typed, without its colon.
  private(set) var typedScheme: Range<Int>?
  private(set) var username: Range<Int>?
  private(set) var password: Range<Int>?
  private(set) var host: Range<Int>?
  private(set) var port: Range<Int>?
  private(set) var path: Range<Int>?
  private(set) var query: Range<Int>?
  private(set) var fragment: Range<Int>?

  /// Cuts a text.
  init(_ text: TypedText) {
    bytes = text.bytes
    scheme = .http
    if let first = bytes.first, first == UInt8(ascii: "/") || first == UInt8(ascii: "~") {
      scheme = .file
      cutPath(0..<bytes.count)
      return
    }
    typedScheme = ChromiumParts.scheme(bytes.span) ?? schemeBeforeSemicolon()
    if let typedScheme { scheme = ChromiumScheme(bytes.span.extracting(typedScheme)) }
    guard scheme.hasAuthority else { return }
    // A colon at the start counts as the one behind a scheme.
    let isColonFirst = bytes.first == UInt8(ascii: ":")
    cut(from: typedScheme.map { $0.upperBound + 1 } ?? (isColonFirst ? 1 : 0))
  }

  /// Returns whether a part is there and not empty.
  func isFilled(_ part: Range<Int>?) -> Bool { part.map { !$0.isEmpty } ?? false }

  /// How many parts besides the host are there and not empty.
  var filledCount: Int {
    [typedScheme, username, password, port, path, query, fragment].count { isFilled($0) }
  }

  /// The part before the first colon if it may be a scheme: not if it has a dot, as in
  /// `example.com:`, or a port follows.
  private static func scheme(_ bytes: Span<UInt8>) -> Range<Int>? {
    guard let colon = Parser.schemeEnd(bytes, 0..<bytes.count),
      bytes.firstIndex(of: UInt8(ascii: "."), in: 0..<colon) == nil
    else { return nil }
    var end = colon + 1
    while end < bytes.count, !bytes[end].endsAuthority { end += 1 }
    return end > colon + 1 && bytes.isPort(colon + 1..<end) ? nil : 0..<colon
  }

  /// Replaces the first `;` by `:` if that gives a known scheme, and returns the scheme.
  private mutating func schemeBeforeSemicolon() -> Range<Int>? {
    guard let semicolon = bytes.firstIndex(of: UInt8(ascii: ";")), semicolon > 0 else { return nil }
    bytes[semicolon] = UInt8(ascii: ":")
    if let range = ChromiumParts.scheme(bytes.span),
      ChromiumScheme(bytes.span.extracting(range)).hasAuthority
    {
      return range
    }
    bytes[semicolon] = UInt8(ascii: ";")
    return nil
  }

  /// Cuts what follows the scheme.
  private mutating func cut(from start: Int) {
    let slashes = bytes.span.leadingSlashes(start..<bytes.count)
    // A file has a host only behind exactly two slashes.
    if scheme == .file, slashes != 2 {
      cutPath(start + max(0, slashes - 1)..<bytes.count)
      return
    }
    let authority = start + slashes
    let end = bytes[authority...].firstIndex { $0.endsAuthority } ?? bytes.count
    cutAuthority(authority..<end)
    cutPath(end..<bytes.count)
  }

  /// Cuts credentials, host and port.
  private mutating func cutAuthority(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    guard let at = bytes.span.lastIndex(of: UInt8(ascii: "@"), in: range) else {
      cutHost(range)
      return
    }
    let colon = bytes.span.firstIndex(of: UInt8(ascii: ":"), in: range.lowerBound..<at)
    username = range.lowerBound..<(colon ?? at)
    password = colon.map { $0 + 1..<at }
    cutHost(at + 1..<range.upperBound)
  }

  /// Cuts host and port. The port follows the last colon, unless a `]` comes after it.
  private mutating func cutHost(_ range: Range<Int>) {
    guard let first = range.first else { return }
    let bracket = bytes.span.lastIndex(of: UInt8(ascii: "]"), in: range)
    let isOpen = bytes[first] == UInt8(ascii: "[") && bracket == nil
    let from = bracket ?? (isOpen ? range.upperBound : first)
    guard let colon = bytes.span.lastIndex(of: UInt8(ascii: ":"), in: from..<range.upperBound)
    else {
      host = range
      return
    }
    host = colon > first ? first..<colon : nil
    port = colon + 1..<range.upperBound
  }

  /// Cuts path, query and fragment.
  private mutating func cutPath(_ range: Range<Int>) {
    let hash = bytes.span.firstIndex(of: UInt8(ascii: "#"), in: range)
    let end = hash ?? range.upperBound
    let mark = bytes.span.firstIndex(of: UInt8(ascii: "?"), in: range.lowerBound..<end)
    path = range.lowerBound == (mark ?? end) ? nil : range.lowerBound..<(mark ?? end)
    query = mark.map { $0 + 1..<end }
    fragment = hash.map { $0 + 1..<range.upperBound }
  }
}
