public import BrowserModel

extension Body {
  /// Passes the payload to a visitor, with its kind. Nothing is visited in an unknown
  /// event.
  ///
  /// The most frequent kinds come first. The payload is a copy: what a visitor changes in
  /// it is lost.
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
    case .unknown: break
    }
  }
}
