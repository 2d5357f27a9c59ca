/// What somebody wants: a wish, in the imperative, that ``Browser/decide(_:next:text:)`` turns into
/// events or refuses.
public enum Action: Equatable, Sendable {
  // Tabs
  case open(OpenTab)
  /// Closes tabs as one. The active one goes last.
  case closeTabs([Sequence])
  /// Reopens the newest closed item, or the item, or the one tab, with this id.
  case reopen(Sequence?)
  /// Opens a tab again as it once was, from outside of the list of closed items.
  case restoreTab(ClosedTab)
  /// Makes a tab the active one. `byUser`: a person chose it, so families may end (T8).
  case select(Sequence, byUser: Bool = true)
  /// Moves a tab to a position, counted from 0, in its own or another window.
  case move(Sequence, to: Int, window: Sequence? = nil)
  /// Moves a tab into a window that is made for it.
  case moveToNewWindow(Sequence)
  /// Moves a tab some places to the right, or to the left; at the edge of a group it joins or leaves
  /// the group first.
  case moveBy(Sequence, places: Int)
  case pin(Sequence, Bool)
  case mute(Sequence, Bool)
  case duplicate(Sequence, isLoading: Bool = false)
  case discard(Sequence)

  // Windows
  case openWindow(bounds: Window.Bounds = .unknown, showState: Window.ShowState = .normal)
  case closeWindow(Sequence)
  case focusWindow(Sequence)
  case placeWindow(Sequence, bounds: Window.Bounds, showState: Window.ShowState)

  // Groups
  /// Puts tabs side by side into a group: a new one, or the one given.
  case group([Sequence], into: Sequence? = nil, title: String? = nil, color: TabGroup.Color? = nil)
  case ungroup([Sequence])
  case changeGroup(Sequence, title: String? = nil, color: TabGroup.Color? = nil)
  case collapse(Sequence, Bool)

  // Navigation
  /// Goes to a destination as if typed. Without a tab, in an empty browser, it opens one (H1).
  case go(Sequence?, Destination, isLoading: Bool = false)
  /// Follows a link, or does what a script in the page asks for.
  case follow(Sequence, Destination, Following = Following())
  /// A load that has begun (H7).
  case startLoad(Sequence, Destination)
  /// The pending load arrived, where `url` says if a redirect led elsewhere (H4).
  case commitLoad(Sequence, redirectedTo: [String] = [])
  /// `history.go(by)` (H6).
  case travel(Sequence, by: Int, isLoading: Bool = false)
  /// Travel that an engine still has to carry out.
  case startTravel(Sequence, by: Int)
  /// The browser's own Back and Forward: entries made without the user are passed by (H9).
  case step(Sequence, by: Int, isLoading: Bool = false)
  case reload(Sequence, isLoading: Bool = false)
  case stop(Sequence)
  case failLoad(Sequence, reason: String)
  case finishLoad(Sequence)

  // Page reports
  case reportTitle(Sequence, content: Sequence? = nil, String)
  case reportScroll(Sequence, content: Sequence? = nil, x: Int32, y: Int32)
  case reportPicture(Sequence, content: Sequence? = nil, blob: String)
  case reportActivation(Sequence, content: Sequence? = nil)

  // Zoom
  case zoom(Sequence, ZoomChange)
  /// Sets the zoom of a host, whether or not a tab shows it.
  case zoomSite(host: String, ZoomLevel)
  case zoomTemporarily(Sequence, ZoomChange)
  case zoomDefault(ZoomLevel)

  // Bookmarks
  case addBookmark(NewBookmark)
  case editBookmark(Sequence, BookmarkEdit)
  case moveBookmark(Sequence, folder: Sequence, index: Int?)
  /// `all`: with everything that a folder holds (B1).
  case removeBookmark(Sequence, all: Bool = false)

  // Settings and sessions
  /// Makes windows, tabs or other things what they were at an earlier moment.
  case restore(Restoration)
  /// Gives a setting a value in words; nil: the default again.
  case set(Settings.Name, String?)
  case openSession(frontEnd: String)
  case endSession
}
