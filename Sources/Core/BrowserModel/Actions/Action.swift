/// An action for the browser to perform. The cases are named in the imperative.
///
/// ``ProfileState/decide(_:next:text:)`` turns an action into events, or throws a ``Refusal`` that
/// states the reason:
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
/// Each case lists the reasons for which it is refused. Two reasons are not repeated: an id of a
/// tab, window, group or bookmark that does not exist is refused with the code for its kind
/// (``Refusal/Code/noSuchTab`` …), and a text of more than 2 MiB with ``Refusal/Code/tooLong``
/// (A5). An action that would change nothing is refused with ``Refusal/Code/nothingToDo``, unless
/// its case states otherwise.
///
/// `isLoading` always states whether an engine still has to load the page. A front end without an
/// engine, such as the console, leaves `isLoading` false. The page then counts as complete.
public enum Action: Equatable, Sendable {
  // Tabs
  /// Opens a tab (T1). Opens a new window for the tab if requested, or if no window is open.
  case open(OpenTab)
  /// Closes tabs, which may be in several windows, as one closed item. In each window the active
  /// tab is closed last, so that only one successor is chosen (T2). A window closes with its last
  /// tab (T5).
  ///
  /// Refused: ``Refusal/Code/nothingToDo`` for an empty list. If one of the tabs is not open, no
  /// tab is closed.
  case closeTabs([TabID])
  /// Reopens a closed item (T4). Nil means the newest item. Otherwise, the id identifies a closed
  /// item, a closed window, or a single closed tab, which is then removed from its item.
  ///
  /// Refused: ``Refusal/Code/nothingToDo`` if there is no closed item,
  /// ``Refusal/Code/noSuchClosedItem`` if no closed item, window or tab has the id, or the id
  /// belongs to an open tab.
  case reopen(EventID?)
  /// Reopens a tab that is no longer among the closed items, in its previous state. Its entries are
  /// written to the log again.
  ///
  /// Refused: ``Refusal/Code/noSuchClosedItem`` if the tab is open.
  case restoreTab(ClosedTab)
  /// Activates a tab in its window, and expands its group.
  ///
  /// A selection `byUser` also focuses the window, and forgets the opener groups of the window if
  /// the tab is outside them (T8). The draft is empty if there is nothing to change.
  case select(TabID, byUser: Bool = true)
  /// Moves a tab to an index, from 0, in its own or another window. The index is clamped to the
  /// pinned tabs if the tab is pinned, otherwise to the other tabs. A tab that is moved into a
  /// group joins the group. A tab that is moved away from its group leaves the group.
  ///
  /// Refused: ``Refusal/Code/outOfRange`` if the index does not exist in the window,
  /// ``Refusal/Code/nothingToDo`` if the tab is already at the index.
  case move(TabID, to: Int, window: WindowID? = nil)
  /// Moves a tab into a new window.
  ///
  /// Refused: ``Refusal/Code/nothingToDo`` if it is the only tab of its window.
  case moveToNewWindow(TabID)
  /// Moves tabs next to each other, in the given order, so that the first tab is at an index of its
  /// own or another window. Nil is the end. If the tabs are all the tabs of a group, the group
  /// moves as a whole (``moveGroup(_:to:window:)``).
  ///
  /// Refused for the same reasons as ``move(_:to:window:)``, and for an empty list.
  case moveTabs([TabID], to: Int?, window: WindowID? = nil)
  /// Moves tabs, in the given order, into one new window.
  ///
  /// Refused: ``Refusal/Code/nothingToDo`` for an empty list, and if the tabs are exactly the tabs
  /// of one window.
  case moveTabsToNewWindow([TabID])
  /// Moves a tab to the right, or to the left if `places` is negative, as with the keyboard. At the
  /// edge of a group, joining or leaving the group takes one step. Passing a collapsed group also
  /// takes one step.
  ///
  /// The tab moves as far as it can. Refused: ``Refusal/Code/nothingToDo`` if it cannot move in
  /// this direction.
  case moveBy(TabID, places: Int)
  /// Pins or unpins a tab. A pinned tab leaves its group and moves to the end of the pinned tabs.
  case pin(TabID, Bool)
  /// Mutes or unmutes a tab.
  case mute(TabID, Bool)
  /// Opens a copy of a tab, with its complete history, to the right of the tab, and selects the
  /// copy. Never refused for an open tab.
  case duplicate(TabID, isLoading: Bool = false)
  /// Records that a tab's page was removed from memory. The page is loaded again when an engine
  /// shows the tab.
  case discard(TabID)
  /// Opens a tab of another device on this device, with all its pages and the same current page
  /// (D1). The tab is placed at the end of the focused window, or in a new window if no window is
  /// open. The tab stays open on the other device.
  ///
  /// The status of the new tab is ``Tab/Status/discarded``. Zoom, pin and group are not copied. The
  /// new tab is never private. Refused: ``Refusal/Code/nothingToDo`` if this device knows no page
  /// of the tab, or if all pages were forgotten; ``Refusal/Code/notAllowed`` for a private tab.
  case take(TakenTab)
  /// Sends a tab with its pages to the device with the given number, which opens the tab in the
  /// background (D2).
  ///
  /// Refused: ``Refusal/Code/notAllowed`` for a private tab; ``Refusal/Code/nothingToDo`` if the
  /// history of the tab contains only the start page; ``Refusal/Code/noSuchDevice`` for 0. A store
  /// also refuses the action with ``Refusal/Code/notAllowed`` on a branch, because branches are not
  /// shared, and with ``Refusal/Code/noSuchDevice`` if there is no other device with this number.
  case send(TabID, to: UInt32)

