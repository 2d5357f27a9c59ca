/// The kinds of events as they are stored: the number of the body's field in
/// `retrace.proto`.
///
/// Numbers are never used again. The six most frequent kinds have numbers below 16, whose
/// tag takes one byte instead of two. The numbers 16 to 19 are reserved for fields beside
/// the body.
public enum EventKind: UInt32, CaseIterable, Sendable {
  case navigationCommitted = 10
  case tabSelected = 11
  case tabOpened = 12
  case tabClosed = 13
  case navigationTraveled = 14
  case pageTitled = 15

  case windowOpened = 20
  case windowClosed = 21
  case windowReopened = 22
  case windowFocused = 23
  case windowPlaced = 24
  case windowRestored = 25

  case tabReopened = 30
  case tabMoved = 31
  case tabPinned = 32
  case tabMuted = 33
  case tabDuplicated = 34
  case tabDiscarded = 35
  case tabRestored = 36
  case tabEntryRestored = 37
  case tabCleared = 38

  case groupCreated = 50
  case groupChanged = 51
  case groupCollapsed = 52
  case groupJoined = 53
  case groupRestored = 54

  case navigationStarted = 60
  case navigationTravelStarted = 61
  case navigationReloaded = 62
  case navigationStopped = 63
  case navigationFailed = 64
  case navigationLoaded = 65

  case pageScrolled = 70
  case pagePictured = 71
  case pageActivated = 72
  case pageVisited = 73

  case zoomSiteSet = 80
  case zoomDefaultSet = 81
  case zoomTemporarySet = 82

  case bookmarkAdded = 90
  case bookmarkEdited = 91
  case bookmarkMoved = 92
  case bookmarkRemoved = 93
  case bookmarkRestored = 94

  case settingChanged = 100

  case sessionOpened = 110
  case sessionEnded = 111

  case timeUndone = 120
  case timeRedone = 121
  case timeMarked = 122
  case timeBranched = 123
  case timeBranchHidden = 124
  case timeForgotten = 125
}

extension EventKind {
  /// The family and the event, as in "tab.opened". The command `log` and JSON use it, so it
  /// never changes.
  public var name: String {
    switch self {
    case .navigationCommitted: "navigation.committed"
    case .tabSelected: "tab.selected"
    case .tabOpened: "tab.opened"
    case .tabClosed: "tab.closed"
    case .navigationTraveled: "navigation.traveled"
    case .pageTitled: "page.titled"
    case .windowOpened: "window.opened"
    case .windowClosed: "window.closed"
    case .windowReopened: "window.reopened"
    case .windowFocused: "window.focused"
    case .windowPlaced: "window.placed"
    case .windowRestored: "window.restored"
    case .tabReopened: "tab.reopened"
    case .tabMoved: "tab.moved"
    case .tabPinned: "tab.pinned"
    case .tabMuted: "tab.muted"
    case .tabDuplicated: "tab.duplicated"
    case .tabDiscarded: "tab.discarded"
    case .tabRestored: "tab.restored"
    case .tabEntryRestored: "tab.entryRestored"
    case .tabCleared: "tab.cleared"
    case .groupCreated: "group.created"
    case .groupChanged: "group.changed"
    case .groupCollapsed: "group.collapsed"
    case .groupJoined: "group.joined"
    case .groupRestored: "group.restored"
    case .navigationStarted: "navigation.started"
    case .navigationTravelStarted: "navigation.travelStarted"
    case .navigationReloaded: "navigation.reloaded"
    case .navigationStopped: "navigation.stopped"
    case .navigationFailed: "navigation.failed"
    case .navigationLoaded: "navigation.loaded"
    case .pageScrolled: "page.scrolled"
    case .pagePictured: "page.pictured"
    case .pageActivated: "page.activated"
    case .pageVisited: "page.visited"
    case .zoomSiteSet: "zoom.siteSet"
    case .zoomDefaultSet: "zoom.defaultSet"
    case .zoomTemporarySet: "zoom.temporarySet"
    case .bookmarkAdded: "bookmark.added"
    case .bookmarkEdited: "bookmark.edited"
    case .bookmarkMoved: "bookmark.moved"
    case .bookmarkRemoved: "bookmark.removed"
    case .bookmarkRestored: "bookmark.restored"
    case .settingChanged: "setting.changed"
    case .sessionOpened: "session.opened"
    case .sessionEnded: "session.ended"
    case .timeUndone: "time.undone"
    case .timeRedone: "time.redone"
    case .timeMarked: "time.marked"
    case .timeBranched: "time.branched"
    case .timeBranchHidden: "time.branchHidden"
    case .timeForgotten: "time.forgotten"
    }
  }
}
