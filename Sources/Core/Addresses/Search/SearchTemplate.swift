/// An OpenSearch template (A3): a URL with the placeholder `{searchTerms}`.
///
/// ```swift
/// let template = SearchTemplate("https://example.com/find?q={searchTerms}")
/// let url = template?.url(for: "red shoes")  // https://example.com/find?q=red+shoes
/// ```
///
/// Other parameters have neutral values: `{inputEncoding}` and `{outputEncoding}` are UTF-8,
/// `{count}` is 20, `{startIndex}` and `{startPage}` are 1, and `{language}` is `*`, which means
/// any language. An optional language (`{language?}`) and unknown parameters become empty. Names
/// are not case-sensitive. Source: OpenSearch 1.1, section 4.5.
public struct SearchTemplate: Equatable, Sendable {
  /// The template as it was passed in.
  public let text: String

  /// Creates a template.
  ///
  /// - Returns: Nil if the text has no `{searchTerms}`, or does not produce a valid URL.
  public init?(_ text: String) {
    self.text = text
    guard hasPlaceForWords, url(for: "words") != nil else { return nil }
  }

  /// Creates a template that is known to be valid.
  private init(trusted text: String) {
    self.text = text
  }

  /// The default search engine: `https://duckduckgo.com/?q={searchTerms}`.
  public static let standard = SearchTemplate(trusted: "https://duckduckgo.com/?q={searchTerms}")
}

extension SearchTemplate {
  /// Returns the URL that searches for the given terms.
  ///
  /// After the `?` of the template, the terms are form-encoded (a space becomes `+`). Before the
  /// `?`, the terms are percent-encoded (a space becomes `%20`).
  ///
  /// - Returns: The URL, or nil if the terms make the URL invalid, for example because the
  ///   placeholder is in the host.
  /// - Complexity: O(length of template and terms)
  public func url(for words: String) -> URL? {
    let bytes = text.utf8.span
    var filled = Writer(capacity: bytes.count + 3 * words.utf8.count)
    var isInQuery = false
    var index = 0
    while let brace = bytes.firstIndex(of: UInt8(ascii: "{"), in: index..<bytes.count) {
      let literal = index..<brace
      isInQuery = isInQuery || bytes.firstIndex(of: UInt8(ascii: "?"), in: literal) != nil
      filled.append(bytes.extracting(literal))
      index = brace + 1
      if let found = SearchTemplate.parameter(bytes, at: brace) {
        fill(SearchTemplate.name(bytes, found), words, isInQuery, into: &filled)
        index = found.upperBound + 1
      } else {
        filled.append(bytes[brace])
      }
    }
    filled.append(bytes.extracting(index..<bytes.count))
    return URL(filled.text)
  }

  /// Whether the template contains `{searchTerms}`.
  var hasPlaceForWords: Bool {
    let bytes = text.utf8.span
    for index in bytes.indices {
      if let found = SearchTemplate.parameter(bytes, at: index),
        SearchTemplate.name(bytes, found) == .searchTerms
      {
        return true
      }
    }
    return false
  }

  /// The meaning of a parameter.
  private enum Name {
    case searchTerms, encoding, language, one, twenty, other
  }

  /// Appends the value of a parameter.
  private func fill(_ name: Name, _ words: String, _ isInQuery: Bool, into filled: inout Writer) {
    switch name {
    case .searchTerms: FormEncoding.append(words, isInQuery: isInQuery, to: &filled)
    case .encoding: filled.append("UTF-8")
    case .language: filled.append("*")
    case .one: filled.append("1")
    case .twenty: filled.append("20")
    case .other: break
    }
  }

  /// Returns the range between a `{` at an index and its `}`, or nil if there is no `}` within 40
  /// bytes.
  private static func parameter(_ bytes: Span<UInt8>, at index: Int) -> Range<Int>? {
    guard bytes[index] == UInt8(ascii: "{") else { return nil }
    // Names are short. Because of the limit, a text full of braces takes only linear time.
    let limit = min(bytes.count, index + 40)
    guard let end = bytes.firstIndex(of: UInt8(ascii: "}"), in: index + 1..<limit) else {
      return nil
    }
    return index + 1..<end
  }

  /// Returns the meaning of the parameter in a range.
  private static func name(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Name {
    let isOptional = !range.isEmpty && bytes[range.upperBound - 1] == UInt8(ascii: "?")
    let name = bytes.extracting(range.lowerBound..<range.upperBound - (isOptional ? 1 : 0))
    if name.isEqualIgnoringCase("searchterms") { return .searchTerms }
    if name.isEqualIgnoringCase("inputencoding") { return .encoding }
    if name.isEqualIgnoringCase("outputencoding") { return .encoding }
    if name.isEqualIgnoringCase("startindex") { return .one }
    if name.isEqualIgnoringCase("startpage") { return .one }
    if name.isEqualIgnoringCase("count") { return .twenty }
    return name.isEqualIgnoringCase("language") && !isOptional ? .language : .other
  }
}

extension Writer {
  mutating func append(_ text: StaticString) {
    text.withSpan { append($0) }
  }
}
