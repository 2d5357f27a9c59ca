public import BrowserModel

/// A source of payloads: a stored record, or the JSON of an export.
public protocol PayloadSource: ~Escapable {
  /// Reads the next payload.
  mutating func payload<Payload: FieldVisitable>() -> Payload
  /// Reads the next payload, which belongs to a frequent kind of event. A source may implement this
  /// function more efficiently.
  mutating func frequentPayload<Payload: FieldVisitable>() -> Payload
}

extension PayloadSource where Self: ~Escapable {
  /// Reads the next payload with ``payload()``.
  public mutating func frequentPayload<Payload: FieldVisitable>() -> Payload { payload() }

  /// Reads the next payload as the body of an event of the given kind.
  @inline(__always)
  public mutating func body(_ kind: EventKind) -> Body {
    switch kind {
    case .navigationCommitted: .navigation(.committed(frequentPayload()))
    case .tabSelected: .tab(.selected(frequentPayload()))
    case .tabOpened: .tab(.opened(frequentPayload()))
    case .tabClosed: .tab(.closed(frequentPayload()))
    case .navigationTraveled: .navigation(.traveled(frequentPayload()))
    case .pageTitled: .page(.titled(frequentPayload()))
    case .windowOpened: .window(.opened(payload()))
    case .windowClosed: .window(.closed(payload()))
    case .windowReopened: .window(.reopened(payload()))
    case .windowFocused: .window(.focused(payload()))
    case .windowPlaced: .window(.placed(payload()))
    case .windowRestored: .window(.restored(payload()))
    case .windowNamed: .window(.named(payload()))
    case .tabReopened: .tab(.reopened(payload()))
    case .tabMoved: .tab(.moved(payload()))
    case .tabPinned: .tab(.pinned(payload()))
    case .tabMuted: .tab(.muted(payload()))
    case .tabDuplicated: .tab(.duplicated(payload()))
    case .tabDiscarded: .tab(.discarded(payload()))
    case .tabRestored: .tab(.restored(payload()))
    case .tabEntryRestored: .tab(.entryRestored(payload()))
    case .tabCleared: .tab(.cleared(payload()))
    case .groupCreated: .group(.created(payload()))
    case .groupChanged: .group(.changed(payload()))
    case .groupCollapsed: .group(.collapsed(payload()))
    case .groupJoined: .group(.joined(payload()))
    case .groupRestored: .group(.restored(payload()))
    case .groupMoved: .group(.moved(payload()))
    case .navigationStarted: .navigation(.started(payload()))
    case .navigationTravelStarted: .navigation(.travelStarted(payload()))
    case .navigationReloaded: .navigation(.reloaded(payload()))
    case .navigationStopped: .navigation(.stopped(payload()))
    case .navigationFailed: .navigation(.failed(payload()))
    case .navigationLoaded: .navigation(.loaded(payload()))
    case .pageScrolled: .page(.scrolled(payload()))
    case .pagePictured: .page(.pictured(payload()))
    case .pageActivated: .page(.activated(payload()))
    case .pageVisited: .page(.visited(payload()))
    case .zoomSiteSet: .zoom(.siteSet(payload()))
    case .zoomDefaultSet: .zoom(.defaultSet(payload()))
    case .zoomTemporarySet: .zoom(.temporarySet(payload()))
    case .bookmarkAdded: .bookmark(.added(payload()))
    case .bookmarkEdited: .bookmark(.edited(payload()))
    case .bookmarkMoved: .bookmark(.moved(payload()))
    case .bookmarkRemoved: .bookmark(.removed(payload()))
    case .bookmarkRestored: .bookmark(.restored(payload()))
    case .settingChanged: .setting(payload())
    case .sessionOpened: .session(.opened(payload()))
    case .sessionEnded: body(.session(.ended), without: SessionEnded.self)
    case .timeUndone: .time(.undone(payload()))
    case .timeRedone: .time(.redone(payload()))
    case .timeMarked: .time(.marked(payload()))
    case .timeBranched: .time(.branched(payload()))
    case .timeBranchHidden: .time(.branchHidden(payload()))
    case .timeForgotten: .time(.forgotten(payload()))
    case .timeMerged: .time(.merged(payload()))
    case .timeProposed: .time(.proposed(payload()))
    case .timeAnswered: .time(.answered(payload()))
    case .deviceJoined: .device(.joined(payload()))
    case .deviceAccepted: .device(.accepted(payload()))
    case .deviceSent: .device(.sent(payload()))
    case .deviceSentEntry: .device(.sentEntry(payload()))
    case .deviceOrderLost: body(.device(.orderLost), without: OrderLost.self)
    case .valueSet: .value(.set(payload()))
    case .valueRemoved: .value(.removed(payload()))
    }
  }

  /// Reads a payload that has no fields.
  private mutating func body<Payload: FieldVisitable>(
    _ body: Body, without _: Payload.Type
  ) -> Body {
    let _: Payload = payload()
    return body
  }
}
