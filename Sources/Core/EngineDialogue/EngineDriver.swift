public import BrowserModel

/// The dialogue of a front end with an engine: the commands that make the views of tabs match the
/// model, and the actions that make the model follow the views.
///
/// The front end requests ``commands(for:showing:text:)`` after every change and passes each
/// command to its view. The front end passes every report of a view to ``report(_:in:text:)``, and
/// performs the resulting actions on the model:
///
/// ```swift
/// for action in driver.report(report, in: model.browser, text: model.log).actions {
///   driver.performed(model.attempt(action, by: .engine), in: model.browser)
/// }
/// for command in driver.commands(for: model.browser, text: model.log) { engine.take(command) }
/// ```
///
/// A driver belongs to one fold. Private windows have a separate fold with a separate driver.
public struct EngineDriver: Sendable {
  private var views = ViewTable()
  /// The number of the newest command, or 0 before the first command.
  public private(set) var newestCommand = 0
  /// Actions whose outcome has not been reported yet.
  private var awaited: [Awaited] = []
  /// Visible tabs whose process ended before their page had loaded, with the event that each tab
  /// was asked to show.
  private var lost: [TabID: EventID] = [:]
  /// The `Browser.zoom` from which the zoom of the views was last computed, or nil before the first
  /// computation.
  private var zoom: Zoom?

  /// An action caused by a report.
  private struct Awaited {
    var tab: TabID
    /// The item of the tab's current entry after the action, if any.
    var item: EngineItem.ID?
  }

  /// Creates a driver of an engine without views.
  public init() {}

  /// The number of tabs that have a view.
  public var viewCount: Int { views.count }

  /// Whether a tab has a view.
  public func hasView(_ tab: TabID) -> Bool { views.position(of: tab) != nil }
}

extension EngineDriver {
  /// Returns the commands that make the views match the model: at most one command for each tab.
  ///
  /// A tab gets a view when it is visible or must be loaded (`Tab.Status.loading`). The tab keeps
  /// the view until the tab is closed or discarded. Zoom comes last. If this call returns another
  /// command for a view, the next call returns the command that zooms the view. The front end must
  /// therefore call this function again after every report, even if the report changed nothing.
  ///
  /// - Parameters:
  ///   - browser: The current state.
  ///   - shown: The visible tabs, or nil for the active tab of every window.
  ///   - source: The source of the hosts that have a zoom.
  /// - Returns: The commands, in no particular order.
  /// - Complexity: O(tabs) over plain data, and O(entries) for each tab with a view
  public mutating func commands<Source: TextSource & ~Copyable>(
    for browser: Browser, showing shown: [TabID]? = nil, text source: borrowing Source
  ) -> [EngineCommand] {
    let shown = shown ?? browser.windows.map { $0.activeTab }
    let inView = Set(shown)
    awaited = []
    forgetLosses(outside: inView)
    let isZoomNew = zoom != browser.zoom
    zoom = browser.zoom
    var commands: [EngineCommand] = []
    for position in stride(from: views.count - 1, through: 0, by: -1) {
      if isZoomNew { views[position].zoomed = nil }
      let order = nextOrder(position, browser, isShown: inView.contains, text: source)
      if let order { commands.append(command(order, position)) }
    }
    for tab in shown + browser.loadingTabs {
      if let command = create(tab, browser) { commands.append(command) }
    }
    return commands
  }

  /// Removes tabs that are no longer visible from the lost tabs, so that they get a view when they
  /// become visible again.
  private mutating func forgetLosses(outside inView: Set<TabID>) {
    if !lost.isEmpty { lost = lost.filter { inView.contains($0.key) } }
  }

  private mutating func nextOrder<Source: TextSource & ~Copyable>(
    _ position: Int, _ browser: Browser, isShown: (TabID) -> Bool, text source: borrowing Source
  ) -> EngineCommand.Order? {
    let tab = views[position].tab
    guard let goal = browser.goal(of: tab) else { return .close }
    if let order = views[position].nextOrder(for: goal, in: browser, isShown: isShown(tab)) {
      return order
    }
    let basis = EngineView.ZoomBasis(content: goal.current, temporary: goal.temporaryZoom)
    guard views[position].zoomed != basis, let tab = browser.tab(tab) else { return nil }
    views[position].zoomed = basis
    let level = browser.zoom(of: tab, text: source).level
    return level == views[position].zoom ? nil : .zoom(level)
  }

  /// Creates a numbered command with an order for a view and records it.
  private mutating func command(_ order: EngineCommand.Order, _ position: Int) -> EngineCommand {
    newestCommand += 1
    let tab = views[position].tab
    if order == .close {
      views.remove(at: position)
    } else {
      views[position].note(order, number: newestCommand)
    }
    return EngineCommand(tab: tab, number: newestCommand, order: order)
  }

