import BrowserModel
import EventCoding
import Exchange
import Notation
import RetraceEventLog
import RetraceStore

@testable import Live

/// A browser that is simulated by a test: it sends the messages of the extension, and performs
/// orders.
final class BrowserScript {
  enum LostMessages: CaseIterable { case orders, answers }

  struct Tab {
    var id: Int64
    var window: Int64 = 1
    var url: String
    var title = ""
    var isPinned = false
    var container = ""
    /// The id that the profile assigned, as Firefox stores it.
    var assigned: Int64?
    /// The keys and addresses of its list.
    var list: [(key: String, url: String)]
    var index = 0
  }

  let store: Store
  private let memory: LiveMemory
  private var browsers: ConnectedBrowsers
  /// The identity of the browser, which its extension keeps.
  private(set) var profile: String
  var session: LiveSession
  var tabs: [Tab] = []
  /// The zoom of sites, in hundredths of a percent.
  var zooms: [String: Int64] = [:]
  /// The zoom of tabs that do not show the zoom of their site yet.
  var outdatedZooms: [Int64: Int64] = [:]
  var defaultZoom: Int64 = 10_000
  /// The bookmarks, or nil if the extension may not read them.
  var bookmarks: ScriptedBookmarks?
  var active: Int64 = 0
  /// Whether one of its windows has the focus.
  var isFocused = true
  /// The number of bytes of the longest message of the host.
  private(set) var largestMessage = 0
  /// The names of the performed orders.
  private(set) var orders: [String] = []
  /// The states on which the last orders of each name are based.
  private(set) var former: [String: JSON] = [:]
  /// The scroll positions of opened pages.
  private(set) var scrolls: [JSON] = []
  /// The results of orders that are not carried out, by the names of orders.
  var unfulfilled: [String: JSON] = [:]
  /// The messages that are lost because the host is killed.
  var lost: LostMessages?
  /// Whether ordered pages take longer than the orders.
  var holdsPages = false
  /// The time that the browser may take to restore its tabs.
  var restoringPatience = Duration.seconds(36_000)
  /// The tabs whose page has not arrived yet.
  private var held: [(tab: Int64, isTraversal: Bool)] = []
  private var newestTab: Int64 = 0
  private var newestWindow: Int64 = 1
  private var newestKey = 0

  /// - Parameter step: The milliseconds between two events.
  init(step: Int64 = 1) throws {
    var time: Int64 = 1_000_000
    store = try Store(EventLog()) {
      time += step
      return time
    }
    profile = "profile"
    memory = LiveMemory(folder: nil)
    browsers = ConnectedBrowsers(folder: nil)
    session = LiveSession(store, memory: memory)
  }

  /// Creates a browser that is recorded in a profile on disk, which it may share with others.
  init(profile: String, in log: EventLog) throws {
    let folder = log.directory
    store = try Store(log) { 1_000_000 }
    self.profile = profile
    memory = LiveMemory(folder: folder)
    browsers = ConnectedBrowsers(folder: folder)
    session = LiveSession(store, memory: memory, browsers: browsers)
  }

  /// Starts the browser with its tabs.
  ///
  /// - Parameters:
  ///   - exclusions: What the user has excluded from recording.
  ///   - loaded: The tabs that have been loaded since.
  func start(
    _ relation: LiveSession.Relation = .owner,
    excluding exclusions: LiveExclusions = LiveExclusions(), looksAt loaded: [Int64] = []
  ) throws {
    session = LiveSession(store, relation, memory: memory, browsers: browsers)
    session.exclude(exclusions)
    // A slow machine must not change the result.
    session.pagePatience = .seconds(36_000)
    session.restoringPatience = restoringPatience
    session.hostPatience = .zero
    try greet(looksAt: loaded)
  }

  /// Assigns new ids to all tabs, as Chromium does when it starts. Chromium stores no ids of the
  /// profile in tabs.
  func renumberTabs() {
    for place in tabs.indices {
      tabs[place].id += 100
      tabs[place].assigned = nil
    }
    active += 100
  }

  /// Ends the host without ending the browser's session.
  func disconnect() {
    browsers = ConnectedBrowsers(folder: store.log.directory)
    session = LiveSession(store, memory: memory, browsers: browsers)
  }

  private func greet(looksAt loaded: [Int64] = []) throws {
    try send(
      .object([
        ("kind", .string("hello")), ("version", .integer(1)), ("browser", .string("firefox")),
        ("profile", .string(profile)), ("strip", strip),
        (
          "looks",
          .array(
            loaded.map { .object([("tab", .integer($0)), ("look", look(at: $0))]) })
        ),
        ("zooms", .array(loaded.map(zoom(of:)))),
        ("bookmarks", bookmarks?.json ?? .null),
      ]))
  }

  // MARK: Actions of the user

  @discardableResult
  func open(_ url: String, in container: String = "", window: Int64? = nil) throws -> Int64 {
    let id = add(url, in: container, window: window)
    try sendStrip()
    try sendLook(id, "committed")
    return id
  }

  func close(_ id: Int64) throws {
    remove(id)
    try sendStrip()
  }

