import CWebKitGTK
import Retrace

/// Connects WebKit to the model, with a view for each tab that has been shown.
final class Engine {
  private let profile: Profile
  private(set) var views: [TabID: PageView] = [:]
  /// One driver for the durable windows and one for the private windows, which have separate
  /// states.
  private var drivers = [false: EngineDriver(), true: EngineDriver()]
  private let dataDirectory: String
  private let pageLimit: Int
  private lazy var session = prepared(
    webkit_network_session_new(dataDirectory + "/data", dataDirectory + "/cache"))
  private lazy var privateSession = prepared(webkit_network_session_new_ephemeral())
  private var newestReport = 0
  /// The tabs in which the user has requested a load or travel. The result is an action of the
  /// user.
  private var asked: Set<TabID> = []
  /// The user's last action in each tab, identified by its first event.
  private var acts: [TabID: EventID] = [:]

  /// Whether no tab may get a view at the moment.
  var isHeld = false
  /// The tabs that have no view until the user requests it, because they may crash the program.
  var leftOut: Set<TabID> = []
  /// The tabs whose unresponsive page was ended. They have no view until the user requests it.
  private(set) var stopped: Set<TabID> = []
  /// Called when a view is created or removed, or when its progress changes.
  var viewsChanged: () -> Void = {}
  /// Called with a sentence to show to the user.
  var told: (String) -> Void = { _ in }
  var requested: (TabID, PageView.Request) -> Void = { _, _ in }

  init(_ profile: Profile, dataDirectory: String, pageLimit: Int) {
    (self.profile, self.dataDirectory, self.pageLimit) = (profile, dataDirectory, pageLimit)
  }

  /// Unloads pages that have not been shown for a long time, if too many pages are in memory. Their
  /// tabs remain, and load the page again when they are shown.
  func discardOldPages() {
    guard views.count > pageLimit else { return }
    let idle = views.keys.compactMap { id -> Browser.Tab? in
      let browser = profile.browser(isPrivate: id.isPrivate)
      guard let tab = browser.tab(id), tab.status == .complete,
        browser.window(tab.window)?.activeTab != id
      else { return nil }
      return tab
    }
    func age(_ tab: Browser.Tab) -> UInt32 { (tab.lastActive ?? .nothing).rawValue.magnitude }
    let oldest = idle.min { age($0) < age($1) }
    guard let oldest else { return }
    profile.follow(.discard(oldest.id), by: Origin(.policy))
    profile.changed()
  }

  /// Prepares WebKit when the first view is created, so that the windows need not wait for WebKit.
  private func prepared(_ session: OpaquePointer?) -> OpaquePointer {
    StartAddress.register()
    Downloads.handle(in: session!) { [weak self] in self?.told($0) }
    return session!
  }

  /// Ends the process of an unresponsive page. Its tab remains.
  func stop(_ tab: TabID) {
    stopped.insert(tab)
    profile.follow(.discard(tab), by: Origin(.policy))
    profile.changed()
  }

  /// Records that the user has requested a navigation in a tab.
  func note(asked tab: TabID) { asked.insert(tab) }
}

/// Commands and reports.
extension Engine {
  /// Sends the commands that make the views match the model.
  ///
  /// - Returns: Whether there were any commands.
  @discardableResult
  func carryOutCommands() -> Bool {
    var isBusy = false
    for isPrivate in [false, true] {
      guard let session = profile.session(isPrivate: isPrivate) else { continue }
      stopped = stopped.filter {
        $0.isPrivate != isPrivate || session.state.browser.tab($0)?.status == .discarded
      }
      let shown = session.state.browser.windows.map(\.activeTab).filter {
        !isHeld && !leftOut.contains($0) && !stopped.contains($0)
      }
      let commands = profile.attempt(try session.commands(of: &drivers[isPrivate]!, showing: shown))
      for command in commands ?? [] {
        isBusy = true
        carryOut(command, session)
      }
    }
    return isBusy
  }

