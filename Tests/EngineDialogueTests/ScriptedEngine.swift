import BrowserModel
import EngineDialogue
import TestSupport

/// An engine that behaves like real engines: each view has its own list, loads take time, pages
/// navigate by themselves, and reports arrive late, twice or never.
struct ScriptedEngine {
  /// The frequencies of failures, and of navigations by pages themselves.
  struct Habits {
    /// The average number of reports for each report that is lost, repeated or late, or 0 for
    /// never.
    var loses = 12
    var repeats = 12
    var delays = 6
    /// The average number of ticks between actions of a page by itself, or 0 for never.
    var roams = 8
    /// The average number of ticks until a process ends.
    var dies = 60
    /// The average number of loads for each load that fails, is redirected, or turns out to be a
    /// download.
    var fails = 8
    var redirects = 6
    var downloads = 15

    /// The habits of an engine that reports everything once and in order, with pages that only
    /// load.
    static let calm = Habits(
      loses: 0, repeats: 0, delays: 0, roams: 0, dies: 0, fails: 0, redirects: 0, downloads: 0)
  }

  /// A report that has not arrived yet, with the test's knowledge about the report.
  struct Letter {
    var report: EngineReport
    var due: Int
  }

  /// The URLs to which a command refers.
  struct Words {
    var load = ""
    var entries: [String] = []
  }

  var habits: Habits
  private(set) var views: [TabID: View] = [:]
  private var random: SplitMix64
  private var letters: [Letter] = []
  private var commands: [(command: EngineCommand, words: Words, due: Int)] = []
  private var time = 0
  private var reportNumber = 0

  init(seed: UInt64, habits: Habits = Habits()) {
    random = SplitMix64(seed: seed)
    self.habits = habits
  }

  /// The state of a view in the engine.
  struct View {
    var items: ContiguousArray<EngineItem> = []
    var index = 0
    var zoom = ZoomLevel.actual
    var command: Int
    var load: Load?
    var isLoadingRest = false
    /// Whether the view has a page, which can act by itself.
    var hasPage = false
    var isDead = false
    var ownItems = 0

    var url: String { items[index].url }
    var list: EngineList { EngineList(items, index: index) }

    mutating func ownID() -> EngineItem.ID {
      ownItems += 1
      return .own(ownItems)
    }

    /// Appends an item after the item that is shown.
    mutating func push(_ url: String) {
      let item = EngineItem(ownID(), url: url)
      items.removeSubrange((index + 1)...)
      items.append(item)
      index += 1
    }

    /// Replaces the URL of the item that is shown.
    mutating func replace(_ url: String) {
      guard url != self.url else { return }
      let isLoadedAgain = load?.again == items[index].id
      items[index] = EngineItem(ownID(), url: url)
      if isLoadedAgain { load?.again = items[index].id }
    }
  }

  /// A load that is still pending.
  struct Load {
    enum Target {
      case new(String)
      case item(Int)
      case replacement(String)
    }
    var target: Target
    var isByPage = false
    var redirect: String?
    /// The item that had the same URL when the load began, and which the load replaces.
    var again: EngineItem.ID?
    var ticks: Int
  }
}

extension ScriptedEngine {
  /// Whether nothing is pending.
  var isAtRest: Bool {
    letters.isEmpty && commands.isEmpty
      && views.values.allSatisfy { $0.isDead || $0.load == nil && !$0.isLoadingRest }
  }

  /// Accepts a command. Commands reach their views after a while, in order.
  mutating func receive(_ command: EngineCommand, _ words: Words) {
    let last = commands.last { $0.command.tab == command.tab }?.due ?? time
    commands.append((command, words, max(last, time + latency())))
  }

  private mutating func latency() -> Int {
    habits.delays > 0 && random.once(in: habits.delays) ? random.below(12) : 0
  }

  private mutating func happens(_ times: Int) -> Bool { times > 0 && random.once(in: times) }

