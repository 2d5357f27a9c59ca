public import BrowserModel

/// The dialogue of a front end with an engine: what the views of tabs have to do so that they
/// show what the model says, and how the model follows what happens in them.
///
/// The front end asks for ``commands(for:showing:text:)`` after every change, hands each to
/// its view, and passes every ``report(_:in:text:)`` of a view on to the model:
///
/// ```swift
/// for action in driver.report(report, in: model.browser, text: model.log).actions {
///   driver.performed(model.attempt(action, by: .engine), in: model.browser)
/// }
/// for command in driver.commands(for: model.browser, text: model.log) { engine.take(command) }
/// ```
///
/// A driver is for one fold. Private windows have a fold of their own, and a driver of their
/// own for it.
public struct EngineDriver: Sendable {
  private var views = ViewTable()
  /// The number of the newest command; 0 before the first.
  public private(set) var newestCommand = 0
  /// Actions whose outcome is still to be told.
  private var awaited: [Awaited] = []
  /// Tabs in view whose process ended before their page had loaded, with what they were to
  /// show.
  private var lost: [TabID: EventID] = [:]
  /// The levels of sites for which the zoom of views was worked out.
  private var zoom: Zoom?

  /// An action that a report has brought about.
  private struct Awaited {
    var tab: TabID
    /// The item that the tab's current entry stands for once the action is done, if any.
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
  /// Returns what views have to do so that they show what the model says: for each tab at most
  /// one command.
  ///
  /// A tab gets a view when it is in view, or must be loaded (`Tab.Status.loading`), and keeps it
  /// until it is closed or discarded. Zoom comes last: where a view has something else to do, its
  /// zoom follows with the next call. The front end therefore calls again after every report, also
  /// if that changed nothing.
  ///
  /// - Parameters:
  ///   - browser: The state now.
  ///   - shown: The tabs that are in view; nil is the active tab of every window.
  ///   - source: Where hosts are looked up that have a zoom.
  /// - Returns: The commands, in no order that means anything.
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

  /// A tab that has left the view is shown again when it comes back, also if its process ended.
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

  /// Numbers an order for a view and takes note of it.
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

  /// Takes note of a view that the engine has made for a tab by itself, as for a window that a
  /// page opens, so that none is made for it on command.
  ///
  /// The front end calls this after it has opened the tab and before it asks for commands. The
  /// items of such a view are its own (``EngineItem/ID/own(_:)``).
  ///
  /// - Returns: The number that stands for the command in the reports of the view, or nil if the
  ///   tab is not open, or has a view.
  public mutating func adopt(_ tab: TabID, in browser: Browser) -> Int? {
    create(tab, browser)?.number
  }

  /// Returns the command that makes the view of a tab, or nil if it has one or must not have one.
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
  /// Takes a report of a view and returns what the model has to do to follow it.
  ///
  /// The front end performs the actions at once and in order, and says of each what came of it
  /// (``performed(_:in:)``). Then it asks for commands: where the model does not follow the
  /// view, the view follows the model.
  ///
  /// - Parameters:
  ///   - report: The report.
  ///   - browser: The state now.
  ///   - source: Where URLs and titles are looked up.
  /// - Returns: The actions, or why the report was dropped.
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
    var plan = FollowingPlan(tab, limit: browser.settings.historyLimit)
    let reason = views[position].take(report, tab, into: &plan, text: source)
    if let reason { return .dropped(reason) }
    awaited = plan.items.map { Awaited(tab: report.tab, item: $0) }
    return .taken(plan.actions)
  }

  /// Forgets a view whose process ended. The tab is made again when it is shown; but one whose page
  /// never loaded only when it is asked for something, or comes into view again.
  private mutating func lose(_ position: Int, _ tab: Tab) -> ReportAnswer {
    let view = views.remove(at: position)
    if !view.hasFinished { lost[tab.id] = tab.wanted }
    return .taken(tab.status == .discarded ? [] : [.discard(tab.id)])
  }

  /// Takes note of what came of an action that a report has brought about, so that the view is
  /// not told to do what it has done.
  ///
  /// It is called once for each action, in order, before anything else is asked of the driver.
  ///
  /// - Parameters:
  ///   - events: The events of the action; none if it was refused.
  ///   - browser: The state with these events.
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

/// The views of a driver, in no order that means anything, and where that of a tab is.
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

  /// Removes a view; the last one takes its position.
  @discardableResult
  mutating func remove(at position: Int) -> EngineView {
    views.swapAt(position, views.count - 1)
    let view = views.removeLast()
    if position < views.count { positions[views[position].tab] = position }
    positions[view.tab] = nil
    return view
  }
}
