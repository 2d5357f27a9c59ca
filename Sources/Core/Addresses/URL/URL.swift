/// A URL of the WHATWG URL standard, stored as its serialised text and the offsets of its
/// parts.
///
/// ```swift
/// let base = URL("https://example.com/docs/")
/// let url = URL("../a b?q=1#top", base: base)
/// let text = url?.href  // https://example.com/a%20b?q=1#top
/// let host = url?.host  // example.com
/// ```
///
/// The text is always ASCII. Hosts are in Punycode, and all other parts are percent-encoded. Two
/// URLs are equal if their texts are equal. Copying is O(1).
public struct URL: Sendable {
  /// The serialised URL, including the fragment. Parsing this text results in the same URL.
  public let href: String
  /// The offsets of the parts in ``href``.
  let layout: Layout

  /// Creates a URL from a text that is already serialised. The text is not checked.
  init(href: String, layout: Layout) {
    self.href = href
    self.layout = layout
  }

  /// Parses a text with the basic URL parser of the standard (section 4.4), relative to a base if a
  /// base is given.
  ///
  /// White space around the text is dropped, as are tabs and line ends inside it.
  ///
  /// - Parameters:
  ///   - text: An absolute URL, or a URL relative to `base`.
  ///   - base: The URL of the document that contains the text.
  /// - Returns: Nil if the text is not a valid URL, for example because of a port above 65,535, an
  ///   empty host, forbidden characters in the host, or a relative URL without a base.
  /// - Complexity: O(n) for n bytes; O(n log n) for non-ASCII hosts
  public init?(_ text: String, base: URL? = nil) {
    guard let url = Parser.parse(text.utf8.span, text: text, base: base) else { return nil }
    self = url
  }

  /// Parses UTF-8 bytes like ``init(_:base:)``. Ill-formed sequences count as U+FFFD.
  ///
  /// - Parameters:
  ///   - bytes: An absolute URL, or a URL relative to `base`.
  ///   - base: The URL of the document that contains the text.
  /// - Returns: Nil if the bytes are not a valid URL.
  /// - Complexity: O(n) for n bytes; O(n log n) for non-ASCII hosts
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
  /// Returns whether both serialised texts have the same bytes.
  public static func == (left: URL, right: URL) -> Bool {
    left.href.utf8.span.isEqual(to: right.href.utf8.span)
  }

  /// Hashes the serialised text.
  public func hash(into hasher: inout Hasher) {
    href.utf8.span.hash(into: &hasher)
  }

  /// Returns whether the two URLs are equal apart from their fragments, and therefore identify the
  /// same document. A missing fragment is considered equal to an empty fragment.
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
