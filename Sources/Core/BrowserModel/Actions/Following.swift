/// The way in which a page navigates, by a click or a script.
public struct Following: Equatable, Sendable {
  /// The means of navigation.
  public var manner: Manner
  /// Whether the user has interacted with the page since it was shown (H9). If not, Back will skip
  /// the page.
  public var hasActivation: Bool
  /// Whether an engine still has to load the target.
  public var isLoading: Bool
  /// The URLs that the server redirected to, in order. The last URL is shown (H4).
  public var redirects: [String]

  /// Creates a navigation. By default, the user clicked a link.
  public init(
    _ manner: Manner = .link, hasActivation: Bool = true, isLoading: Bool = false,
    redirects: [String] = []
  ) {
    self.manner = manner
    self.hasActivation = hasActivation
    self.isLoading = isLoading
    self.redirects = redirects
  }

  /// The ways in which a page navigates (HTML standard, 7.4.2).
  public enum Manner: UInt8, Sendable, CaseIterable {
    /// A click on a link, `location.href` or `location.assign()`. If the URL is already shown, the
    /// entry is replaced (H3).
    case link
    /// `location.replace()`, or a redirect by the page before the page has loaded. The entry is
    /// replaced.
    case replace
    /// `history.pushState()`: a new entry of the same document (H5).
    case pushState
    /// `history.replaceState()`: another URL for the current entry (H5).
    case replaceState
  }
}
