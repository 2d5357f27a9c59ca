import CWebKitGTK
import Retrace

/// The program: a profile, an engine, and the windows that show the state of the profile.
final class BrowserProgram {
  let application: OpaquePointer
  let profile: Profile
  let engine: Engine
  private(set) var windows: [WindowID: BrowserWindow] = [:]
  private var isRefreshing = false
  private var isPainted = false
  private var isQuitting = false
  private(set) var hasFailed = false
  /// The question that must be answered before any page is loaded.
  private(set) var question: CrashQuestion?
  private lazy var check = TruthCheck(self)

  init(_ application: OpaquePointer, _ profile: Profile, _ engine: Engine) {
    (self.application, self.profile, self.engine) = (application, profile, engine)
    profile.changed = { [unowned self] in refreshSoon() }
    profile.refused = { [unowned self] in frontWindow?.say($0) }
    engine.told = { [unowned self] in frontWindow?.say($0) }
    engine.viewsChanged = { [unowned self] in refreshSoon() }
    engine.requested = { [unowned self] in grant($1, of: $0) }
  }

  /// Restores the windows of the last run, no matter how it ended.
  func start(opening address: String?) {
    profile.attempt(
      try profile.store.perform(.openSession(frontEnd: "WebKitBrowser"), by: Origin(.engine)))
    let browser = profile.store.browser
    if browser.windowOrder.isEmpty { profile.follow(.openWindow(), by: Origin(.engine)) }
    if browser.health.isSuspect { ask() }
    if let address { _ = try? profile.store.open(address) }
    show()
    Loop.onEnd { [weak self] in self?.quit() }
    Task { await followOthers() }
  }

  /// Starts loading pages after the first window was painted.
  ///
  /// - Parameter whole: Whether the window is complete except for its page.
  func painted(whole: Bool) {
    guard !isPainted else { return }
    isPainted = true
    Diagnostics.mark(whole ? "painted" : "painted in part")
    refreshSoon()
  }

  /// Shows changes that other programs write to the profile: the console, another instance, or
  /// sync.
  private func followOthers() async {
    do {
      for try await _ in profile.store.changes() { refreshSoon() }
    } catch {
      frontWindow?.say("Changes by other programs are no longer shown.")
    }
  }

  private var frontWindow: BrowserWindow? {
    windows[profile.store.browser.focusedWindow] ?? windows.values.first
  }

  // MARK: Showing the profile

  /// Updates the windows after the current signal has been handled.
  func refreshSoon() {
    guard !isRefreshing else { return }
    isRefreshing = true
    Loop.after { [weak self] in
      self?.isRefreshing = false
      self?.refresh()
    }
  }

  private func refresh() {
    guard !isQuitting else { return }
    // The stored state is shown before WebKit starts, because starting WebKit takes some time.
    if isPainted {
      _ = Diagnostics.time("commands") { engine.carryOutCommands() }
      engine.discardOldPages()
    }
    Diagnostics.time("show") { show() }
    check.look()
  }

  private func show() {
    var open: Set<WindowID> = []
    for isPrivate in [false, true] {
      guard let session = profile.session(isPrivate: isPrivate) else { continue }
      let browser = session.state.browser
      // The last window gets the focus.
      let (others, focused) = (
        browser.windows.filter { $0.id != browser.focusedWindow },
        browser.windows.filter { $0.id == browser.focusedWindow }
      )
      for window in others + focused where isAwaited(window) {
        open.insert(window.id)
        let native = windows[window.id] ?? BrowserWindow(window.id, self)
        windows[window.id] = native
        native.show(window, session)
      }
    }
    for (id, window) in windows where !open.contains(id) {
      windows[id] = nil
      window.destroy()
    }
    if windows.isEmpty { quit() }
  }

  /// Whether a window is shown now. During a question, only the focused window is shown.
  private func isAwaited(_ window: Browser.Window) -> Bool {
    guard question != nil else { return true }
    let browser = profile.store.browser
    let hasFocus = browser.window(browser.focusedWindow) != nil
    return window.id == (hasFocus ? browser.focusedWindow : browser.windowOrder[0])
  }

  /// Removes a tab's view from all other windows, because a view can be in only one window.
  func takeOut(_ view: Widget, of tab: TabID, besides window: BrowserWindow) {
    for other in windows.values where other !== window { other.giveUp(tab) }
  }

