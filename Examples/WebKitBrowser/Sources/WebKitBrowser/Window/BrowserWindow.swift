import CWebKitGTK
import Retrace

/// A window with the tab strip, the address field, and the content.
///
/// The window stores no data that is in the model. `show` updates it from a session.
final class BrowserWindow {
  let id: WindowID
  unowned let browser: BrowserProgram
  let native: NativeWindow
  /// The tabs, from left to right.
  private(set) var tabs: ContiguousArray<TabID> = []
  private(set) var activeTab: Session.Tab?
  private var session: Session?
  private(set) var groups: [Session.Group] = []

  private lazy var strip = TabStrip(self)
  private lazy var field = AddressField(self)
  private lazy var bookmarkBar = BookmarkBar(self)
  private lazy var findBar = FindBar(self)
  lazy var proposals = ProposalList(self)
  lazy var startPage = StartPage(self)
  lazy var overview = Overview(self)
  lazy var past = PastView(self)
  let panel = SidePanel()
  private let troublePage = TroublePage()
  /// The placeholder shown until a page has a view.
  private let blankPage = Widget.column()
  private var question: Widget?
  private let content: Widget
  private let middle: Widget
  private lazy var hangBar = HangBar(self)
  private var isNarrow = false
  private let pages = Widget.stack().expanding(across: true, down: true)
  private let progress = Widget.progress().aligned(down: GTK_ALIGN_START)
  private let notice = Widget.label(class: "notice", wraps: true)
  private var back: Widget!
  private var forward: Widget!
  private var reloadButton: Widget!
  private var undoButton: Widget!
  private var toolbar: Widget!
  private var bottomBar: Widget!
  private var toolbarButtons: [Widget] = []
  private var views: [TabID: Widget] = [:]
  private var placing: UInt32?
  private var front: TabID?
  private var told = ""
  private var toldUndo: (canUndo: Bool, canRedo: Bool) = (true, true)
  private var noticeEnd: UInt32?

  var isPrivate: Bool { id.isPrivate }
  /// Returns an open tab with its texts.
  func tab(_ id: TabID) -> Session.Tab? { browser.profile.tab(id, in: session) }

  init(_ id: WindowID, _ browser: BrowserProgram) {
    self.id = id
    self.browser = browser
    content = Widget.overlay(pages, under: [progress, notice]).expanding(across: true, down: true)
    middle = Widget.split(content, panel.widget).expanding(across: true, down: true)
    native = NativeWindow(of: browser.application, title: "Retrace")
    build()
    for command in WindowCommand.sections.flatMap({ $0 }) + WindowCommand.others {
      native.addAction(command.name, keys: command.keys) { [self] in
        guard browser.question == nil || command.worksAlways else { return }
        // The keys of window commands must not count as input for the page's next action.
        _ = view?.takeInput()
        command.run(self)
      }
    }
    let window = browser.profile.browser(isPrivate: isPrivate).window(id)
    let isPlaced = window.map { $0.bounds.width > 200 } ?? false
    native.show(
      width: isPlaced ? Int(window!.bounds.width) : 1_080,
      height: isPlaced ? Int(window!.bounds.height) : 760)
    if window?.showState == .maximized { native.isMaximized = true }
    if window?.showState == .fullscreen { native.isFullScreen = true }
  }

