/// How a page goes somewhere by itself or at a click.
public struct Following: Equatable, Sendable {
  public var manner: Manner
  /// Whether the user had touched the page (H9).
  public var hasActivation: Bool
  /// Whether an engine still has to load it.
  public var isLoading: Bool
  /// URLs that the server led on to, in order; the last one is shown (H4).
  public var redirects: [String]

  public init(
    _ manner: Manner = .link, hasActivation: Bool = true, isLoading: Bool = false,
    redirects: [String] = []
  ) {
    self.manner = manner
    self.hasActivation = hasActivation
    self.isLoading = isLoading
    self.redirects = redirects
  }

  public enum Manner: UInt8, Sendable, CaseIterable {
    /// A link, `location.href`, `location.assign()`.
    case link
    /// `location.replace()`, or a client redirect before load.
    case replace
    /// `history.pushState()`.
    case pushState
    /// `history.replaceState()`.
    case replaceState
  }
}
