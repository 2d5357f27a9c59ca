/// What somebody wants the browser to do, in the imperative.
///
/// ``ProfileState/decide(_:next:text:)`` turns an action into events, or throws a ``Refusal``
/// that says why not:
///
/// ```swift
/// var refusal: Refusal?
/// do throws(Refusal) {
///   _ = try state.decide(.closeTabs([TabID(7)]), next: log.next, text: log)
/// } catch {
///   refusal = error  // noSuchTab: There is no open tab #7.
/// }
/// ```
///
/// Each case lists why it is refused. Two reasons are not repeated: an id of a tab, window,
/// group or bookmark that does not exist is refused with the code that names it
/// (``Refusal/Code/noSuchTab`` …), and a text of more than 2 MiB with
/// ``Refusal/Code/tooLong`` (A5). An action that would change nothing is refused with
/// ``Refusal/Code/nothingToDo``, except where its case says otherwise.
///
/// `isLoading` always says whether an engine still has to load the page. A front end
/// without an engine, such as the console, leaves it false; the page then counts as
/// complete.
public enum Action: Equatable, Sendable {
  // Tabs
  /// Opens a tab (T1), and a window for it where that is wanted or none is open.
  case open(OpenTab)
  /// Closes tabs, which may be in several windows, as one closed item. In each window the
  /// active tab goes last, so only one successor is chosen (T2). A window goes with its
  /// last tab (T5).
  ///
  /// Refused: ``Refusal/Code/nothingToDo`` for an empty list. If one of the tabs is not
  /// open, none is closed.
  case closeTabs([TabID])
  /// Reopens what was closed (T4): the newest item for nil, otherwise the item with this id, the
  /// window with this id, or one tab with this id out of its item.
  ///
  /// Refused: ``Refusal/Code/nothingToDo`` if nothing is listed,
  /// ``Refusal/Code/noSuchClosedItem`` if the id names nothing that is closed, or a tab
  /// that is open.
  case reopen(EventID?)
  /// Reopens a tab that is no longer among the closed items, as it was. Its entries are
  /// written into the log again.
  ///
  /// Refused: ``Refusal/Code/noSuchClosedItem`` if the tab is open.
  case restoreTab(ClosedTab)
  /// Makes a tab the active one of its window, and expands its group.
  ///
  /// A selection `byUser` also gives its window the focus, and makes the window forget its opener
  /// groups if the tab is outside them (T8). The draft is empty if there is nothing to change.
  case select(TabID, byUser: Bool = true)
  /// Moves a tab to an index, from 0, in its own or in another window. The index is clamped to the
  /// pinned or the other tabs. A tab that lands inside a group joins it; one that ends up apart
  /// from its own group leaves it.
  ///
  /// Refused: ``Refusal/Code/outOfRange`` for an index that the window does not have,
  /// ``Refusal/Code/nothingToDo`` if the tab is there.
  case move(TabID, to: Int, window: WindowID? = nil)
  /// Moves a tab into a new window.
  ///
  /// Refused: ``Refusal/Code/nothingToDo`` if it is the only tab of its window.
  case moveToNewWindow(TabID)
  /// Moves tabs next to each other, in the order given, so that the first of them is at an
  /// index of its own or another window; nil is the end. Tabs that are all of a group move
  /// as that group (``moveGroup(_:to:window:)``).
  ///
  /// Refused like ``move(_:to:window:)``, and for an empty list.
  case moveTabs([TabID], to: Int?, window: WindowID? = nil)
  /// Moves tabs, in the order given, into one new window.
  ///
  /// Refused: ``Refusal/Code/nothingToDo`` for an empty list, and if they are all tabs of
  /// their window.
  case moveTabsToNewWindow([TabID])
  /// Moves a tab to the right, or to the left if `places` is negative, as by key. At the
  /// edge of a group it first joins or leaves the group, which takes one step; a collapsed
  /// group is one step.
  ///
  /// Refused: ``Refusal/Code/nothingToDo`` if it cannot move that way. It moves as far as
  /// it can.
  case moveBy(TabID, places: Int)
  /// Pins a tab, which goes to the end of the pinned ones and leaves its group, or unpins
  /// it.
  case pin(TabID, Bool)
  /// Mutes a tab or ends that.
  case mute(TabID, Bool)
  /// Opens a copy of a tab, with its whole history, to the right of it and selects it.
  /// Never refused for an open tab.
  case duplicate(TabID, isLoading: Bool = false)
  /// Records that a tab's page was removed from memory. It is loaded again when an engine
  /// shows it.
  case discard(TabID)
  /// Opens a tab of another device here, with its pages and its place among them, at the end of
  /// the focused window, or of a new one where none is open (D1). It stays open there.
  ///
  /// Its status is ``Tab/Status/discarded``. Its zoom, pin and group are not taken over. It is
  /// never private. Refused: ``Refusal/Code/nothingToDo`` if no page of it is known here, or all
  /// were forgotten, ``Refusal/Code/notAllowed`` for a private tab.
  case take(TakenTab)
  /// Sends a tab with its pages to the device with a number, which opens it in the background (D2).
  ///
  /// Refused: ``Refusal/Code/notAllowed`` for a private tab and, by a store, on a branch, of which
  /// other devices are not told; ``Refusal/Code/nothingToDo`` if it shows nothing but the start
  /// page, ``Refusal/Code/noSuchDevice`` for 0 and, by a store, for a device that is not another
  /// one of the profile.
  case send(TabID, to: UInt32)

