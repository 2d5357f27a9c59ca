/// Where a navigation leads, and how the user got there.
public struct Destination: Equatable, Sendable {
  /// The URL, as the WHATWG URL standard serialises it. It is not checked.
  public var url: String
  /// The text that was typed, if it is not the URL itself.
  public var input: String?
  /// The policy and the reason by which the input became this URL (A1), for people.
  public var reason: String?
  /// The words that are searched for, or nil if this is not a search. The address field shows them
  /// (A4).
  public var searchWords: String?
  /// How the page is reached.
  public var transition: Transition

  /// Creates a destination, by default one that was typed.
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

  /// The URL of the page that a tab shows before any other (H1).
  public static let startPage = "about:start"
}