  func load(_ url: String, in id: Int64, title: String = "") throws {
    push(url, in: id)
    change(id) { $0.title = title }
    try sendLook(id, "committed")
  }

  /// Lets a page change its own address, as with `pushState`.
  func move(to url: String, in id: Int64) throws {
    push(url, in: id)
    try sendLook(id, "moved")
  }

  /// Lets a page replace itself with another page, as with `location.replace`.
  func replace(with url: String, in id: Int64) throws {
    newestKey += 1
    let key = "key-\(newestKey)"
    change(id) { tab in
      tab.list[tab.index] = (key, url)
      tab.url = url
    }
    try sendLook(id, "committed")
  }

  func go(_ count: Int, in id: Int64) throws {
    travel(count, in: id)
    try sendLook(id, "committed", isTraversal: true)
  }

  /// Reports something about a page of a tab.
  func reportPage(_ members: [(name: String, value: JSON)], in id: Int64, key: String) throws {
    try send(
      .object([("kind", .string("page")), ("tab", .integer(id)), ("key", .string(key))] + members))
  }

  func zoom(_ level: Int64, in id: Int64) throws {
    guard let tab = tabs.first(where: { $0.id == id }) else { return }
    zooms[tab.url] = level
    try sendZoom(id)
  }

  /// Reports the bookmarks after the user has changed them.
  func sendBookmarks() throws {
    try send(.object([("kind", .string("bookmarks")), ("bookmarks", bookmarks?.json ?? .null)]))
  }

  // MARK: The browser

  @discardableResult
  func add(_ url: String, in container: String = "", window: Int64? = nil) -> Int64 {
    newestTab += 1
    newestKey += 1
    let window = window ?? tabs.first { $0.id == active }?.window ?? tabs.first?.window ?? 1
    newestWindow = max(newestWindow, window)
    tabs.append(
      Tab(
        id: newestTab, window: window, url: url, container: container,
        list: [("\(profile)-\(newestKey)", url)]))
    active = newestTab
    return newestTab
  }

  private func remove(_ id: Int64) {
    tabs.removeAll { $0.id == id }
    if active == id { active = tabs.last?.id ?? 0 }
  }

  private func change(_ id: Int64, _ body: (inout Tab) -> Void) {
    guard let place = tabs.firstIndex(where: { $0.id == id }) else { return }
    body(&tabs[place])
  }

  private func push(_ url: String, in id: Int64) {
    newestKey += 1
    let key = "key-\(newestKey)"
    change(id) { tab in
      tab.list.removeSubrange((tab.index + 1)...)
      tab.list.append((key, url))
      tab.index += 1
      tab.url = url
    }
  }

  private func travel(_ count: Int, in id: Int64) {
    change(id) { tab in
      tab.index += count
      tab.url = tab.list[tab.index].url
    }
  }

  private func describe(_ tab: Tab, at index: Int) -> JSON {
    .object(
      [
        ("id", .integer(tab.id)), ("windowId", .integer(tab.window)),
        ("index", .integer(Int64(index))),
        ("url", .string(tab.url)), ("title", .string(tab.title)), ("status", .string("complete")),
        ("active", .bool(tab.id == shownTab(in: tab.window))), ("pinned", .bool(tab.isPinned)),
        ("container", .string(tab.container)),
      ] + (tab.assigned.map { [("retrace", .integer($0))] } ?? []))
  }

  /// The active tab of a window.
  private func shownTab(in window: Int64) -> Int64? {
    let here = tabs.filter { $0.window == window }.map(\.id)
    return here.contains(active) ? active : here.last
  }

  private var strip: JSON {
    let windows = Set(tabs.map(\.window)).sorted().map { window in
      JSON.object([
        ("id", .integer(window)),
        ("focused", .bool(isFocused && shownTab(in: window) == active)),
        ("state", .string("normal")),
        (
          "tabs",
          .array(
            tabs.filter { $0.window == window }.enumerated().map {
              describe($0.element, at: $0.offset)
            })
        ),
      ])
    }
    return .object([("windows", .array(windows)), ("groups", .array([]))])
  }

  /// Each page is a site of its own.
  private func zoom(of id: Int64) -> JSON {
    let url = tabs.first { $0.id == id }?.url ?? ""
    return .object([
      ("tab", .integer(id)), ("url", .string(url)),
      ("level", .integer(outdatedZooms[id] ?? zooms[url] ?? 10_000)),
      ("standard", .integer(defaultZoom)),
    ])
  }

  private func sendZoom(_ id: Int64) throws {
    try send(.object([("kind", .string("zoom")), ("zoom", zoom(of: id))]))
  }

  func sendStrip() throws {
    try send(.object([("kind", .string("strip")), ("strip", strip)]))
  }

  private func sendLook(_ id: Int64, _ kind: String, isTraversal: Bool = false) throws {
    guard let place = tabs.firstIndex(where: { $0.id == id }) else { return }
    let tab = tabs[place]
    let cause = JSON.object([
      ("kind", .string(kind)), ("type", .string("link")),
      ("qualifiers", .array(isTraversal ? [.string("forward_back")] : [])),
    ])
    try send(
      .object([
        ("kind", .string("look")), ("tab", describe(tab, at: place)), ("causes", .array([cause])),
        ("look", look(at: id)),
      ]))
  }