  /// Brings the window of a tab to the front.
  func present(_ tab: TabID) {
    guard let window = profile.browser(isPrivate: tab.isPrivate).tab(tab)?.window else { return }
    windows[window]?.native.present()
  }

  /// Asks which tabs to restore after the browser has crashed twice.
  private func ask() {
    let windows = profile.attempt(try profile.store.session.windows) ?? []
    let suspects = profile.attempt(try profile.store.crashSuspects()) ?? []
    engine.isHeld = true
    question = CrashQuestion(windows, suspects: suspects) { [unowned self] in
      leaveOut($0, of: windows, suspects)
    }
    Diagnostics.say("asks suspects=\(suspects.map(\.rawValue).sorted())")
  }

  /// Closes the unwanted tabs as one action that can be undone. A suspected tab is not loaded until
  /// the user requests it, even after it was restored.
  private func leaveOut(_ tabs: [TabID], of windows: [Session.Window], _ suspects: Set<TabID>) {
    question = nil
    engine.isHeld = false
    engine.leftOut = suspects.intersection(tabs)
    for tab in engine.leftOut where profile.store.browser.tab(tab)?.status != .discarded {
      profile.follow(.discard(tab), by: Origin(.policy))
    }
    let left = tabs.filter { profile.store.browser.tab($0) != nil }
    let isAll = left.count == profile.store.browser.tabCount
    if !left.isEmpty {
      profile.attempt(
        try profile.store.perform(asOne: (isAll ? [.openWindow()] : []) + [.closeTabs(left)]))
    }
    profile.changed()
  }

  // MARK: Actions

  private func grant(_ request: PageView.Request, of tab: TabID) {
    let window = profile.browser(isPrivate: tab.isPrivate).tab(tab).flatMap { windows[$0.window] }
    switch request {
    case .open(let url, let inBackground):
      let destination = Destination(url, transition: .link)
      let place: OpenTab.Place =
        inBackground ? .backgroundLink(from: tab) : .foregroundLink(from: tab)
      profile.perform(
        .open(OpenTab(destination, place: place, isLoading: true)), isPrivate: tab.isPrivate)
    case .fullScreen(let isFull): window?.native.isFullScreen = isFull
    case .rested:
      engine.leftOut.remove(tab)
      takePictureSoon(of: tab)
    case .progressed: if window?.activeTab?.id == tab { window?.showProgress() }
    case .found(let count): if window?.activeTab?.id == tab { window?.showFound(count) }
    case .responsivenessChanged: break
    case .close: profile.follow(.closeTabs([tab]), by: Origin(.page))
    }
    profile.changed()
  }

  /// Takes pictures of the loaded pages.
  func takePictures() {
    for tab in engine.views.keys { takePicture(of: tab) }
  }

  private func takePicture(of tab: TabID) {
    guard !tab.isPrivate, let view = engine.views[tab], view.phase == .rest,
      view.url != Destination.startPage, !view.url.isEmpty
    else { return }
    let url = view.url
    view.takePicture { [weak self, weak view] bytes in
      guard let self, let bytes, view?.url == url else { return }
      profile.keep(picture: bytes, of: tab)
    }
  }

  /// Takes a picture of a page after it was shown for a while. The picture is used in views of the
  /// past.
  private func takePictureSoon(of tab: TabID) {
    Loop.after(milliseconds: 900) { [weak self] in
      guard let self, let open = profile.store.browser.tab(tab), let entry = open.currentEntry,
        !entry.picture.exists, profile.store.browser.window(open.window)?.activeTab == tab
      else { return }
      takePicture(of: tab)
    }
  }

  /// Closes a window. Closing the last window ends the program, and the window stays open in the
  /// model.
  func close(_ window: BrowserWindow) {
    if windows.count == 1, !window.isPrivate { return quit() }
    profile.perform(.closeWindow(window.id))
  }

  /// Exits with the status for a difference between model and engine.
  func fail() {
    hasFailed = true
    quit()
  }

  func quit() {
    guard !isQuitting else { return }
    for (_, view) in engine.views { view.reportScroll() }
    // An unanswered question must be asked again, so the session is not ended.
    if question == nil { profile.follow(.endSession, by: Origin(.engine)) }
    isQuitting = true
    g_application_quit(application.cast())
  }
}
