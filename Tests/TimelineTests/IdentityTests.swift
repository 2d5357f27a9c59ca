import BrowserModel
import RetraceTimeline
import TestSupport
import Testing

/// `undo` after any action restores the complete state, and `redo` restores the result of the action.
struct IdentityTests {
  @Test func `every kind of action is undone exactly, and redone exactly`() throws {
    var seen: [ActionKind: Int] = [:]
    var undoable: Set<ActionKind> = []
    for seed in 0..<700 {
      var scene = Scene(seed: UInt64(seed))
      for _ in 0..<40 {
        let before = scene.driver.state
        let (action, done) = scene.next()
        guard let batch = done.first?.batch else { continue }
        let kind = ActionKind(action)
        seen[kind, default: 0] += 1
        let after = scene.driver.state
        if done.contains(where: { $0.body.isUndoable }) {
          undoable.insert(kind)
          #expect(scene.driver.undo() == 1)
          expect(scene.driver.state, is: before, "undo of \(kind), seed \(seed)")
          #expect(scene.driver.redo() == 1)
        } else {
          // An undo without a name does not undo it. An undo with its name does, and is exact too.
          #expect(scene.driver.timeline.batchToUndo(scene.driver.log) != batch)
          scene.driver.append(naming: batch, isUndo: true)
          expect(scene.driver.state, is: before, "undo of \(kind), seed \(seed)")
          scene.driver.append(naming: batch, isUndo: false)
        }
        expect(scene.driver.state, is: after, "redo of \(kind), seed \(seed)")
      }
    }
    let rare = ActionKind.allCases.filter { seen[$0, default: 0] < 5 }
    #expect(rare.isEmpty)
    #expect(Set(ActionKind.allCases).subtracting(undoable) == Self.notUndoable)
  }

  /// Undo reverts what a user did to the browser, but not selections and not the results of loads.
  /// A selection is undone if it expanded a group.
  private static let notUndoable: Set<ActionKind> = [
    .focusWindow, .startLoad, .startTravel, .reload, .stop, .failLoad, .finishLoad,
    .reportTitle, .reportScroll, .reportPicture, .reportActivation, .openSession, .endSession,
  ]

  private func expect(_ state: ProfileState, is wanted: ProfileState, _ comment: Comment) {
    #expect(state.hasSameContent(as: wanted), comment)
    #expect(state.browser.health == wanted.browser.health, comment)
  }

  /// A browser in use, with closed tabs and past states.
  private struct Scene {
    var driver = ModelDriver()
    private var actions: RandomActions
    private var closed: [ClosedTab] = []
    private var past: [ProfileState] = [ProfileState()]

    init(seed: UInt64) { actions = RandomActions(seed: seed) }

    mutating func next() -> (Action, [Event]) {
      let state = driver.state
      let browser = state.browser
      let action =
        switch actions.random.below(12) {
        case 0: fromThePast()
        case 1: seldomPossible(browser) ?? actions.next(state)
        default: actions.next(state)
        }
      let done = driver.attempt(action)
      let gone = browser.tabs.filter { driver.browser.tab($0.id) == nil }
      closed += gone.compactMap { browser.closing($0.id) }
      if actions.random.once(in: 8) { past.append(state) }
      return (action, done)
    }

    /// An action that needs a pending load, an entry to travel to, a second window, or a group.
    private mutating func seldomPossible(_ browser: Browser) -> Action? {
      switch actions.random.below(5) {
      case 4: browser.groups.first.map { .collapse($0.id, !$0.isCollapsed) }
      case 3:
        browser.tabs.first { tab in
          browser.groups.contains { $0.id == tab.group && $0.isCollapsed }
        }.map { .select($0.id) }
      case 0: browser.tabs.first { $0.pending != nil }.map { .commitLoad($0.id) }
      case 1: browser.tabs.first { $0.canGoBack }.map { .startTravel($0.id, by: -1) }
      default: browser.windowOrder.first { $0 != browser.focusedWindow }.map { .focusWindow($0) }
      }
    }

    private mutating func fromThePast() -> Action {
      if !closed.isEmpty, actions.random.once(in: 3) {
        return .restoreTab(actions.random.pick(closed))
      }
      let state = actions.random.pick(past)
      let parts: [[Restoration.Part]] = [
        [.windows], [.missingTabs], [.bookmarks], [.zoom, .settings],
        state.browser.windowOrder.prefix(1).map { .window($0) },
        state.browser.tabs.prefix(1).map { .tab($0.id) },
      ]
      return .restore(Restoration(of: state, actions.random.pick(parts)))
    }
  }
}