  // Windows
  /// Opens a window with a tab at the start page (H1). Never refused.
  case openWindow(bounds: Window.Bounds = .unknown, showState: Window.ShowState = .normal)
  /// Closes a window with its tabs, as one closed item.
  case closeWindow(WindowID)
  /// Gives a window the focus.
  case focusWindow(WindowID)
  /// Gives a window a name; an empty one removes it.
  case nameWindow(WindowID, String)
  /// Records where a window stands and how it is shown.
  case placeWindow(WindowID, bounds: Window.Bounds, showState: Window.ShowState)

  // Groups
  /// Moves tabs of one window next to each other and makes a group of them, or adds them to
  /// the group `into`. Pinned tabs are unpinned. Without a colour a new group gets the one
  /// that is rarest in the window.
  ///
  /// Refused: ``Refusal/Code/nothingToDo`` for no tabs, and if nothing changes;
  /// ``Refusal/Code/notAllowed`` for tabs of several windows, or a group of another one.
  case group([TabID], into: GroupID? = nil, title: String? = nil, color: TabGroup.Color? = nil)
  /// Takes tabs out of their groups, to the nearer end of each. Those that are in no group
  /// are ignored, unless none is in one.
  case ungroup([TabID])
  /// Changes the title or the colour of a group; nil leaves it, an empty title removes it.
  case changeGroup(GroupID, title: String? = nil, color: TabGroup.Color? = nil)
  /// Moves a group with all its tabs, so that its first tab is at an index, from 0, of its
  /// own or another window; nil is the end. The index is clamped to the tabs that are not
  /// pinned. Inside of another group it goes to the right of that. Title, colour and whether
  /// it is collapsed stay.
  ///
  /// Refused: ``Refusal/Code/outOfRange`` for an index that the window does not have,
  /// ``Refusal/Code/nothingToDo`` if the group is there.
  case moveGroup(GroupID, to: Int?, window: WindowID? = nil)
  /// Moves a group with all its tabs into a new window. It is expanded there.
  ///
  /// Refused: ``Refusal/Code/nothingToDo`` if it has all tabs of its window.
  case moveGroupToNewWindow(GroupID)
  /// Collapses or expands a group. If the active tab is in a group that collapses, the next
  /// visible tab is selected, first to the right.
  ///
  /// Refused: ``Refusal/Code/notAllowed`` if the active tab is in the group and no other
  /// tab of the window is visible.
  case collapse(GroupID, Bool)

  // Navigation
  /// Goes to a destination as if it was typed (H3): the URL that is shown is reloaded, one
  /// that differs in the fragment alone stays in the document. Without a tab it opens one
  /// (H1). Never refused for an open tab.
  case go(TabID?, Destination, isLoading: Bool = false)
  /// Follows a link, or does what a script of the page asks for (H3, H5).
  ///
  /// Refused: ``Refusal/Code/notAllowed`` if `pushState` or `replaceState` would change
  /// more than the page may: HTML standard, "can have its URL rewritten".
  case follow(TabID, Destination, Following = Following())
  /// Reports that an engine has begun to load a destination; the history changes with
  /// ``commitLoad(_:redirectedTo:)`` (H7). A load that is pending is superseded (H10).
  ///
  /// Refused: ``Refusal/Code/notAllowed`` while a travel is pending.
  case startLoad(TabID, Destination)
  /// Reports that the pending load, or travel, has arrived.
  ///
  /// `redirectedTo` has the URLs that the server redirected to, in order; the last is the
  /// one that is shown (H4). Refused: ``Refusal/Code/nothingToDo`` if nothing is pending.
  case commitLoad(TabID, redirectedTo: [String] = [])
  /// Goes some entries forward, or back if `by` is negative, as `history.go()` does (H6). 0
  /// reloads. Forgotten entries are skipped and not counted.
  ///
  /// Refused: ``Refusal/Code/outOfRange`` beyond the ends of the history.
  case travel(TabID, by: Int, isLoading: Bool = false)
  /// Reports that an engine has begun such a travel. If one is pending, the steps begin at
  /// its entry (H10).
  ///
  /// Refused: ``Refusal/Code/outOfRange``.
  case startTravel(TabID, by: Int)
  /// Goes forward or back as the browser's own buttons do: entries that a page made without
  /// the user are skipped and not counted (H9).
  ///
  /// Refused: ``Refusal/Code/outOfRange``.
  case step(TabID, by: Int, isLoading: Bool = false)
  /// Reloads the current entry, which stays (H6). Never refused for an open tab.
  case reload(TabID, isLoading: Bool = false)
  /// Stops the load of a tab; the history stays as it is (H7).
  case stop(TabID)
  /// Reports that the pending load failed, with a reason for people. The history stays as
  /// it is (H7).
  case failLoad(TabID, reason: String)
  /// Reports that the page of a tab has loaded completely.
  case finishLoad(TabID)