  // Windows
  /// Opens a window with one tab, which shows the start page (H1). Never refused.
  case openWindow(bounds: Window.Bounds = .unknown, showState: Window.ShowState = .normal)
  /// Closes a window with its tabs, as one closed item.
  case closeWindow(WindowID)
  /// Focuses a window.
  case focusWindow(WindowID)
  /// Names a window. An empty name removes the window's name.
  case nameWindow(WindowID, String)
  /// Records the position of a window on the screen and its show state.
  case placeWindow(WindowID, bounds: Window.Bounds, showState: Window.ShowState)

  // Groups
  /// Moves tabs of one window next to each other, and creates a group of these tabs or adds them to
  /// the group `into`. Pinned tabs are unpinned. A new group without a colour gets the least used
  /// colour in the window.
  ///
  /// Refused: ``Refusal/Code/nothingToDo`` for an empty list, and if nothing changes;
  /// ``Refusal/Code/notAllowed`` for tabs of several windows, or a group of another window.
  case group([TabID], into: GroupID? = nil, title: String? = nil, color: TabGroup.Color? = nil)
  /// Removes tabs from their groups. Each tab moves to the nearer end of its group. Tabs without a
  /// group are ignored. The action is refused if none of the tabs is in a group.
  case ungroup([TabID])
  /// Changes the title or the colour of a group. Nil leaves the value unchanged, and an empty title
  /// removes the title.
  case changeGroup(GroupID, title: String? = nil, color: TabGroup.Color? = nil)
  /// Moves a group with all its tabs, so that its first tab is at an index, from 0, of its own or
  /// another window. Nil is the end. The index is clamped to the tabs that are not pinned. If the
  /// index is inside another group, the moved group is placed to the right of that group. Its
  /// title, colour and collapsed state are unchanged.
  ///
  /// Refused: ``Refusal/Code/outOfRange`` if the index does not exist in the window,
  /// ``Refusal/Code/nothingToDo`` if the group is already at the index.
  case moveGroup(GroupID, to: Int?, window: WindowID? = nil)
  /// Moves a group with all its tabs into a new window, where it is expanded.
  ///
  /// Refused: ``Refusal/Code/nothingToDo`` if the group contains all tabs of its window.
  case moveGroupToNewWindow(GroupID)
  /// Collapses or expands a group. If a collapsing group contains the active tab, the next visible
  /// tab is selected, preferably to the right.
  ///
  /// Refused: ``Refusal/Code/notAllowed`` if the group contains the active tab and no other tab of
  /// the window is visible.
  case collapse(GroupID, Bool)

  // Navigation
  /// Navigates to a destination as if the user had typed it (H3). If the tab already shows the URL,
  /// the page is reloaded. If the URL differs only in its fragment, the document stays the same. If
  /// no tab is given, a new tab is opened (H1). Never refused for an open tab.
  case go(TabID?, Destination, isLoading: Bool = false)
  /// Follows a link, or performs a navigation requested by a script of the page (H3, H5).
  ///
  /// Refused: ``Refusal/Code/notAllowed`` if `pushState` or `replaceState` would change a part of
  /// the URL that the page may not change (HTML standard, "can have its URL rewritten").
  case follow(TabID, Destination, Following = Following())
  /// Reports that an engine has begun to load a destination. The history changes only when
  /// ``commitLoad(_:redirectedTo:)`` reports that the load has committed (H7). A load that is
  /// already pending is superseded (H10).
  ///
  /// Refused: ``Refusal/Code/notAllowed`` while a travel is pending.
  case startLoad(TabID, Destination)
  /// Reports that the pending load or travel has committed.
  ///
  /// `redirectedTo` lists the URLs that the server redirected to, in order. The last URL is shown
  /// (H4). Refused: ``Refusal/Code/nothingToDo`` if nothing is pending.
  case commitLoad(TabID, redirectedTo: [String] = [])
  /// Travels a number of entries forward, or back if `by` is negative, like `history.go()` (H6). 0
  /// reloads the current entry. Forgotten entries are skipped and not counted.
  ///
  /// Refused: ``Refusal/Code/outOfRange`` if the target is beyond the ends of the history.
  case travel(TabID, by: Int, isLoading: Bool = false)
  /// Reports that an engine has begun to travel, as in ``travel(_:by:isLoading:)``. If a travel is
  /// already pending, the steps are counted from its target entry (H10).
  ///
  /// Refused: ``Refusal/Code/outOfRange`` if the target is beyond the ends of the history.
  case startTravel(TabID, by: Int)
  /// Goes forward or back like the browser's own buttons. Entries that a page created without user
  /// interaction are skipped and not counted (H9).
  ///
  /// Refused: ``Refusal/Code/outOfRange`` if the target is beyond the ends of the history.
  case step(TabID, by: Int, isLoading: Bool = false)
  /// Reloads the current entry without changing the history (H6). Never refused for an open tab.
  case reload(TabID, isLoading: Bool = false)
  /// Stops the load of a tab. The history is unchanged (H7).
  case stop(TabID)
  /// Reports that the pending load failed, with a reason to display. The history is unchanged (H7).
  case failLoad(TabID, reason: String)
  /// Reports that the page of a tab has loaded completely.
  case finishLoad(TabID)

