/// Where a navigation leads, and what led there.
public struct Destination: Equatable, Sendable {
  /// The URL, in the WHATWG URL standard's serialised form.
  public var url: String
  /// What was typed, where that was not the URL itself.
  public var input: String?
  /// The policy and the reason by which the input became this URL (A1).
  public var reason: String?
  /// The words that are searched for, in a search.
  public var searchWords: String?
  public var transition: Transition

  public init(
    _ url: String, input: String? = nil, reason: String? = nil, searchWords: String? = nil,
    transition: Transition = .typed
  ) {
    self.url = url
    self.input = input
    self.reason = reason
    self.searchWords = searchWords
    self.transition = transition
  }

  /// The page that a tab shows before any site.
  public static let startPage = "about:start"
}