  private func build() {
    buildToolbar()
    notice.aligned(across: GTK_ALIGN_CENTER, down: GTK_ALIGN_END)
    notice.isVisible = false
    let pastBar = Widget.clipped(past.bar)
    panel.changed = { [unowned self] in panelChanged() }
    buildBottomBar()
    native.set(
      bar: strip.widget,
      content: .column([
        .clipped(toolbar), field.refusal, bookmarkBar.widget, hangBar.widget, middle,
        findBar.widget, pastBar, bottomBar,
      ]))
    if isPrivate { native.widget.set(class: "private") }
    for page in [blankPage, startPage.widget, troublePage.widget, overview.widget, past.widget] {
      pages.add(page: page)
    }
    onAsked(native.widget, "close-request") { [self] _ in
      browser.close(self)
      return true
    }
    native.onPainted { [self] in browser.painted(whole: strip.showsActiveTab) }
    native.onResize { [self] width in after { [self] in resized(width) } }
    native.onFocus { [self] in
      if browser.profile.browser(isPrivate: isPrivate).focusedWindow != id {
        browser.profile.perform(.focusWindow(id))
      }
    }
    native.widget.onKeyPressed { [self] key in key == .escape && escape() }
    native.widget.onPressed(button: 0) { [self] button in
      if button == 8 { step(by: -1) }
      if button == 9 { step(by: 1) }
    }
    pages.onSwipe { [self] across in if abs(across) > 800 { step(by: across > 0 ? -1 : 1) }
    }
    for bar in [toolbar!, bottomBar!] {
      bar.onSwipe { [self] across in selectTab(by: across > 0 ? -1 : 1) }
    }
  }

  private func buildToolbar() {
    back = .button(icon: "go-previous-symbolic", "Back (Alt+Left)") { [self] in step(by: -1)
    }
    forward = .button(icon: "go-next-symbolic", "Forward (Alt+Right)") { [self] in
      step(by: 1)
    }
    for (button, direction) in [(back!, -1), (forward!, 1)] {
      button.onPressed(button: 3) { [self] _ in openEntries(direction, on: button) }
    }
    reloadButton = .button(icon: "view-refresh-symbolic", "Reload (F5)") { [self] in
      run(activeTab?.status == .loading ? "stop" : "reload")
    }
    undoButton = .button(icon: "edit-undo-symbolic", "Undo (Ctrl+Z)") { [self] in run("undo") }
    let extra: [Widget] = [
      undoButton,
      .button(icon: "document-open-recent-symbolic", "Time (Ctrl+H)") { [self] in
        run("past")
      },
      .button(icon: "view-grid-symbolic", "All tabs (Ctrl+Shift+O)") { [self] in
        run("overview")
      },
    ]
    let home = Widget.button(icon: "go-home-symbolic", "Start page (Alt+Home)") { [self] in
      run("home")
    }
    toolbarButtons = [back, forward, home] + extra
    let menu = Widget.menuButton(
      icon: "open-menu-symbolic", "Menu",
      WindowCommand.sections.map { $0.map { ($0.title, $0.name) } })
    toolbar = .row(
      [back, forward, reloadButton, home, field.widget, proposals.button] + extra + [menu],
      spacing: 2, class: "toolbar")
  }

  private func buildBottomBar() {
    let names: [(String, String, String)] = [
      ("go-previous-symbolic", "Back", "back"), ("go-next-symbolic", "Forward", "forward"),
      ("edit-undo-symbolic", "Undo", "undo"), ("document-open-recent-symbolic", "Time", "past"),
      ("view-grid-symbolic", "All tabs", "overview"),
    ]
    bottomBar = .row(class: "bottom")
    for (icon, title, command) in names {
      bottomBar.append(
        .button(icon: icon, title) { [self] in run(command) }.expanding())
    }
    bottomBar.isVisible = false
  }

  /// Runs a closure later, unless the window has been closed by then.
  @discardableResult
  func after(milliseconds: Int = 0, _ body: @escaping () -> Void) -> UInt32 {
    Loop.after(milliseconds: milliseconds) { [weak self] in
      if let self, browser.windows[id] === self { body() }
    }
  }

  func destroy() {
    for (_, view) in views { pages.remove(page: view) }
    views = [:]
    native.destroy()
  }
}

