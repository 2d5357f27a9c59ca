/// A URL of the WHATWG URL Standard, kept as its serialised text with the offsets of its parts.
///
/// The text is always ASCII. Two URLs are equal when their texts are.
public struct URL: Sendable {
  /// The serialised URL, fragment included.
  public let href: String
  let layout: Layout

  init(href: String, layout: Layout) {
    self.href = href
    self.layout = layout
  }

  /// Parses a text by the standard's basic URL parser, relative to a base where one is given.
  ///
  /// White space around the text, tabs and line ends in it are dropped, as the standard says.
  /// Nil when the text is no valid URL, and when it is relative and there is no base.
  /// Complexity: linear in the length, apart from a factor log n for hosts outside of ASCII.
  public init?(_ text: String, base: URL? = nil) {
    guard let url = Parser.parse(text.utf8.span, text: text, base: base) else { return nil }
    self = url
  }

  /// Parses UTF-8 bytes, without an intermediate text.
  ///
  /// Ill-formed sequences count as U+FFFD. Otherwise as ``init(_:base:)``.
  public init?(utf8 bytes: Span<UInt8>, base: URL? = nil) {
    let wellFormed = bytes.isASCII
    if wellFormed {
      guard let url = Parser.parse(bytes, text: nil, base: base) else { return nil }
      self = url
    } else {
      self.init(bytes.text, base: base)
    }
  }
}

extension URL: Equatable, Hashable {
  /// Whether the serialised texts are the same bytes.
  public static func == (left: URL, right: URL) -> Bool {
    left.href.utf8.span.isEqual(to: right.href.utf8.span)
  }

  /// Feeds the serialised text.
  public func hash(into hasher: inout Hasher) {
    href.utf8.span.withUnsafeBytes { hasher.combine(bytes: $0) }
  }

  /// Whether both are the same document: equal apart from their fragments.
  ///
  /// A URL without a fragment equals one with an empty fragment here.
  public func equalsExceptFragment(_ other: URL) -> Bool {
    let left = layout.beforeFragment(total: href.utf8.count)
    let right = other.layout.beforeFragment(total: other.href.utf8.count)
    guard left == right else { return false }
    return href.utf8.span.extracting(0..<left)
      .isEqual(to: other.href.utf8.span.extracting(0..<right))
  }
}

extension URL: CustomStringConvertible {
  /// The serialised URL.
  public var description: String { href }
}
