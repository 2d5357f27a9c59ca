/// The action for a new tab.
public struct OpenTab: Equatable, Sendable {
  /// Where it leads; nil: the start page (H1).
  public var destination: Destination?
  public var place: Place
  /// The window; nil: the opener's, else the focused one, else a new one.
  public var window: EventID?
  /// Whether a window is made for it.
  public var isInNewWindow: Bool
  /// Nil: what the place usually does.
  public var isSelected: Bool?
  public var isPinned: Bool
  /// Whether an engine still has to load it.
  public var isLoading: Bool
  /// The tab that it lastingly belongs to, where the place does not say.
  public var opener: EventID?

  public init(
    _ destination: Destination? = nil, place: Place = .end, window: EventID? = nil,
    isInNewWindow: Bool = false, isSelected: Bool? = nil, isPinned: Bool = false,
    isLoading: Bool = false,
    opener: EventID? = nil
  ) {
    self.destination = destination
    self.place = place
    self.window = window
    self.isInNewWindow = isInNewWindow
    self.isSelected = isSelected
    self.isPinned = isPinned
    self.isLoading = isLoading
    self.opener = opener
  }

  /// Where a new tab goes (T1).
  public enum Place: Equatable, Sendable {
    /// At the end, as Ctrl-T does.
    case end
    /// Right after the tab whose link was opened; selected.
    case foregroundLink(from: EventID)
    /// After the last tab that the same tab opened; not selected.
    case backgroundLink(from: EventID)
    /// At a position, counted from 0.
    case index(Int)
  }
}

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
