/// Works out what an action means in a given state: the events, or a refusal.
///
/// It reads text and nothing else: no clock, no input or output. `next` is the sequence that the
/// first of its events will have, so that a batch can name what it makes itself.
struct Decider {
  fileprivate(set) var browser: Browser
  let next: EventID
  var draft = Draft()

  init(_ browser: consuming Browser, next: EventID) {
    self.browser = browser
    self.next = next
  }

  /// The sequence of the event that is appended next.
  var upcoming: EventID { next.advanced(by: Int32(draft.bodies.count)) }

  mutating func append(_ body: Body) { draft.append(body) }

  /// An open tab with its history.
  func tab(_ id: EventID) throws(Refusal) -> Tab {
    guard let tab = browser.tab(id) else { throw noSuchTab(id) }
    return tab
  }

  /// An open tab where its history is not asked for, which may be long.
  func record(_ id: EventID) throws(Refusal) -> TabRecord {
    guard let record = browser.record(id) else { throw noSuchTab(id) }
    return record
  }

  private func noSuchTab(_ id: EventID) -> Refusal {
    Refusal(.noSuchTab, "There is no open tab #\(id.rawValue).")
  }

  func window(_ id: EventID) throws(Refusal) -> Window {
    guard let window = browser.window(id) else {
      throw Refusal(.noSuchWindow, "There is no open window #\(id.rawValue).")
    }
    return window
  }

  /// The window of an open tab.
  func window(of tab: TabRecord) throws(Refusal) -> Window { try window(tab.window) }

  /// Puts words aside, refusing what is too long to be stored (A5).
  mutating func text(_ words: String?) throws(Refusal) -> Text {
    guard let words else { return .absent }
    guard words.utf8.count <= textLimitBytes else {
      throw Refusal(.tooLong, "That text is too long: at most 2 MiB can be kept.")
    }
    return draft.text(words)
  }

  /// Drafts the events that carries out an action.
  fileprivate mutating func decide<Source: TextSource & ~Copyable>(
    _ action: Action, text source: borrowing Source
  ) throws(Refusal) {
    switch action {
    case .open(let action): try open(action)
    case .closeTabs(let tabs): try close(tabs, text: source)
    case .reopen(let id): try reopen(id, text: source)
    case .restoreTab(let closed): try restore(closed, text: source)
    case .select(let tab, let byUser): try select(tab, byUser: byUser)
    case .move(let tab, let index, let window):
      try move(tab, to: index, window: window)
    case .moveToNewWindow(let tab): try moveToNewWindow(tab)
    case .moveBy(let tab, let places): try move(tab, by: places)
    case .pin(let tab, let isPinned): try pin(tab, isPinned)
    case .mute(let tab, let isMuted): try mute(tab, isMuted)
    case .duplicate(let tab, let isLoading): try duplicate(tab, isLoading: isLoading)
    case .discard(let tab): try discard(tab)
    case .openWindow(let bounds, let showState):
      openWindow(bounds: bounds, showState: showState)
    case .closeWindow(let window): try closeWindow(window, text: source)
    case .focusWindow(let window): try focus(window)
    case .placeWindow(let window, let bounds, let showState):
      try place(window, bounds: bounds, showState: showState)
    case .group(let tabs, let into, let title, let color):
      try group(tabs, into: into, title: title, color: color, text: source)
    case .ungroup(let tabs): try ungroup(tabs)
    case .changeGroup(let group, let title, let color):
      try change(group, title: title, color: color, text: source)
    case .collapse(let group, let isCollapsed): try collapse(group, isCollapsed)
    case .go(let tab, let destination, let isLoading):
      try go(tab, destination, isLoading: isLoading, text: source)
    case .follow(let tab, let destination, let following):
      try follow(tab, destination, following, text: source)
    case .startLoad(let tab, let destination): try startLoad(tab, destination)
    case .commitLoad(let tab, let redirects):
      try commitLoad(tab, redirects: redirects, text: source)
    case .travel(let tab, let steps, let isLoading):
      try travel(tab, by: steps, isLoading: isLoading, text: source)
    case .startTravel(let tab, let steps):
      try startTravel(tab, by: steps, text: source)
    case .step(let tab, let steps, let isLoading):
      try step(tab, by: steps, isLoading: isLoading, text: source)
    case .reload(let tab, let isLoading): try reload(tab, isLoading: isLoading)
    case .stop(let tab): try stop(tab)
    case .failLoad(let tab, let reason): try fail(tab, reason: reason)
    case .finishLoad(let tab): try finish(tab)
    case .reportTitle(let tab, let content, let title):
      try reportTitle(tab, content: content, title)
    case .reportScroll(let tab, let content, let x, let y):
      try reportScroll(tab, content: content, x: x, y: y)
    case .reportPicture(let tab, let content, let blob):
      try reportPicture(tab, content: content, blob: blob)
    case .reportActivation(let tab, let content):
      try reportActivation(tab, content: content)
    case .zoom(let tab, let change): try zoom(tab, change, text: source)
    case .zoomSite(let host, let level): try zoomSite(host, level, text: source)
    case .zoomTemporarily(let tab, let change):
      try zoomTemporarily(tab, change, text: source)
    case .zoomDefault(let level): try zoomDefault(level)
    case .addBookmark(let bookmark): try add(bookmark, text: source)
    case .editBookmark(let bookmark, let change): try edit(bookmark, change, text: source)
    case .moveBookmark(let bookmark, let folder, let index):
      try move(bookmark, folder: folder, index: index)
    case .removeBookmark(let bookmark, let all): try remove(bookmark, all: all)
    case .restore(let action): try restore(action, text: source)
    case .set(let name, let value): try set(name, value, text: source)
    case .openSession(let frontEnd): try openSession(frontEnd)
    case .endSession: append(.session(.ended))
    }
  }
}

/// The longest text of one field, in bytes (A5).
let textLimitBytes = 2 << 20

extension Browser {
  /// The events that carries out an action, or a refusal with a plain sentence.
  ///
  /// - Parameters:
  ///   - next: The sequence that the first of the events will have.
  ///   - source: Where the words of past events are looked up.
  /// - Complexity: O(1) for most actions; O(tabs of the window) where places and successors are
  ///   chosen.
  public func decide<Source: TextSource & ~Copyable>(
    _ action: Action, next: EventID, text source: borrowing Source
  ) throws(Refusal) -> Draft {
    var decider = Decider(self, next: next)
    try decider.decide(action, text: source)
    return decider.draft
  }
}