  /// Advances the time by one tick, and returns the reports that arrive.
  mutating func tick() -> [EngineReport] {
    time += 1
    let due = commands.filter { $0.due < time }
    commands.removeAll { $0.due < time }
    for (command, words, _) in due { carryOut(command, words) }
    for tab in views.keys.sorted() { advance(tab) }
    let arriving = letters.filter { $0.due <= time }
    letters.removeAll { $0.due <= time }
    return arriving.map(\.report)
  }

  /// Repeats the report of every view at rest, as a front end does that suspects a lost report.
  mutating func sayAgain() {
    for (tab, view) in views.sorted(by: { $0.key < $1.key }) {
      if view.isDead {
        send(.gone, tab)
      } else if view.load == nil, !view.isLoadingRest, !view.items.isEmpty {
        send(.finished(view.list), tab)
      }
    }
  }

  private mutating func send(_ news: EngineReport.ViewEvent, _ tab: TabID) {
    reportNumber += 1
    let report = EngineReport(
      tab: tab, number: reportNumber, command: views[tab]!.command, news: news)
    if happens(habits.loses) { return }
    letters.append(Letter(report: report, due: time + latency()))
    if happens(habits.repeats) { letters.append(Letter(report: report, due: time + latency())) }
  }

  // MARK: Commands

  private mutating func carryOut(_ command: EngineCommand, _ words: Words) {
    let tab = command.tab
    if case .create(let entries, let index) = command.order {
      views[tab] = View(command: command.number)
      setList(tab, entries, words, index)
      return begin(.item(index), tab)
    }
    guard views[tab] != nil else { return }
    if command.order == .close {
      views[tab] = nil
      return
    }
    if case .zoom(let level) = command.order {
      views[tab]!.zoom = level
      return
    }
    views[tab]!.command = command.number
    if views[tab]!.isDead { return send(.gone, tab) }
    views[tab]!.load = nil
    carryOut(command.order, words, tab)
  }

  private mutating func carryOut(_ order: EngineCommand.Order, _ words: Words, _ tab: TabID) {
    let view = views[tab]!
    switch order {
    case .load: load(words.load, tab)
    case .travel(let id):
      guard let index = view.items.firstIndex(where: { $0.id == id }) else { return rest(tab) }
      begin(.item(index), tab)
    case .restore(let entries, let index, let keepsPage):
      let url = view.url
      setList(tab, entries, words, index)
      if keepsPage, url == words.entries[index] { rest(tab) } else { begin(.item(index), tab) }
    case .reload: begin(.item(view.index), tab)
    case .stop: rest(tab)
    case .create, .zoom, .close: break
    }
  }

  private mutating func setList(
    _ tab: TabID, _ entries: ContiguousArray<HistoryEntry>, _ words: Words, _ index: Int
  ) {
    views[tab]!.items = []
    for (entry, url) in zip(entries, words.entries) {
      views[tab]!.items.append(EngineItem(.entry(entry.content), url: url))
    }
    views[tab]!.index = index
  }

  /// Loads a typed URL: the same URL again, a place in the page, or another page.
  private mutating func load(_ url: String, _ tab: TabID) {
    let shown = views[tab]!.url
    if url != shown, url.contains("#"),
      url.prefix(while: { $0 != "#" }) == shown.prefix(while: { $0 != "#" })
    {
      views[tab]!.push(url)
      send(.changedInPlace(views[tab]!.list), tab)
      return rest(tab)
    }
    begin(.new(url), tab)
  }

