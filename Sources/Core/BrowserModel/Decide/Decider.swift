/// Turns one action into events, in a given state.
///
/// A decider can read the texts of past events, but it reads no clock and performs no input or
/// output. A decider does not change the state. Only ``Restorer`` and ``DecisionSteps`` fold
/// decided events, and they fold the events into copies of the state. Methods append to the draft.
/// If a method throws, the caller discards the draft.
final class Decider {
  /// The browser before the action.
  let browser: Browser
  /// The library before the action.
  let library: Library
  /// The id that the first event of the draft will have, so that later events of a batch can refer
  /// to the things that earlier events of the batch create.
  let next: EventID
  /// The events decided so far.
  var draft = Draft()

  init(_ state: ProfileState, next: EventID) {
    browser = state.browser
    library = state.library
    self.next = next
  }

  /// The id that the next appended event will have.
  var upcoming: EventID { next.advanced(by: Int32(draft.bodies.count)) }

  /// Appends an event to the draft.
  func append(_ body: Body) { draft.append(body) }

  /// Returns an open tab with its history. O(entries).
  ///
  /// - Throws: ``Refusal/Code/noSuchTab`` if the tab is not open.
  func tab(_ id: TabID) throws(Refusal) -> Tab {
    guard let tab = browser.tab(id) else { throw noSuchTab(id) }
    return tab
  }

  /// Returns an open tab as the fold stores it, without copying its history.
  ///
  /// - Throws: ``Refusal/Code/noSuchTab`` if the tab is not open.
  func record(_ id: TabID) throws(Refusal) -> TabRecord {
    guard let record = browser.record(id) else { throw noSuchTab(id) }
    return record
  }

  private func noSuchTab(_ id: TabID) -> Refusal {
    Refusal(.noSuchTab, "There is no open tab #\(id.rawValue).")
  }

  /// Returns an open window.
  ///
  /// - Throws: ``Refusal/Code/noSuchWindow`` if the window is not open.
  func window(_ id: WindowID) throws(Refusal) -> Window {
    guard let window = browser.window(id) else {
      throw Refusal(.noSuchWindow, "There is no open window #\(id.rawValue).")
    }
    return window
  }

  /// Returns the window of an open tab.
  func window(of tab: TabRecord) throws(Refusal) -> Window { try window(tab.window) }

  /// Stores a text of the draft. Nil becomes ``Text/absent``.
  ///
  /// - Throws: ``Refusal/Code/tooLong`` for more than 2 MiB (A5).
  func text(_ words: String?) throws(Refusal) -> Text {
    guard let words else { return .absent }
    guard words.utf8.count <= textLimitBytes else {
      throw Refusal(.tooLong, "The text is too long. It can be at most 2 MiB long.")
    }
    return draft.text(words)
  }

  /// Appends the events of an action to the draft.
  fileprivate func decide<Source: TextSource & ~Copyable>(
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
    case .moveTabs(let tabs, let index, let window):
      try move(tabs, to: index, window: window)
    case .moveTabsToNewWindow(let tabs): try moveToNewWindow(tabs)
    case .moveBy(let tab, let places): try move(tab, by: places)
    case .pin(let tab, let isPinned): try pin(tab, isPinned)
    case .mute(let tab, let isMuted): try mute(tab, isMuted)
    case .duplicate(let tab, let isLoading): try duplicate(tab, isLoading: isLoading)
    case .discard(let tab): try discard(tab)
    case .take(let tab): try take(tab, text: source)
    case .send(let tab, let device): try send(tab, to: device, text: source)
    case .openWindow(let bounds, let showState):
      openWindow(bounds: bounds, showState: showState)
    case .closeWindow(let window): try closeWindow(window, text: source)
    case .focusWindow(let window): try focus(window)
    case .nameWindow(let window, let name): try rename(window, name, text: source)
    case .placeWindow(let window, let bounds, let showState):
      try place(window, bounds: bounds, showState: showState)
    case .group(let tabs, let into, let title, let color):
      try group(tabs, into: into, title: title, color: color, text: source)
    case .ungroup(let tabs): try ungroup(tabs)
    case .changeGroup(let group, let title, let color):
      try change(group, title: title, color: color, text: source)
    case .moveGroup(let group, let index, let window):
      try move(group, to: index, window: window)
    case .moveGroupToNewWindow(let group): try moveToNewWindow(group)
    case .collapse(let group, let isCollapsed): try collapse(group, isCollapsed)
    case .go(let tab, let destination, let isLoading):
      try go(tab, destination, isLoading: isLoading, text: source)
    case .follow(let tab, let destination, let following):
      try follow(tab, destination, following, text: source)
    case .startLoad(let tab, let destination):
      try startLoad(tab, destination, text: source)
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
    case .setValue(let owner, let name, let value):
      try setValue(owner, name, value, text: source)
    case .openSession(let frontEnd): try openSession(frontEnd)
    case .endSession: append(.session(.ended))
    }
  }
}

/// The maximum size of the text of one field, in bytes of UTF-8 (A5): 2 MiB.
let textLimitBytes = 2 << 20

extension ProfileState {
  /// Turns an action into a draft of events, without changing the state.
  ///
  /// The caller must append the events to the log in one transaction, with ids starting at `next`,
  /// and then fold them with ``apply(_:)``.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - next: The id that the first event will have.
  ///   - source: The source of texts of past events.
  /// - Returns: The events, at least one for most actions. Each case of ``Action`` states when the
  ///   draft may be empty.
  /// - Throws: A ``Refusal`` if the action is not possible or would change nothing. The cases of
  ///   ``Action`` list the codes.
  /// - Complexity: O(1) for most actions; O(tabs of the window) if places or successors are chosen;
  ///   O(size of both states) for ``Action/restore(_:)``.
  public func decide<Source: TextSource & ~Copyable>(
    _ action: Action, next: EventID, text source: borrowing Source
  ) throws(Refusal) -> Draft {
    let decider = Decider(self, next: next)
    try decider.decide(action, text: source)
    decider.nameNeighbors()
    return decider.draft
  }
}

extension Decider {
  /// Records the neighbours of each place that the draft assigns to a tab.
  fileprivate func nameNeighbors() { draft.nameNeighbors(in: browser, next: next) }
}
