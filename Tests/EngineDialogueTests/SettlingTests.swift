import BrowserModel
import EngineDialogue
import RetraceTimeline
import TestSupport
import Testing

/// When nothing is pending, views match the model, regardless of the actions of users, pages and
/// the engine, and of reports that arrive late, twice or never.
struct SettlingTests {
  /// Random steps of users, with time between them.
  private struct Wandering {
    var scene: DialogueScene
    var actions: RandomActions
    var past: [ProfileState] = []

    init(seed: UInt64, isPrivate: Bool = false) {
      scene = DialogueScene(ScriptedEngine(seed: seed &* 31), isPrivate: isPrivate)
      actions = RandomActions(seed: seed)
    }

    mutating func step() {
      let state = scene.model.state
      if actions.random.once(in: 20) { past.append(state) }
      if state.browser.tabCount == 0 { scene.attempt(.open(OpenTab())) }
      switch actions.random.below(24) {
      case 0: scene.undo()
      case 1: scene.redo()
      case 2 where !past.isEmpty:
        let tab = actions.random.pick(actions.random.pick(past).browser.tabs.map(\.id) + [TabID(1)])
        let part: Restoration.Part = actions.random.once(in: 3) ? .windows : .tab(tab)
        scene.attempt(.restore(Restoration(of: actions.random.pick(past), [part])))
      case 3...5: scene.attempt(travelling(state.browser))
      case 6...8: scene.attempt(loading(state.browser))
      default: scene.attempt(actions.next(state))
      }
      for _ in 0..<actions.random.below(4) { scene.tick() }
    }

    private mutating func travelling(_ browser: Browser) -> Action {
      let steps = actions.random.pick([-2, -1, 1])
      return .startTravel(actions.tab(browser), by: steps)
    }

    private mutating func loading(_ browser: Browser) -> Action {
      let url = actions.random.pick(["http://a.example/", "http://b.example/1#2"])
      return .startLoad(actions.tab(browser), Destination(url))
    }
  }

  @Test(arguments: 0..<LongRun.dialogues)
  func `when nothing is pending, every visible tab matches the model`(seed: Int) throws {
    var wandering = Wandering(seed: UInt64(seed), isPrivate: seed % 5 == 4)
    for _ in 0..<250 { wandering.step() }
    var scene = wandering.scene
    scene.settle()
    // A page whose process ended before it arrived is loaded again only when it becomes visible.
    scene.shown = []
    scene.command()
    scene.shown = nil
    scene.settle()
    #expect(scene.faults == [])
    // All of these must have happened.
    #expect(scene.taken > 50)
    for reason in [ReportAnswer.Reason.noView, .notNewer, .late] {
      #expect(scene.dropped[reason, default: 0] > 0, "\(reason)")
    }
    for name in ["create", "load", "close"] {
      #expect(scene.given[name, default: 0] > 0, "\(name)")
    }
    for tab in scene.browser.windows.map(\.activeTab) { try expectShown(tab, scene) }
    for tab in scene.browser.tabs { #expect(tab.status != .loading, "\(tab.id)") }
  }

  /// If no report is lost, both agree after every step, and the list of a view is never replaced,
  /// because that would lose the state of its pages.
  @Test(arguments: 0..<LongRun.dialogues)
  func `an engine that reports everything gets only commands that follow from the user's actions`(
    seed: Int
  ) throws {
    var habits = ScriptedEngine.Habits.calm
    (habits.roams, habits.redirects, habits.fails, habits.repeats) = (12, 6, 8, 4)
    var scene = DialogueScene(ScriptedEngine(seed: UInt64(seed), habits: habits))
    var random = SplitMix64(seed: UInt64(seed))
    let tab = TabID(scene.attempt(.open(OpenTab()))[1].sequence)
    for _ in 0..<300 {
      let destination = Destination("http://a.example/\(random.below(5))")
      let actions: [Action] = [
        .startLoad(tab, destination), .startTravel(tab, by: random.pick([-2, -1, 1])), .stop(tab),
        .reload(tab, isLoading: true),
      ]
      if random.once(in: 4) { scene.attempt(random.pick(actions)) }
      scene.tick()
    }
    scene.settle()
    try expectShown(tab, scene)
    #expect(scene.faults == [])
    #expect(scene.given["restore"] == nil)
    #expect(scene.given["create"] == 1)
    #expect(scene.given["load"]! > 2)
    #expect(scene.given["travel"]! > 2)
  }

  private func expectShown(_ id: TabID, _ scene: DialogueScene) throws {
    let (browser, log) = (scene.browser, scene.model.log)
    let tab = try #require(browser.tab(id))
    guard !tab.entries.isEmpty else { return }
    let view = try #require(scene.engine.views[id], "\(id)")
    let wanted = tab.entries.map { browser.url(of: $0, text: log) }
    let shown = view.items.map(\.url)
    if tab.entries.count < browser.settings.historyLimit {
      #expect(shown == wanted, "\(id)")
      #expect(view.index == tab.index, "\(id)")
    } else {
      // Entries that a full history has dropped are kept in the view.
      var left = wanted[...]
      for url in shown where url == left.first { left = left.dropFirst() }
      #expect(left == [], "\(id): \(wanted) of \(shown)")
      #expect(shown.last == wanted.last, "\(id)")
    }
    #expect(view.url == browser.url(of: tab, text: log), "\(id)")
    #expect(view.zoom == browser.zoom(of: tab, text: log).level, "\(id)")
    #expect(tab.status == .complete || tab.status == .failed, "\(id)")
  }
}
