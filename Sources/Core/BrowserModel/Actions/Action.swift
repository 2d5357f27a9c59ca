/// What somebody wants: an action, in the imperative, that ``Browser/decide(_:next:text:)`` turns into
/// events or refuses.
public enum Action: Equatable, Sendable {
  // Tabs
  case open(OpenTab)
  /// Closes tabs as one. The active one goes last.
  case closeTabs([EventID])
  /// Reopens the newest closed item, or the item, or the one tab, with this id.
  case reopen(EventID?)
  /// Opens a tab again as it once was, from outside of the list of closed items.
  case restoreTab(ClosedTab)
  /// Makes a tab the active one. `byUser`: a person chose it, so families may end (T8).
  case select(EventID, byUser: Bool = true)
  /// Moves a tab to a position, counted from 0, in its own or another window.
  case move(EventID, to: Int, window: EventID? = nil)
  /// Moves a tab into a window that is made for it.
  case moveToNewWindow(EventID)
  /// Moves a tab some places to the right, or to the left; at the edge of a group it joins or leaves
  /// the group first.
  case moveBy(EventID, places: Int)
  case pin(EventID, Bool)
  case mute(EventID, Bool)
  case duplicate(EventID, isLoading: Bool = false)
  case discard(EventID)

  // Windows
  case openWindow(bounds: Window.Bounds = .unknown, showState: Window.ShowState = .normal)
  case closeWindow(EventID)
  case focusWindow(EventID)
  case placeWindow(EventID, bounds: Window.Bounds, showState: Window.ShowState)

  // Groups
  /// Puts tabs side by side into a group: a new one, or the one given.
  case group([EventID], into: EventID? = nil, title: String? = nil, color: TabGroup.Color? = nil)
  case ungroup([EventID])
  case changeGroup(EventID, title: String? = nil, color: TabGroup.Color? = nil)
  case collapse(EventID, Bool)

  // Navigation
  /// Goes to a destination as if typed. Without a tab, in an empty browser, it opens one (H1).
  case go(EventID?, Destination, isLoading: Bool = false)
  /// Follows a link, or does what a script in the page asks for.
  case follow(EventID, Destination, Following = Following())
  /// A load that has begun (H7).
  case startLoad(EventID, Destination)
  /// The pending load arrived, where `url` says if a redirect led elsewhere (H4).
  case commitLoad(EventID, redirectedTo: [String] = [])
  /// `history.go(by)` (H6).
  case travel(EventID, by: Int, isLoading: Bool = false)
  /// Travel that an engine still has to carry out.
  case startTravel(EventID, by: Int)
  /// The browser's own Back and Forward: entries made without the user are passed by (H9).
  case step(EventID, by: Int, isLoading: Bool = false)
  case reload(EventID, isLoading: Bool = false)
  case stop(EventID)
  case failLoad(EventID, reason: String)
  case finishLoad(EventID)

  // Page reports
  case reportTitle(EventID, content: EventID? = nil, String)
  case reportScroll(EventID, content: EventID? = nil, x: Int32, y: Int32)
  case reportPicture(EventID, content: EventID? = nil, blob: String)
  case reportActivation(EventID, content: EventID? = nil)

  // Zoom
  case zoom(EventID, ZoomChange)
  /// Sets the zoom of a host, whether or not a tab shows it.
  case zoomSite(host: String, ZoomLevel)
  case zoomTemporarily(EventID, ZoomChange)
  case zoomDefault(ZoomLevel)

  // Bookmarks
  case addBookmark(NewBookmark)
  case editBookmark(EventID, BookmarkEdit)
  case moveBookmark(EventID, folder: EventID, index: Int?)
  /// `all`: with everything that a folder holds (B1).
  case removeBookmark(EventID, all: Bool = false)

  // Settings and sessions
  /// Makes windows, tabs or other things what they were at an earlier moment.
  case restore(Restoration)
  /// Gives a setting a value in words; nil: the default again.
  case set(Settings.Name, String?)
  case openSession(frontEnd: String)
  case endSession
}

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

/// The action to make something what it was at an earlier moment.
public struct Restoration: Equatable, Sendable {
  /// The state at that moment.
  public var past: Browser
  public var parts: [Part]

  public init(of past: Browser, _ parts: [Part] = [.windows]) {
    self.past = past
    self.parts = parts
  }

  /// What is to be as it was.
  public enum Part: Hashable, Sendable {
    /// All windows, tabs and groups. Tabs opened since are closed.
    case windows
    /// Tabs that are not open any more come back; nothing else changes.
    case missingTabs
    /// One window and what stood in it. Tabs that stand in it now and did not then go back to the
    /// window where they stood, if that is open, and else are closed.
    case window(EventID)
    /// One tab: its history, its looks and its place.
    case tab(EventID)
    case bookmarks
    case zoom
    case settings
  }
}

/// An action for another zoom.
public enum ZoomChange: Equatable, Sendable {
  /// The next step up, or down, of the ladder (Z1).
  case stepIn
  case stepOut
  /// What the site, or the default, says.
  case reset
  case set(ZoomLevel)
}
