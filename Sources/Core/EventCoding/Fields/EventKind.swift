public import BrowserModel

/// The kinds of events as they are stored: the number of the body's field in
/// `retrace.proto`.
///
/// Numbers are never reused. The six most frequent kinds have numbers below 16, whose tag takes one
/// byte instead of two. The numbers 16 to 19 are reserved for fields outside the body.
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
  case windowNamed = 26

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
  case groupMoved = 55

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
  case timeMerged = 126
  case timeProposed = 127
  case timeAnswered = 128

  case deviceJoined = 130
  case deviceAccepted = 131
  case deviceSent = 132
  case deviceSentEntry = 133
  case deviceOrderLost = 134

  case valueSet = 140
  case valueRemoved = 141
}

extension EventKind {
  /// The family and the event, such as "tab.opened". The command `log` and JSON use the name, so it
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
    case .windowNamed: "window.named"
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
    case .groupMoved: "group.moved"
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
    case .timeMerged: "time.merged"
    case .timeProposed: "time.proposed"
    case .timeAnswered: "time.answered"
    case .deviceJoined: "device.joined"
    case .deviceAccepted: "device.accepted"
    case .deviceSent: "device.sent"
    case .deviceSentEntry: "device.sentEntry"
    case .deviceOrderLost: "device.orderLost"
    case .valueSet: "value.set"
    case .valueRemoved: "value.removed"
    }
  }
}