  // Page reports
  /// Reports the title of a page.
  ///
  /// `content` of this and the other reports names the page, as ``HistoryEntry/content``; nil is the
  /// current one. Refused: ``Refusal/Code/noSuchEntry`` if the tab has no such entry any
  /// more (H10).
  case reportTitle(TabID, content: EventID? = nil, String)
  /// Reports where a page was scrolled to when it was left, in CSS pixels (R1).
  case reportScroll(TabID, content: EventID? = nil, x: Int32, y: Int32)
  /// Reports a picture of a page, by the name of its blob (R1).
  case reportPicture(TabID, content: EventID? = nil, blob: String)
  /// Reports that the user has interacted with a page (H9).
  case reportActivation(TabID, content: EventID? = nil)

  // Zoom
  /// Changes the zoom of the site that a tab shows (Z2); that of the tab alone if the page
  /// has no host, the tab is private, or it has a temporary zoom already (Z3).
  ///
  /// Refused: ``Refusal/Code/outOfRange`` for a level outside ``ZoomLevel/allowed`` and beyond the
  /// ends of the ladder.
  case zoom(TabID, ZoomChange)
  /// Sets the zoom of a host, whether or not a tab shows it. The default level removes the
  /// site's own (Z2). Refused like ``zoom(_:_:)``.
  case zoomSite(host: String, ZoomLevel)
  /// Changes the zoom of a tab alone (Z3). Refused like ``zoom(_:_:)``.
  case zoomTemporarily(TabID, ZoomChange)
  /// Sets the default zoom; sites with the same level follow it from then on (Z2). Refused
  /// like ``zoom(_:_:)``.
  case zoomDefault(ZoomLevel)

  // Bookmarks
  /// Adds a bookmark, a folder or a separator (B1), and folders on the way to it.
  ///
  /// Refused: ``Refusal/Code/invalidValue`` for a bookmark without a URL, a folder without
  /// a title, and a tag with a line feed. A keyword is taken away from the bookmark that
  /// had it (B3).
  case addBookmark(NewBookmark)
  /// Changes texts of a bookmark.
  ///
  /// Refused: ``Refusal/Code/notAllowed`` for a URL of a folder or separator,
  /// ``Refusal/Code/invalidValue`` for an empty URL and a tag with a line feed.
  case editBookmark(BookmarkID, BookmarkEdit)
  /// Moves a bookmark to an index, from 0, of a folder, or of the top level for
  /// ``EventID/nothing``. Without an index it goes to the end.
  ///
  /// Refused: ``Refusal/Code/notAllowed`` for a folder that would be inside itself,
  /// ``Refusal/Code/outOfRange`` for an index that the folder does not have.
  case moveBookmark(BookmarkID, folder: BookmarkID, index: Int?)
  /// Removes a bookmark, or a folder together with what it holds if `all` is true (B1).
  ///
  /// Refused: ``Refusal/Code/notEmpty`` for a folder with members if `all` is false.
  case removeBookmark(BookmarkID, all: Bool = false)

  // Settings and sessions
  /// Makes windows, tabs or other parts of the state what they were at an earlier moment.
  ///
  /// Refused: ``Refusal/Code/noSuchWindow`` and ``Refusal/Code/noSuchTab`` for what was not
  /// open then.
  case restore(Restoration)
  /// Sets a setting to a value in words; nil sets it to its default.
  ///
  /// Refused: ``Refusal/Code/invalidValue`` for a value that the setting does not accept
  /// (``Settings/Name``).
  case set(Settings.Name, String?)
  /// Reports that a front end with an engine starts to run (C1). Never refused.
  case openSession(frontEnd: String)
  /// Reports that the run of the front end ends as it should (C1). Never refused.
  case endSession
}
