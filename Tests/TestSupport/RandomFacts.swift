public import BrowserModel
public import EventCoding

/// Random events, as a damaged log or one with events left out could give them: any kind, any ids,
/// any numbers and words.
public struct RandomFacts: Sendable {
  public var random: SplitMix64
  /// Between which ids most references lie.
  public var ids: Range<Int32> = 0..<60

  public init(seed: UInt64) { random = SplitMix64(seed: seed) }

  /// One event of a kind that is weighted as in no real log: every kind is as likely.
  public mutating func next() -> Draft { next(random.pick(EventKind.allCases)) }

  public mutating func next(_ kind: EventKind) -> Draft {
    var filler = RandomFields(random: random, ids: ids)
    let body = filler.body(kind)
    random = filler.random
    filler.draft.append(body)
    return filler.draft
  }
}

/// Fills the fields of an event, whatever its kind.
struct RandomFields: FieldVisitor {
  var random: SplitMix64
  let ids: Range<Int32>
  var draft = Draft()

  mutating func reference(_ number: UInt32, _ name: StaticString, _ value: inout Sequence) {
    value =
      random.once(in: 40)
      ? Sequence(random.pick([-1, .max, .min])) : Sequence(random.pick(ids))
  }

  mutating func count(_ number: UInt32, _ name: StaticString, _ value: inout Int32) {
    value = random.once(in: 20) ? random.pick([-1, .max, .min]) : Int32(random.below(8))
  }

  mutating func offset(_ number: UInt32, _ name: StaticString, _ value: inout Int32) {
    value = Int32.random(in: .min ... .max, using: &random)
  }

  mutating func flag(_ number: UInt32, _ name: StaticString, _ value: inout Bool) {
    value = random.once(in: 2)
  }

  mutating func text(_ number: UInt32, _ name: StaticString, _ value: inout Text) {
    let words: [String?] = [nil, "", "http://a.example/", "wörter\u{0}\n", "500"]
    value = draft.text(random.pick(words))
  }

  mutating func choice<Choice: RawRepresentable>(
    _ number: UInt32, _ name: StaticString, _ value: inout Choice
  ) where Choice.RawValue == UInt8 {
    if let choice = Choice(rawValue: UInt8(random.below(9))) { value = choice }
  }

  mutating func zoom(_ number: UInt32, _ name: StaticString, _ value: inout ZoomLevel) {
    value = ZoomLevel(hundredths: random.pick([0, 1, 10_000, 12_500, 50_000, .max]))
  }

  private mutating func filled<Payload: FieldVisitable>() -> Payload {
    var payload = Payload()
    payload.visit(&self)
    return payload
  }

  mutating func body(_ kind: EventKind) -> Body {
    switch kind {
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
    case .tabReopened: .tab(.reopened(filled()))
    case .tabMoved: .tab(.moved(filled()))
    case .tabPinned: .tab(.pinned(filled()))
    case .tabMuted: .tab(.muted(filled()))
    case .tabDuplicated: .tab(.duplicated(filled()))
    case .tabDiscarded: .tab(.discarded(filled()))
    case .tabRestored: .tab(.restored(filled()))
    case .tabEntryRestored: .tab(.entryRestored(filled()))
    case .groupCreated: .group(.created(filled()))
    case .groupChanged: .group(.changed(filled()))
    case .groupCollapsed: .group(.collapsed(filled()))
    case .groupJoined: .group(.joined(filled()))
    case .navigationStarted: .navigation(.started(filled()))
    case .navigationTravelStarted: .navigation(.travelStarted(filled()))
    case .navigationReloaded: .navigation(.reloaded(filled()))
    case .navigationStopped: .navigation(.stopped(filled()))
    case .navigationFailed: .navigation(.failed(filled()))
    case .navigationLoaded: .navigation(.loaded(filled()))
    case .pageScrolled: .page(.scrolled(filled()))
    case .pagePictured: .page(.pictured(filled()))
    case .pageActivated: .page(.activated(filled()))
    case .zoomSiteSet: .zoom(.siteSet(filled()))
    case .zoomDefaultSet: .zoom(.defaultSet(filled()))
    case .zoomTemporarySet: .zoom(.temporarySet(filled()))
    case .bookmarkAdded: .bookmark(.added(filled()))
    case .bookmarkEdited: .bookmark(.edited(filled()))
    case .bookmarkMoved: .bookmark(.moved(filled()))
    case .bookmarkRemoved: .bookmark(.removed(filled()))
    case .settingChanged: .setting(filled())
    case .sessionOpened: .session(.opened(filled()))
    case .sessionEnded: .session(.ended)
    case .timeUndone: .time(.undone(filled()))
    case .timeRedone: .time(.redone(filled()))
    }
  }
}