  private func carryOut(_ command: EngineCommand, _ session: Session) {
    let tab = command.tab
    Diagnostics.trace("command \(tab.rawValue) \(command.order)")
    if case .close = command.order { return remove(tab) }
    if case .create = command.order { add(makeView(tab, command.number)) }
    profile.attempt(
      try views[tab]?.carryOut(command, session) { profile.zoom(ofPageAt: $0, in: tab) })
  }

  private func makeView(_ tab: TabID, _ command: Int, opener: PageView? = nil) -> PageView {
    let session = tab.isPrivate ? privateSession : session
    let view = PageView(tab: tab, command: command, session: session, opener: opener)
    view.report = { [weak self] in self?.take($0, tab, command: $1) }
    view.request = { [weak self] in self?.requested(tab, $0) }
    onWanted(view.view, "create") { [weak self] signal in
      self?.openWindow(of: view, signal.pointer())
    }
    return view
  }

  private func add(_ view: PageView) {
    remove(view.tab)
    views[view.tab] = view
    viewsChanged()
  }

  private func remove(_ tab: TabID) {
    guard let view = views.removeValue(forKey: tab) else { return }
    viewsChanged()
    view.close()
  }

  /// Handles a report, and updates the model.
  private func take(_ news: EngineReport.ViewEvent, _ tab: TabID, command: Int) {
    newestReport += 1
    let report = EngineReport(tab: tab, number: newestReport, command: command, news: news)
    let isPrivate = tab.isPrivate
    guard let session = profile.session(isPrivate: isPrivate) else { return }
    let answer = profile.attempt(try session.answer(to: report, of: &drivers[isPrivate]!))
    Diagnostics.trace("report \(tab.rawValue) \(news): \(answer.map { "\($0)" } ?? "failed")")
    for action in answer?.actions ?? [] {
      let origin = origin(of: action, in: tab)
      let events = profile.follow(action, by: origin)
      if origin.actor == .user { acts[tab] = events.first?.batch.event }
      drivers[isPrivate]!.performed(events, in: profile.browser(isPrivate: isPrivate))
    }
    if case .gone = news { remove(tab) }
    profile.changed()
  }

  /// Returns the author of an event. Requests of the user, and actions of a page directly after a
  /// click, are the user's, so that they can be undone. Later actions of the page are consequences,
  /// which are undone together with the user's action.
  private func origin(of action: Session.Action, in tab: TabID) -> Origin {
    switch action {
    case .commitLoad, .follow, .travel:
      let isInput = views[tab]?.takeInput() == true
      let isByUser = asked.remove(tab) != nil || isInput
      return isByUser ? Origin(.user) : Origin(.page, cause: acts[tab] ?? .nothing)
    case .reportTitle: return Origin(.page)
    case .failLoad, .stop:
      asked.remove(tab)
      return Origin(.engine)
    default: return Origin(.engine)
    }
  }

  /// Opens a page in a new tab next to its opener, and returns the view that WebKit needs for it.
  private func openWindow(of opener: PageView, _ action: OpaquePointer) -> UnsafeMutableRawPointer?
  {
    guard webkit_navigation_action_is_user_gesture(action) != 0 else { return nil }
    let url = string(webkit_uri_request_get_uri(webkit_navigation_action_get_request(action)))
    let isPrivate = opener.tab.isPrivate
    let open = OpenTab(
      Destination(url.isEmpty ? "about:blank" : url, transition: .link),
      place: .foregroundLink(from: opener.tab), isLoading: true)
    guard let opened = profile.perform(.open(open), isPrivate: isPrivate),
      let tab = opened.openedTab,
      let number = drivers[isPrivate]!.adopt(tab, in: profile.browser(isPrivate: isPrivate))
    else { return nil }
    // Further actions of the page are consequences of the same click.
    if opener.takeInput() { acts[opener.tab] = opened.events[0].batch.event }
    let view = makeView(tab, number, opener: opener)
    add(view)
    return UnsafeMutableRawPointer(g_object_ref(view.view))
  }
}