  private func look(at id: Int64) -> JSON {
    guard let tab = tabs.first(where: { $0.id == id }) else { return .null }
    let entry = tab.list[tab.index]
    if entry.url.hasPrefix("chrome:") {
      return .object([("unknown", .string("Cannot access a chrome:// URL"))])
    }
    return .object([
      ("url", .string(entry.url)), ("title", .string(tab.title)),
      ("length", .integer(Int64(tab.list.count))), ("key", .string(entry.key)),
      // Each page is an origin of its own, so it sees no neighbours.
      ("near", .array([.array([.string(entry.key), .string(entry.url)])])),
    ])
  }

  // MARK: Orders

  /// Lets the host read the events of other programs.
  func followProfile() throws {
    try session.followProfile()
    try carryOut()
  }

  func send(_ message: JSON) throws {
    try session.receive(message)
    try carryOut()
  }

  private func carryOut() throws {
    while !session.messages.isEmpty {
      let message = session.messages.removeFirst()
      largestMessage = max(largestMessage, message.bytes.count)
      switch message["kind"]?.string {
      case "ids":
        for pair in message["ids"]?.elements ?? [] {
          let id = pair.elements[1].integer
          change(pair.elements[0].integer ?? 0) { $0.assigned = id }
        }
      case "orders": try carryOut(message)
      case "look":
        for tab in message["tabs"]?.elements ?? [] { try sendLook(tab.integer ?? 0, "asked") }
      case "copied":
        profile = "copy-of-\(profile)"
        try greet()
      default: break
      }
    }
  }

  private func carryOut(_ message: JSON) throws {
    guard lost != .orders else { return }
    var results: [JSON] = []
    var visited: [(tab: Int64, isTraversal: Bool)] = []
    for order in message["orders"]?.elements ?? [] {
      let tab = order["tab"]?.integer ?? 0
      let url = order["url"]?.string ?? ""
      orders.append(order["do"]?.string ?? "")
      former[order["do"]?.string ?? ""] = order["was"]
      if let result = unfulfilled[order["do"]?.string ?? ""] {
        results.append(result)
        continue
      }
      var result: [(name: String, value: JSON)] = []
      switch order["do"]?.string {
      case "open":
        if let scroll = order["scroll"] { scrolls.append(scroll) }
        let id = add(
          url, in: order["container"]?.string ?? "", window: order["window"]?.integer)
        result = [("tab", .integer(id))]
      case "openWindow":
        newestWindow += 1
        let new = newestWindow
        if order["tab"] != nil { change(tab) { $0.window = new } } else { add(url, window: new) }
        result = [("window", .integer(new)), ("tab", .integer(tabs.last?.id ?? 0))]
      case "close": for tab in order["tabs"]?.elements ?? [] { remove(tab.integer ?? 0) }
      case "pin": change(tab) { $0.isPinned = order["value"]?.isTrue ?? false }
      case "select": active = tab
      case "zoom":
        let url = tabs.first { $0.id == tab }?.url ?? ""
        zooms[url] = order["level"]?.integer
        try sendZoom(tab)
      case "move":
        if let place = tabs.firstIndex(where: { $0.id == tab }) {
          var moved = tabs.remove(at: place)
          moved.window = order["window"]?.integer ?? moved.window
          let here = tabs.indices.filter { tabs[$0].window == moved.window }
          let next = here.dropFirst(Int(order["index"]?.integer ?? 0)).first
          tabs.insert(moved, at: next ?? tabs.endIndex)
        }
      case "load":
        push(url, in: tab)
        visited.append((tab, false))
      case "travel":
        travel(Int(order["by"]?.integer ?? 0), in: tab)
        visited.append((tab, true))
      default: result = bookmarks?.carryOut(order) ?? []
      }
      results.append(.object(result))
    }
    guard lost != .answers else { return }
    try send(
      .object([
        ("kind", .string("done")), ("number", message["number"] ?? .null),
        ("results", .array(results)), ("strip", strip), ("bookmarks", bookmarks?.json ?? .null),
      ]))
    held += visited
    if !holdsPages { try arrive() }
  }

  /// Lets the ordered pages arrive.
  func arrive() throws {
    let arrived = held
    held = []
    for (tab, isTraversal) in arrived {
      try sendLook(tab, "committed", isTraversal: isTraversal)
    }
  }

  // MARK: The model

  /// The addresses of each open tab's list in the model, with brackets around the current one.
  var model: [String] {
    get throws {
      try store.read { words in
        store.browser.windows.flatMap(\.tabs).compactMap { store.browser.tab($0) }.map { tab in
          tab.entries.enumerated().map { place, entry in
            let url = store.browser.url(of: entry, text: words)
            return place == tab.index ? "[\(url)]" : url
          }.joined(separator: " ")
        }
      }
    }
  }
}
