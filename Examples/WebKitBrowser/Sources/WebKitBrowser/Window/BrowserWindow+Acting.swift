import CWebKitGTK
import Retrace

/// Actions of the user in a window.
extension BrowserWindow {
  var profile: Profile { browser.profile }

  func run(_ command: String) {
    gtk_widget_activate_action_variant(native.widget.pointer, "win." + command, nil)
  }

  func perform(_ action: Session.Action) {
    profile.perform(action, isPrivate: isPrivate)
  }

  func performOnTab(_ action: (TabID) -> Session.Action) {
    if let tab = activeTab { perform(action(tab.id)) }
  }

  // MARK: Tabs

  func openTab() {
    leaveOtherPages()
    perform(.open(OpenTab(window: id)))
    focusAddress()
  }

  func openWindow(isPrivate: Bool) {
    profile.perform(.openWindow(), isPrivate: isPrivate)
  }

  func reopen() {
    defer { profile.changed() }
    profile.attempt(try profile.store.reopen(nil, isPrivate: isPrivate))
  }

  func selectTab(by steps: Int) {
    guard let place = activeTab.flatMap({ tabs.firstIndex(of: $0.id) }) else { return }
    perform(.select(tabs[(place + steps + tabs.count) % tabs.count]))
  }

  /// Selects the tab with a number, starting at 1. The number 9 selects the last tab.
  func selectTab(at number: Int) {
    guard let tab = number == 9 ? tabs.last : tabs.dropFirst(number - 1).first else { return }
    perform(.select(tab))
  }

  func togglePin() {
    if let tab = activeTab { perform(.pin(tab.id, !tab.isPinned)) }
  }

  func closeOthers(than tab: TabID) {
    let others = tabs.filter { $0 != tab && self.tab($0)?.isPinned == false }
    if !others.isEmpty { perform(.closeTabs(Array(others))) }
  }

  /// Moves a dragged tab before the tab at a position.
  func drop(_ tab: TabID, before place: Int) {
    let former = tabs.firstIndex(of: tab)
    let target = former.map { $0 < place ? place - 1 : place } ?? place
    guard former != target, tab.isPrivate == isPrivate else { return }
    perform(.move(tab, to: target, window: former == nil ? id : nil))
  }

  // MARK: Pages

  /// Navigates to the destination of a text. Returns the reason as a sentence if the text has no
  /// destination.
  func go(_ text: String) -> String? {
    guard let tab = activeTab else { return nil }
    leaveOtherPages()
    browser.engine.note(asked: tab.id)
    return profile.go(text, in: tab.id)
  }

  func step(by steps: Int) {
    guard let tab = activeTab else { return }
    leaveOtherPages()
    browser.engine.note(asked: tab.id)
    profile.step(tab.id, by: steps)
  }

  func travel(by offset: Int) {
    guard let tab = activeTab, offset != 0 else { return }
    browser.engine.note(asked: tab.id)
    profile.travel(tab.id, by: offset)
  }

  /// Opens the menu of Back or Forward, which lists the pages in that direction, nearest first.
  func openEntries(_ direction: Int, on button: Widget) {
    guard let tab = activeTab, let session = profile.session(isPrivate: isPrivate) else { return }
    let entries = profile.attempt(try session.entries(of: tab.id)) ?? []
    let ahead = entries.filter { $0.offset.signum() == direction }
    let nearest = direction < 0 ? ahead.reversed() : ahead
    guard !nearest.isEmpty else { return }
    Choice.open(
      on: button, direction < 0 ? "Pages before" : "Pages after",
      nearest.map { entry in (entry.page.shownTitle, { self.travel(by: entry.offset) }) })
  }

  func reload() {
    guard let tab = activeTab else { return }
    leaveOtherPages()
    if tab.status == .failed { return browser.retry(tab.id) }
    guard let view, !view.isResponsive else { return reload(tab.id) }
    // An unresponsive page cannot be reloaded, so it is first stopped.
    browser.engine.stop(tab.id)
    after { [weak self] in self?.reload(tab.id) }
  }

  private func reload(_ tab: TabID) {
    _ = profile.follow(.reload(tab, isLoading: true), by: Origin(.engine))
    profile.changed()
  }

  /// Stops loading, or ends an unresponsive page.
  func stop() {
    if let view, !view.isResponsive { return browser.engine.stop(view.tab) }
    performOnTab { .stop($0) }
  }

  func zoom(_ change: ZoomChange) { performOnTab { .zoom($0, change) } }

  // MARK: Bookmarks

  func toggleBookmark() {
    guard let tab = activeTab, let url = tab.url, url != Destination.startPage else { return }
    let known = bookmarks.first { $0.url == url }
    if let known { return perform(.removeBookmark(known.id)) }
    perform(.addBookmark(NewBookmark(.bookmark, title: tab.shownTitle, url: url)))
  }

  /// All bookmarks, without their folders.
  var bookmarks: [Session.Bookmark] {
    profile.attempt(try profile.store.session.allBookmarks) ?? []
  }

  // MARK: Focus

  func focusPage() {
    guard let view, view.widget.isShown else {
      // The page receives the focus when it is shown.
      return native.dropFocus()
    }
    view.widget.focus()
  }

  func focusAddress() { after { [weak self] in self?.focusField() } }

  /// Returns pages and tabs that match the typed text, best first.
  func suggestions(for typed: String) -> [AddressField.Suggestion] {
    var query = PageQuery()
    query.typed = typed
    query.limit = 7
    query.unindexedLimit = 10_000
    let pages = (try? profile.store.pages(query)) ?? []
    guard let session = profile.session(isPrivate: isPrivate) else { return [] }
    let tabs = profile.attempt(try session.tabs) ?? []
    let open = Dictionary(
      tabs.compactMap { tab in tab.url.map { ($0, tab.id) } },
      uniquingKeysWith: { first, _ in first })
    return pages.map { page in
      AddressField.Suggestion(
        title: page.title.isEmpty ? page.url.shortened : page.title, url: page.url,
        tab: open[page.url])
    }
  }

  /// Closes the overview and the view of the past, which cover the page.
  func leaveOtherPages() {
    overview.isShown = false
    past.isShown = false
  }
}

extension Session.Page {
  /// The title to display for a page.
  var shownTitle: String {
    if let title, !title.isEmpty { return title }
    if url == Destination.startPage { return "Start page" }
    return url?.shortened ?? description
  }
}
