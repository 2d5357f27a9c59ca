public import BrowserModel
public import EventCoding

extension EventKind {
  /// An event of this kind whose fields a visitor has filled.
  public func body<Filler: FieldVisitor>(filledBy filler: inout Filler) -> Body {
    func filled<Payload: FieldVisitable>() -> Payload {
      var payload = Payload()
      payload.visit(&filler)
      return payload
    }
    return switch self {
    case .navigationCommitted: .navigation(.committed(filled()))
    case .tabSelected: .tab(.selected(filled()))
    case .tabOpened: .tab(.opened(filled()))
    case .tabClosed: .tab(.closed(filled()))
    case .navigationTraveled: .navigation(.traveled(filled()))
    case .pageTitled: .page(.titled(filled()))
    case .windowOpened: .window(.opened(filled()))
    case .windowClosed: .window(.closed(filled()))
    case .windowReopened: .window(.reopened(filled()))
    case .windowFocused: .window(.focused(filled()))
    case .windowPlaced: .window(.placed(filled()))
    case .windowRestored: .window(.restored(filled()))
    case .tabReopened: .tab(.reopened(filled()))
    case .tabMoved: .tab(.moved(filled()))
    case .tabPinned: .tab(.pinned(filled()))
    case .tabMuted: .tab(.muted(filled()))
    case .tabDuplicated: .tab(.duplicated(filled()))
    case .tabDiscarded: .tab(.discarded(filled()))
    case .tabRestored: .tab(.restored(filled()))
    case .tabEntryRestored: .tab(.entryRestored(filled()))
    case .tabCleared: .tab(.cleared(filled()))
    case .groupCreated: .group(.created(filled()))
    case .groupChanged: .group(.changed(filled()))
    case .groupCollapsed: .group(.collapsed(filled()))
    case .groupJoined: .group(.joined(filled()))
    case .groupRestored: .group(.restored(filled()))
    case .navigationStarted: .navigation(.started(filled()))
    case .navigationTravelStarted: .navigation(.travelStarted(filled()))
    case .navigationReloaded: .navigation(.reloaded(filled()))
    case .navigationStopped: .navigation(.stopped(filled()))
    case .navigationFailed: .navigation(.failed(filled()))
    case .navigationLoaded: .navigation(.loaded(filled()))
    case .pageScrolled: .page(.scrolled(filled()))
    case .pagePictured: .page(.pictured(filled()))
    case .pageActivated: .page(.activated(filled()))
    case .pageVisited: .page(.visited(filled()))
    case .zoomSiteSet: .zoom(.siteSet(filled()))
    case .zoomDefaultSet: .zoom(.defaultSet(filled()))
    case .zoomTemporarySet: .zoom(.temporarySet(filled()))
    case .bookmarkAdded: .bookmark(.added(filled()))
    case .bookmarkEdited: .bookmark(.edited(filled()))
    case .bookmarkMoved: .bookmark(.moved(filled()))
    case .bookmarkRemoved: .bookmark(.removed(filled()))
    case .bookmarkRestored: .bookmark(.restored(filled()))
    case .settingChanged: .setting(filled())
    case .sessionOpened: .session(.opened(filled()))
    case .sessionEnded: .session(.ended)
    case .timeUndone: .time(.undone(filled()))
    case .timeRedone: .time(.redone(filled()))
    case .timeMarked: .time(.marked(filled()))
    case .timeBranched: .time(.branched(filled()))
    case .timeBranchHidden: .time(.branchHidden(filled()))
    case .timeForgotten: .time(.forgotten(filled()))
    }
  }
}
