/// What happened to a tab's session history, or on the way to it.
public enum NavigationEvent: Equatable, Sendable, BitwiseCopyable {
  /// A load began. The history changes only when it commits (H7).
  case started(NavigationStarted)
  /// A travel to an entry began.
  case travelStarted(Traveled)
  /// A page, or a place in one, became the current entry.
  case committed(NavigationCommitted)
  /// Another entry of the history became the current one.
  case traveled(Traveled)
  /// The current entry was loaded again; it stays (H6).
  case reloaded(TabReloaded)
  /// A load was stopped; the history stays (H7).
  case stopped(LoadStopped)
  /// A load failed; the history stays (H7).
  case failed(LoadFailed)
  /// The page of the current entry has loaded completely.
  case loaded(LoadFinished)
}

/// A load began.
public struct NavigationStarted: Equatable, Sendable, BitwiseCopyable {
  /// The tab that loads.
  public var tab: TabID = .nothing
  /// The URL that was asked for.
  public var url: Text = .absent
  /// The text that was typed, absent if it is the URL.
  public var input: Text = .absent
  /// The policy and the reason by which the input became the URL (A1).
  public var reason: Text = .absent
  /// The words that are searched for, absent if this is no search.
  public var searchWords: Text = .absent
  /// How the page is reached.
  public var transition: Transition = .link
  /// The entry that the load replaces, because its URL was asked for again (H3), or
  /// ``EventID/nothing`` if the load appends an entry.
  public var again: EntryID = .nothing
  public init() {}
}

/// A page, or a place in one, became the current entry.
public struct NavigationCommitted: Equatable, Sendable, BitwiseCopyable {
  /// The tab that navigated.
  public var tab: TabID = .nothing
  /// The entry that was current before, for the trail; the fold does not use it.
  public var parent: EntryID = .nothing
  /// Whether it replaces the current entry instead of appending one (H3).
  public var isReplacement = false
  /// Whether the document stays: a fragment, `pushState` or `replaceState` (H5).
  public var isSameDocument = false
  /// Whether the page did it without the user's having interacted with it. The entries of
  /// its document are skipped by Back from then on (H9).
  public var isWithoutActivation = false
  /// Whether an engine still has to load the page.
  public var isLoading = false
  /// Whether all opener groups of the window are forgotten with it (T8).
  public var forgetsOpenerGroups = false
  /// Whether a load that is under way goes on: another place in the same page does not end
  /// it (H10).
  public var keepsLoad = false
  /// How the page was reached.
  public var transition: Transition = .link
  /// The URL that is shown, after all redirects.
  public var url: Text = .absent
  /// The URL that was asked for and each redirect but the last, separated by line feeds;
  /// absent if the server did not redirect (H4).
  public var redirects: Text = .absent
  /// The text that was typed, absent if it is the URL.
  public var input: Text = .absent
  /// The policy and the reason by which the input became the URL (A1).
  public var reason: Text = .absent
  /// The words that were searched for, absent if this is no search.
  public var searchWords: Text = .absent
  public init() {}
}

/// A travel to an entry, that began or arrived.
public struct Traveled: Equatable, Sendable, BitwiseCopyable {
  /// The tab that travels through its history.
  public var tab: TabID = .nothing
  /// The entry that it leads to.
  public var entry: EntryID = .nothing
  /// Whether an engine still has to load the entry.
  public var isLoading = false
  public init() {}
}

/// The current entry of a tab was loaded again.
public struct TabReloaded: Equatable, Sendable, BitwiseCopyable {
  /// The tab that was reloaded.
  public var tab: TabID = .nothing
  /// Whether an engine still has to load it.
  public var isLoading = false
  public init() {}
}

/// A load was stopped before it was complete.
public struct LoadStopped: Equatable, Sendable, BitwiseCopyable {
  /// The tab whose load was stopped.
  public var tab: TabID = .nothing
  public init() {}
}

/// A load failed.
public struct LoadFailed: Equatable, Sendable, BitwiseCopyable {
  /// The tab whose load failed.
  public var tab: TabID = .nothing
  /// The reason, in words of the front end.
  public var reason: Text = .absent
  public init() {}
}

/// The page of a tab has loaded completely.
public struct LoadFinished: Equatable, Sendable, BitwiseCopyable {
  /// The tab whose page has loaded.
  public var tab: TabID = .nothing
  public init() {}
}

/// How a page was reached, after the core types of Chromium's `PageTransition`. Raw values
/// are stored and never reused.
///
/// - `link`: a link was clicked, or a page navigated by itself.
/// - `typed`: a URL was typed.
/// - `bookmark`: a bookmark was opened.
/// - `generated`: words were typed that became a search.
/// - `startPage`: a tab or window was opened without an address.
/// - `formSubmit`: a form was sent.
/// - `reload`: the page was loaded again.
/// - `keyword`: words were typed after the keyword of a search engine or bookmark.
/// - `script`: a script navigated without the user.
public enum Transition: UInt8, Sendable, BitwiseCopyable, CaseIterable {
  case link, typed, bookmark, generated, startPage, formSubmit, reload, keyword, script

  /// Whether a page chose the target, and not the user. The address field shows such a
  /// target only once it commits (A4): otherwise a page could put any address above itself.
  public var isByPage: Bool {
    switch self {
    case .link, .formSubmit, .script: true
    case .typed, .bookmark, .generated, .startPage, .reload, .keyword: false
    }
  }

  /// Whether the user begins something new with it, so that opener groups are forgotten
  /// (T8). Chromium: `ShouldForgetOpenersForTransition`.
  public var beginsTask: Bool {
    switch self {
    case .typed, .bookmark, .generated, .keyword, .startPage: true
    case .link, .formSubmit, .reload, .script: false
    }
  }
}

/// An event that says where a tab leads and how the user got there.
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