  // Page reports
  /// Reports the title of a page.
  ///
  /// In this and the other reports, `content` identifies the page, like ``HistoryEntry/content``.
  /// Nil is the current page. Refused: ``Refusal/Code/noSuchEntry`` if the tab no longer has an
  /// entry with this content (H10).
  case reportTitle(TabID, content: EventID? = nil, String)
  /// Reports the scroll position at which a page was left, in CSS pixels (R1).
  case reportScroll(TabID, content: EventID? = nil, x: Int32, y: Int32)
  /// Reports a picture of a page, identified by the name of its blob (R1).
  case reportPicture(TabID, content: EventID? = nil, blob: String)
  /// Reports that the user has interacted with a page (H9).
  case reportActivation(TabID, content: EventID? = nil)

  // Zoom
  /// Changes the zoom of the site that a tab shows (Z2). If the page has no host, the tab is
  /// private, or the tab already has a temporary zoom, only the zoom of the tab changes (Z3).
  ///
  /// Refused: ``Refusal/Code/outOfRange`` for a level outside ``ZoomLevel/allowed``, and for a step
  /// beyond the ends of the ladder.
  case zoom(TabID, ZoomChange)
  /// Sets the zoom of a host, even if no tab shows a page of the host. Setting the default level
  /// removes the level of the site (Z2). Refused for the same reasons as ``zoom(_:_:)``.
  case zoomSite(host: String, ZoomLevel)
  /// Changes only the zoom of a tab (Z3). Refused for the same reasons as ``zoom(_:_:)``.
  case zoomTemporarily(TabID, ZoomChange)
  /// Sets the default zoom. From then on, sites with the same level follow the default (Z2).
  /// Refused for the same reasons as ``zoom(_:_:)``.
  case zoomDefault(ZoomLevel)

  // Bookmarks
  /// Adds a bookmark, a folder or a separator (B1), and any missing folders on its path.
  ///
  /// Refused: ``Refusal/Code/invalidValue`` for a bookmark without a URL, a folder without a title,
  /// and a tag with a line feed. If another bookmark has the keyword, the keyword is removed from
  /// that bookmark (B3).
  case addBookmark(NewBookmark)
  /// Changes text fields of a bookmark.
  ///
  /// Refused: ``Refusal/Code/notAllowed`` for a URL of a folder or separator,
  /// ``Refusal/Code/invalidValue`` for an empty URL and a tag with a line feed.
  case editBookmark(BookmarkID, BookmarkEdit)
  /// Moves a bookmark to an index, from 0, in a folder, or at the top level if the folder is
  /// ``EventID/nothing``. If the index is nil, the bookmark moves to the end.
  ///
  /// Refused: ``Refusal/Code/notAllowed`` if the move would put a folder inside itself,
  /// ``Refusal/Code/outOfRange`` if the index does not exist in the folder.
  case moveBookmark(BookmarkID, folder: BookmarkID, index: Int?)
  /// Removes a bookmark, or a folder. If `all` is true, a folder is removed with its contents (B1).
  ///
  /// Refused: ``Refusal/Code/notEmpty`` for a non-empty folder if `all` is false.
  case removeBookmark(BookmarkID, all: Bool = false)

  // Settings and sessions
  /// Restores windows, tabs or other parts of the state as they were at an earlier moment.
  ///
  /// Refused: ``Refusal/Code/noSuchWindow`` and ``Refusal/Code/noSuchTab`` for windows and tabs
  /// that were not open at that moment.
  case restore(Restoration)
  /// Sets a setting to a value in text form. Nil resets the setting to its default.
  ///
  /// Refused: ``Refusal/Code/invalidValue`` for a value that the setting does not accept
  /// (``Settings/Name``).
  case set(Settings.Name, String?)
  /// Sets a custom value of the profile, a window, a tab or a group, or removes it if the value is
  /// nil. A tab's values are copied when the tab is duplicated, and come back when it is reopened.
  ///
  /// Refused: ``Refusal/Code/invalidValue`` for a name that is not allowed
  /// (``CustomValue/isName(_:)``), ``Refusal/Code/tooLong`` for more than
  /// ``ValueTable/largestValue`` bytes, ``Refusal/Code/notAllowed`` for a new value if the owner
  /// already has ``ValueTable/largestCount`` values.
  case setValue(ValueOwner, String, [UInt8]?)
  /// Reports that a front end with an engine has started (C1). Never refused.
  case openSession(frontEnd: String)
  /// Reports that the front end has ended normally (C1). Never refused.
  case endSession
}
