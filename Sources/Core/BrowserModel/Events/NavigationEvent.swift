/// Facts about a tab's session history.
public enum NavigationEvent: Equatable, Sendable, BitwiseCopyable {
  /// A load began; the history changes only when it commits (H7).
  case started(NavigationStarted)
  /// Travel to an entry began.
  case travelStarted(Traveled)
  case committed(NavigationCommitted)
  /// An entry became current again.
  case traveled(Traveled)
  case reloaded(TabReloaded)
  case stopped(LoadStopped)
  case failed(LoadFailed)
  case loaded(LoadFinished)
}

public struct NavigationStarted: Equatable, Sendable, BitwiseCopyable {
  public var tab: EventID = .nothing
  public var url: Text = .absent
  public var input: Text = .absent
  public var reason: Text = .absent
  public var searchWords: Text = .absent
  public var transition: Transition = .link
  public init() {}
}

/// A page, or a place in one, became the current entry.
public struct NavigationCommitted: Equatable, Sendable, BitwiseCopyable {
  public var tab: EventID = .nothing
  /// The entry that it was reached from, for the trail; the fold does not need it.
  public var parent: EventID = .nothing
  /// Whether it takes the place of the current entry (H3).
  public var isReplacement = false
  /// Whether the document stays: a fragment, `pushState`, `replaceState` (H5).
  public var isSameDocument = false
  /// The page did it without the user's having touched it (H9).
  public var isWithoutActivation = false
  /// Whether an engine still has to load it.
  public var isLoading = false
  /// Every opener group of the window is forgotten with it (T8).
  public var forgetsOpenerGroups = false
  /// A load under way goes on: another place in the page is no reason to end it (H10).
  public var keepsLoad = false
  public var transition: Transition = .link
  /// The final URL.
  public var url: Text = .absent
  /// The URL that was asked for, where a server redirect led elsewhere (H4), then each further step
  /// of the redirect, separated by line feeds.
  public var redirects: Text = .absent
  public var input: Text = .absent
  public var reason: Text = .absent
  public var searchWords: Text = .absent
  public init() {}
}

public struct Traveled: Equatable, Sendable, BitwiseCopyable {
  public var tab: EventID = .nothing
  /// The entry travelled to.
  public var entry: EventID = .nothing
  public var isLoading = false
  public init() {}
}

public struct TabReloaded: Equatable, Sendable, BitwiseCopyable {
  public var tab: EventID = .nothing
  public var isLoading = false
  public init() {}
}

public struct LoadStopped: Equatable, Sendable, BitwiseCopyable {
  public var tab: EventID = .nothing
  public init() {}
}

public struct LoadFailed: Equatable, Sendable, BitwiseCopyable {
  public var tab: EventID = .nothing
  public var reason: Text = .absent
  public init() {}
}

public struct LoadFinished: Equatable, Sendable, BitwiseCopyable {
  public var tab: EventID = .nothing
  public init() {}
}

/// How a page was reached; Chromium's `PageTransition` core types that name a person's way.
public enum Transition: UInt8, Sendable, BitwiseCopyable, CaseIterable {
  case link, typed, bookmark, generated, startPage, formSubmit, reload, keyword, script

  /// Whether a page said where it leads, and not the user: its target is not shown before it is there
  /// (A4), or a page could put any address above itself.
  public var isByPage: Bool {
    switch self {
    case .link, .formSubmit, .script: true
    case .typed, .bookmark, .generated, .startPage, .reload, .keyword: false
    }
  }

  /// Whether the user began something new with it, so that opener groups are forgotten (T8; Chromium,
  /// `ShouldForgetOpenersForTransition`).
  public var beginsTask: Bool {
    switch self {
    case .typed, .bookmark, .generated, .keyword, .startPage: true
    case .link, .formSubmit, .reload, .script: false
    }
  }
}

/// An event that says where a tab leads, and what led there.
protocol DestinationFact {
  var transition: Transition { get set }
  var url: Text { get set }
  var input: Text { get set }
  var reason: Text { get set }
  var searchWords: Text { get set }
}

extension TabOpened: DestinationFact {}
extension NavigationStarted: DestinationFact {}
extension NavigationCommitted: DestinationFact {}