/// Showing a session.
extension BrowserWindow {
  /// Updates the window from a session.
  func show(_ window: Browser.Window, _ session: Session) {
    self.session = session
    tabs = window.tabs
    activeTab = tab(window.activeTab)
    let all = browser.profile.attempt(try session.groups) ?? []
    groups = all.filter { $0.window == id }
    strip.show(
      window, Dictionary(uniqueKeysWithValues: groups.map { ($0.id, $0) }), session.state.browser)
    placeViews()
    guard let tab = activeTab else { return }
    native.setTitle("\(browser.profile.title(of: tab))\(isPrivate ? " — private" : "") — Retrace")
    back.isSensitive = tab.canGoBack
    forward.isSensitive = tab.canGoForward
    bottomBar.children[0].isSensitive = tab.canGoBack
    bottomBar.children[1].isSensitive = tab.canGoForward
    showUndo()
    proposals.show()
    hangBar.isShown = view?.isResponsive == false && tab.status != .discarded
    findBar.follow(view)
    let isLoading = tab.status == .loading
    reloadButton.setIcon(isLoading ? "process-stop-symbolic" : "view-refresh-symbolic")
    reloadButton.setName(isLoading ? "Stop (Ctrl+.)" : "Reload (F5)")
    showProgress()
    tell(tab)
    showAddress(tab, session)
    bookmarkBar.show(session)
    showPage(tab, session)
    if overview.isShown { overview.show(session) }
  }

  private func showUndo() {
    let state = browser.profile.undoState
    if state != toldUndo {
      Diagnostics.say("undo \(state.canUndo) redo \(state.canRedo)")
    }
    toldUndo = state
    native.setAction("undo", isEnabled: state.canUndo)
    native.setAction("redo", isEnabled: state.canRedo)
    undoButton.isSensitive = state.canUndo
    bottomBar.children[2].isSensitive = state.canUndo
  }

  private func showAddress(_ tab: Session.Tab, _ session: Session) {
    let profile = browser.profile
    let zoom = profile.attempt(try session.zoom(of: tab.id)) ?? nil
    let isKept = tab.url.map { (try? profile.store.isBookmarked($0)) ?? false } ?? false
    field.show(
      tab, address: profile.address(of: tab, in: session), zoom: zoom?.level ?? .actual,
      security: security, isBookmarked: isKept)
  }

  /// Adds the views of this window's tabs to its stack, and removes all other views.
  private func placeViews() {
    let here = Set(tabs)
    for (tab, view) in views where !here.contains(tab) || browser.engine.views[tab]?.widget != view
    {
      pages.remove(page: view)
      view.release()
      views[tab] = nil
    }
    for (tab, view) in browser.engine.views where views[tab] == nil && here.contains(tab) {
      browser.takeOut(view.widget, of: tab, besides: self)
      views[tab] = view.widget.kept()
      pages.add(page: view.widget)
    }
  }

  /// Removes the view of a tab that is now in another window.
  func giveUp(_ tab: TabID) {
    guard let view = views.removeValue(forKey: tab) else { return }
    pages.remove(page: view)
    view.release()
  }

  /// Returns the visible content: the overview, the past, the start page, an error, or the page.
  private func page(for tab: Session.Tab, _ session: Session) -> Widget {
    if let question = browser.question { return question.widget }
    if overview.isShown { return overview.widget }
    if past.isShown { return past.widget }
    if let trouble = browser.trouble(with: tab, session) {
      troublePage.show(trouble)
      return troublePage.widget
    }
    if let url = tab.url, url != Destination.startPage { return views[tab.id] ?? blankPage }
    startPage.show(session)
    return startPage.widget
  }

  private func showPage(_ tab: Session.Tab, _ session: Session) {
    let page = page(for: tab, session)
    guard page != pages.page || tab.id != front else { return }
    let isOther = tab.id != front
    front = tab.id
    ask(browser.question)
    pages.page = page
    let isInFront = isOther || page == overview.widget || !field.isFocused
    guard isInFront, !past.isShown else { return }
    // Keys go to the page, or to the address field if there is no page.
    if let question = browser.question {
      question.focus()
    } else if page == startPage.widget {
      focusAddress()
    } else if page == views[tab.id] {
      page.focus()
    } else {
      page.focusFirst()
    }
  }