  /// Records a view that the engine has created for a tab by itself, for example for a window that
  /// a page opens, so that no other view is created for the tab.
  ///
  /// The front end calls this function after it has opened the tab and before it requests commands.
  /// All items of such a view have ids of the case ``EngineItem/ID/own(_:)``.
  ///
  /// - Returns: The number to use as the command in the reports of the view, or nil if the tab is
  ///   not open or already has a view.
  public mutating func adopt(_ tab: TabID, in browser: Browser) -> Int? {
    create(tab, browser)?.number
  }

  /// Returns the command that creates the view of a tab, or nil if the tab already has a view or
  /// must not have one.
  private mutating func create(_ id: TabID, _ browser: Browser) -> EngineCommand? {
    guard views.position(of: id) == nil, let goal = browser.goal(of: id), goal.count > 0,
      lost[id] != goal.wanted, let tab = browser.tab(id)
    else { return nil }
    lost[id] = nil
    let target = tab.entries.lastIndex { $0.id == goal.pendingEntry } ?? tab.index
    views.append(EngineView(for: goal, created: newestCommand + 1))
    return command(.create(tab.entries, index: target), views.count - 1)
  }
}

extension EngineDriver {
  /// Processes a report of a view and returns the actions that make the model follow the view.
  ///
  /// The front end performs the actions immediately and in order, and reports the outcome of each
  /// action with ``performed(_:in:)``. Then it requests commands. If the model did not follow the
  /// view, the commands make the view follow the model.
  ///
  /// - Parameters:
  ///   - report: The report.
  ///   - browser: The current state.
  ///   - source: The source of URLs and titles.
  /// - Returns: The actions, or the reason why the report was dropped.
  /// - Complexity: O(entries)
  public mutating func report<Source: TextSource & ~Copyable>(
    _ report: EngineReport, in browser: Browser, text source: borrowing Source
  ) -> ReportAnswer {
    awaited = []
    guard let position = views.position(of: report.tab) else { return .dropped(.noView) }
    guard report.command <= newestCommand else { return .dropped(.malformed) }
    guard report.command >= views[position].created else { return .dropped(.formerView) }
    guard report.number > views[position].newestReport else { return .dropped(.notNewer) }
    views[position].newestReport = report.number
    guard let tab = browser.tab(report.tab) else { return .dropped(.noView) }
    if report.news == .gone { return lose(position, tab) }
    var plan = ModelUpdate(tab, limit: browser.settings.historyLimit)
    let reason = views[position].receive(report, tab, into: &plan, text: source)
    if let reason { return .dropped(reason) }
    awaited = plan.items.map { Awaited(tab: report.tab, item: $0) }
    return .taken(plan.actions)
  }

  /// Removes a view whose process ended. A new view is created when the tab is shown. If the page
  /// never loaded, a new view is created only when the tab receives a new navigation or becomes
  /// visible again.
  private mutating func lose(_ position: Int, _ tab: Tab) -> ReportAnswer {
    let view = views.remove(at: position)
    if !view.hasFinished { lost[tab.id] = tab.wanted }
    return .taken(tab.status == .discarded ? [] : [.discard(tab.id)])
  }

  /// Records the outcome of an action that was caused by a report, so that the driver does not
  /// order the view to do something that the view has already done.
  ///
  /// This function must be called once for each action, in order, before any other use of the
  /// driver.
  ///
  /// - Parameters:
  ///   - events: The events of the action. Empty if the action was refused.
  ///   - browser: The state after these events.
  public mutating func performed(_ events: [Event], in browser: Browser) {
    guard !awaited.isEmpty else { return }
    let action = awaited.removeFirst()
    guard !events.isEmpty, let position = views.position(of: action.tab),
      let goal = browser.goal(of: action.tab)
    else { return }
    func isMadeHere(_ event: EventID) -> Bool { events.contains { $0.sequence == event } }
    if isMadeHere(goal.wanted) { views[position].answered = goal.wanted }
    if !goal.pending.exists || isMadeHere(goal.pending) { views[position].pending = goal.pending }
    if let item = action.item { views[position].bind(item, to: goal.current) }
  }
}

/// The views of a driver, in no particular order, and the position of each tab's view.
private struct ViewTable: Sendable {
  private var views: ContiguousArray<EngineView> = []
  private var positions: [TabID: Int] = [:]

  var count: Int { views.count }

  subscript(position: Int) -> EngineView {
    _read { yield views[position] }
    _modify { yield &views[position] }
  }

  func position(of tab: TabID) -> Int? { positions[tab] }

  mutating func append(_ view: EngineView) {
    positions[view.tab] = views.count
    views.append(view)
  }

  /// Removes a view. The last view moves to the position of the removed view.
  @discardableResult
  mutating func remove(at position: Int) -> EngineView {
    views.swapAt(position, views.count - 1)
    let view = views.removeLast()
    if position < views.count { positions[views[position].tab] = position }
    positions[view.tab] = nil
    return view
  }
}
