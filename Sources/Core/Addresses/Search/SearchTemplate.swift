/// An OpenSearch template: a URL with a place for the words, `{searchTerms}`.
///
/// The other parameters get the values that mean nothing in particular: `{inputEncoding}` and
/// `{outputEncoding}` UTF-8, `{count}` 20, `{startIndex}` and `{startPage}` 1, `{language}` `*`, which
/// is any; an optional language, and all that is unknown, is left empty. Upper and lower case are the
/// same. Source: OpenSearch 1.1, section 4.5.
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