  private mutating func begin(_ target: Load.Target, _ tab: TabID, isByPage: Bool = false) {
    var redirect = happens(habits.redirects) ? "http://c.example/r\(random.below(3))" : nil
    let url: String
    switch target {
    case .new(let asked), .replacement(let asked): url = asked
    case .item(let index):
      url = views[tab]!.items[index].url
      // A redirected travel by the page cannot be distinguished from a new page.
      if isByPage { redirect = nil }
    }
    var load = Load(target: target, isByPage: isByPage, redirect: redirect, ticks: random.below(4))
    if case .new(let asked) = target, asked == views[tab]!.url {
      load.again = views[tab]!.items[views[tab]!.index].id
    }
    views[tab]!.load = load
    send(.started(url: url, isByPage: isByPage), tab)
  }

  private mutating func rest(_ tab: TabID) {
    views[tab]!.load = nil
    views[tab]!.isLoadingRest = false
    send(.finished(views[tab]!.list), tab)
  }

  // MARK: Time

  private mutating func advance(_ tab: TabID) {
    guard !views[tab]!.isDead else { return }
    if happens(habits.dies) {
      views[tab]!.isDead = true
      return send(.gone, tab)
    }
    if happens(habits.roams), views[tab]!.hasPage { roam(tab) }
    guard let load = views[tab]!.load else {
      if views[tab]!.isLoadingRest, random.once(in: 2) { rest(tab) }
      return
    }
    views[tab]!.load!.ticks -= 1
    guard load.ticks <= 0 else { return }
    views[tab]!.load = nil
    views[tab]!.hasPage = true
    if happens(habits.fails) { return fail(load, tab) }
    if happens(habits.downloads), case .new = load.target { return rest(tab) }
    arrive(load, tab)
  }

  /// After a failed travel, its item is current in some engines and not in others.
  private mutating func fail(_ load: Load, _ tab: TabID) {
    if case .item(let index) = load.target, views[tab]!.items.indices.contains(index),
      random.once(in: 2)
    {
      views[tab]!.index = index
    }
    send(.failed(reason: "net", views[tab]!.list), tab)
    views[tab]!.isLoadingRest = false
  }

  private mutating func arrive(_ load: Load, _ tab: TabID) {
    if load.redirect != nil { send(.redirected(to: load.redirect!), tab) }
    switch load.target {
    case .new(let url) where load.again == views[tab]!.items[views[tab]!.index].id:
      // A link to the same URL replaces the entry (H3), and a URL that is typed again reloads the
      // page.
      views[tab]!.replace(load.redirect ?? url)
    case .new(let url): views[tab]!.push(load.redirect ?? url)
    case .replacement(let url): views[tab]!.replace(load.redirect ?? url)
    case .item(let index):
      // The page may have removed the item in the meantime.
      guard views[tab]!.items.indices.contains(index) else { return rest(tab) }
      views[tab]!.index = index
      if let redirect = load.redirect { views[tab]!.replace(redirect) }
    }
    send(.committed(views[tab]!.list, hasActivation: random.once(in: 2)), tab)
    views[tab]!.isLoadingRest = true
    let id = views[tab]!.items[views[tab]!.index].id
    if random.once(in: 2) { send(.titled(id, "title \(random.below(3))"), tab) }
  }

  // MARK: Pages

  /// Performs a random action of a page.
  private mutating func roam(_ tab: TabID) {
    let view = views[tab]!
    let site = view.url.prefix { $0 != "#" }
    let place = "\(site)#\(random.below(4))"
    let isActivated = random.once(in: 2)
    switch random.below(6) {
    case 0 where place != view.url:
      views[tab]!.push(place)
      send(.changedInPlace(views[tab]!.list, hasActivation: isActivated), tab)
    case 1:
      views[tab]!.replace(place)
      send(.changedInPlace(views[tab]!.list, hasActivation: isActivated), tab)
    case 2: begin(.new("http://b.example/\(random.below(4))"), tab, isByPage: true)
    case 3: begin(.replacement("http://b.example/\(random.below(4))"), tab, isByPage: true)
    case 4: begin(.item(view.index), tab, isByPage: true)
    default:
      let target = random.below(view.items.count)
      if target != view.index { begin(.item(target), tab, isByPage: true) }
    }
  }
}