  /// Shows a question instead of pages until it is answered.
  private func ask(_ question: CrashQuestion?) {
    for bar in [strip.widget, toolbar!, bookmarkBar.widget, bottomBar!] {
      bar.isSensitive = question == nil
    }
    if self.question != question?.widget, let former = self.question { pages.remove(page: former) }
    if self.question == nil, let question { pages.add(page: question.widget) }
    self.question = question?.widget
  }

  /// The security of the connection of the page shown.
  private var security: Security {
    guard let tab = activeTab, tab.status != .failed, let view, view.url == tab.url else {
      return .none
    }
    return view.security
  }

  /// Prints the visible content, for tests.
  private func tell(_ tab: Session.Tab) {
    let line =
      "front window=\(id.rawValue) tab=\(tab.id.rawValue) status=\(tab.status) sign=\(security)"
    if line != told { Diagnostics.say(line) }
    told = line
  }

  func showProgress() {
    guard let tab = activeTab else { return }
    progress.isVisible = tab.status == .loading
    progress.setProgress(max(0.06, browser.engine.views[tab.id]?.progress ?? 0))
  }

  /// Shows a message for a while.
  func say(_ sentence: String) {
    notice.label = sentence
    notice.isVisible = true
    if let noticeEnd { Loop.cancel(noticeEnd) }
    noticeEnd = after(milliseconds: 6_000) { [weak self] in
      self?.noticeEnd = nil
      self?.notice.isVisible = false
    }
  }

  func focusField() { field.focus() }
  func find() { findBar.open() }
  var view: PageView? { activeTab.flatMap { browser.engine.views[$0.id] } }
  func findNext(backwards: Bool = false) { findBar.look(backwards: backwards) }
  func showFound(_ count: Int) { findBar.show(count) }

  /// Closes the overview or the view of the past. Returns false if neither is open, or if the focus
  /// is in a text field or panel.
  private func escape() -> Bool {
    let isFieldFocused =
      field.isFocused || panel.widget.hasFocus || findBar.widget.hasFocus
      || native.widget.hasFocusInPopover
    guard overview.isShown || past.isShown, !isFieldFocused else { return false }
    leaveOtherPages()
    Diagnostics.say("left")
    browser.profile.changed()
    return true
  }

  /// Places the panel next to the page, or in its place if the window is too narrow for both.
  private func panelChanged() {
    let isOpen = panel.widget.isVisible
    content.isVisible = !(isNarrow && isOpen)
    panel.closesOnChoice = isNarrow
    if isOpen, !isNarrow { gtk_paned_set_position(middle.opaque, gint(middle.width - 340)) }
    if !isOpen { focusPage() }
  }

  private func resized(_ width: Int) {
    strip.room = native.barRoom(inWidth: width)
    let wasNarrow = isNarrow
    isNarrow = width < 600
    if isNarrow != wasNarrow { panelChanged() }
    past.isNarrow = isNarrow
    bottomBar.isVisible = isNarrow
    for button in toolbarButtons { button.isVisible = !isNarrow }
    bookmarkBar.isNarrow = isNarrow
    native.widget.set(class: "narrow", isNarrow)
    if let placing { Loop.cancel(placing) }
    placing = after(milliseconds: 400) { [weak self] in
      self?.placing = nil
      self?.keepPlace()
    }
  }

  /// Stores the size of the window in the model. Undo skips this, because it is not an action of
  /// the user.
  private func keepPlace() {
    guard native.size.width > 0,
      let window = browser.profile.browser(isPrivate: isPrivate).window(id)
    else { return }
    let size = native.size
    let state: Session.Window.ShowState =
      native.isFullScreen ? .fullscreen : native.isMaximized ? .maximized : .normal
    let bounds = Session.Window.Bounds(
      x: 0, y: 0, width: Int32(size.width), height: Int32(size.height))
    guard bounds != window.bounds || state != window.showState else { return }
    _ = browser.profile.follow(
      .placeWindow(id, bounds: bounds, showState: state), by: Origin(.engine))
  }
}
