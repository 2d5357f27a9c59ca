/// An OpenSearch template: a URL with a place for the words, `{searchTerms}`.
///
/// Other parameters in braces that end in `?` are left empty; `{inputEncoding}`,
/// `{outputEncoding}`, `{count}`, `{startIndex}` and `{startPage}` get their usual values.
public struct SearchTemplate: Equatable, Sendable {
  /// The template as it was given.
  public let text: String

  /// Nil when the template has no `{searchTerms}` or makes no valid URL.
  public init?(_ text: String) {
    self.text = text
    guard hasPlaceForWords, url(for: "words") != nil else { return nil }
  }

  private init(trusted text: String) {
    self.text = text
  }

  /// `https://duckduckgo.com/?q={searchTerms}`.
  public static let standard = SearchTemplate(trusted: "https://duckduckgo.com/?q={searchTerms}")
}