extension Body {
  /// Calls a visitor with the payload and its kind. Nothing is visited in an unknown event.
  ///
  /// The most frequent kinds come first. The payload is a copy, so changes that a visitor makes are
  /// lost.
  @inline(__always)
  public func visit<Visitor: PayloadVisitor>(_ visitor: inout Visitor) {
    switch self {
    case .navigation(.committed(var body)): visitor.visit(.navigationCommitted, &body)
    case .tab(.selected(var body)): visitor.visit(.tabSelected, &body)
    case .tab(.opened(var body)): visitor.visit(.tabOpened, &body)
    case .tab(.closed(var body)): visitor.visit(.tabClosed, &body)
    case .navigation(.traveled(var body)): visitor.visit(.navigationTraveled, &body)
    case .page(.titled(var body)): visitor.visit(.pageTitled, &body)
    case .window(.opened(var body)): visitor.visit(.windowOpened, &body)
    case .window(.closed(var body)): visitor.visit(.windowClosed, &body)
    case .window(.reopened(var body)): visitor.visit(.windowReopened, &body)
    case .window(.focused(var body)): visitor.visit(.windowFocused, &body)
    case .window(.placed(var body)): visitor.visit(.windowPlaced, &body)
    case .window(.restored(var body)): visitor.visit(.windowRestored, &body)
    case .window(.named(var body)): visitor.visit(.windowNamed, &body)
    case .tab(.reopened(var body)): visitor.visit(.tabReopened, &body)
    case .tab(.moved(var body)): visitor.visit(.tabMoved, &body)
    case .tab(.pinned(var body)): visitor.visit(.tabPinned, &body)
    case .tab(.muted(var body)): visitor.visit(.tabMuted, &body)
    case .tab(.duplicated(var body)): visitor.visit(.tabDuplicated, &body)
    case .tab(.discarded(var body)): visitor.visit(.tabDiscarded, &body)
    case .tab(.restored(var body)): visitor.visit(.tabRestored, &body)
    case .tab(.entryRestored(var body)): visitor.visit(.tabEntryRestored, &body)
    case .tab(.cleared(var body)): visitor.visit(.tabCleared, &body)
    case .group(.created(var body)): visitor.visit(.groupCreated, &body)
    case .group(.changed(var body)): visitor.visit(.groupChanged, &body)
    case .group(.collapsed(var body)): visitor.visit(.groupCollapsed, &body)
    case .group(.joined(var body)): visitor.visit(.groupJoined, &body)
    case .group(.restored(var body)): visitor.visit(.groupRestored, &body)
    case .group(.moved(var body)): visitor.visit(.groupMoved, &body)
    case .navigation(.started(var body)): visitor.visit(.navigationStarted, &body)
    case .navigation(.travelStarted(var body)): visitor.visit(.navigationTravelStarted, &body)
    case .navigation(.reloaded(var body)): visitor.visit(.navigationReloaded, &body)
    case .navigation(.stopped(var body)): visitor.visit(.navigationStopped, &body)
    case .navigation(.failed(var body)): visitor.visit(.navigationFailed, &body)
    case .navigation(.loaded(var body)): visitor.visit(.navigationLoaded, &body)
    case .page(.scrolled(var body)): visitor.visit(.pageScrolled, &body)
    case .page(.pictured(var body)): visitor.visit(.pagePictured, &body)
    case .page(.activated(var body)): visitor.visit(.pageActivated, &body)
    case .page(.visited(var body)): visitor.visit(.pageVisited, &body)
    case .zoom(.siteSet(var body)): visitor.visit(.zoomSiteSet, &body)
    case .zoom(.defaultSet(var body)): visitor.visit(.zoomDefaultSet, &body)
    case .zoom(.temporarySet(var body)): visitor.visit(.zoomTemporarySet, &body)
    case .bookmark(.added(var body)): visitor.visit(.bookmarkAdded, &body)
    case .bookmark(.edited(var body)): visitor.visit(.bookmarkEdited, &body)
    case .bookmark(.moved(var body)): visitor.visit(.bookmarkMoved, &body)
    case .bookmark(.removed(var body)): visitor.visit(.bookmarkRemoved, &body)
    case .bookmark(.restored(var body)): visitor.visit(.bookmarkRestored, &body)
    case .setting(var body): visitor.visit(.settingChanged, &body)
    case .session(.opened(var body)): visitor.visit(.sessionOpened, &body)
    case .session(.ended):
      var body = SessionEnded()
      visitor.visit(.sessionEnded, &body)
    case .time(.undone(var body)): visitor.visit(.timeUndone, &body)
    case .time(.redone(var body)): visitor.visit(.timeRedone, &body)
    case .time(.marked(var body)): visitor.visit(.timeMarked, &body)
    case .time(.branched(var body)): visitor.visit(.timeBranched, &body)
    case .time(.branchHidden(var body)): visitor.visit(.timeBranchHidden, &body)
    case .time(.forgotten(var body)): visitor.visit(.timeForgotten, &body)
    case .time(.merged(var body)): visitor.visit(.timeMerged, &body)
    case .time(.proposed(var body)): visitor.visit(.timeProposed, &body)
    case .time(.answered(var body)): visitor.visit(.timeAnswered, &body)
    case .device(.joined(var body)): visitor.visit(.deviceJoined, &body)
    case .device(.accepted(var body)): visitor.visit(.deviceAccepted, &body)
    case .device(.sent(var body)): visitor.visit(.deviceSent, &body)
    case .device(.sentEntry(var body)): visitor.visit(.deviceSentEntry, &body)
    case .device(.orderLost):
      var body = OrderLost()
      visitor.visit(.deviceOrderLost, &body)
    case .value(.set(var body)): visitor.visit(.valueSet, &body)
    case .value(.removed(var body)): visitor.visit(.valueRemoved, &body)
    case .unknown: break
    }
  }
}

extension Body {
  /// The kind of the event, or nil for an event of a newer version.
  public var kind: EventKind? {
    var finder = KindFinder()
    visit(&finder)
    return finder.kind
  }
}

/// A visitor that finds the kind of an event.
private struct KindFinder: PayloadVisitor {
  var kind: EventKind?

  mutating func visit<Payload: FieldVisitable>(_ kind: EventKind, _ payload: inout Payload) {
    self.kind = kind
  }
}
