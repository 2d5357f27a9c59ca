internal import Bytes

/// The target of a navigation, and the way in which the user reached it.
public struct Destination: Equatable, Sendable {
  /// The URL, as the WHATWG URL standard serialises it. Not validated.
  public var url: String
  /// The typed text, if it differs from the URL.
  public var input: String?
  /// The policy that resolved the input to this URL, and the reason (A1), for display.
  public var reason: String?
  /// The search terms, or nil if this is not a search. The address field shows them (A4).
  public var searchWords: String?
  /// The way in which the page is reached.
  public var transition: Transition

  /// Creates a destination. By default, the user typed it.
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

  /// The URL of the start page, which is the first page of a new tab (H1).
  public static let startPage = "about:start"

  /// Returns whether a URL is that of the start page. The bytes are compared, because a comparison
  /// of strings requires the tables of Unicode, which a small build of the core omits.
  package static func isStartPage(_ url: String) -> Bool {
    url.utf8.span.raw.isEqual(to: startPage.utf8.span.raw)
  }
}
