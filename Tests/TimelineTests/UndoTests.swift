import BrowserModel
import EventCoding
import RetraceTimeline
import TestSupport
import Testing

struct UndoTests {
  @Test(arguments: 0..<150)
  func `undo after an action is the identity, and redo restores the result`(seed: Int) {
    var driver = ModelDriver()
    var actions = RandomActions(seed: UInt64(seed))
    for _ in 0..<60 {
      let before = driver.state
      let done = driver.attempt(actions.next(before))
      guard done.contains(where: { $0.body.isUndoable }) else { continue }
      let after = driver.state
      driver.undo()
      #expect(driver.state.hasSameContent(as: before), "\(done.map(\.body))")
      driver.redo()
      #expect(driver.state.hasSameContent(as: after), "\(done.map(\.body))")
    }
  }

  /// The identity test covers every kind of event that an action can result in and that undo can
  /// revert.
  @Test func `random actions lead to every kind of undoable event`() {
    var seen: Set<EventKind> = []
    func perform(_ action: Action, _ driver: inout ModelDriver) {
      for event in driver.attempt(action) where event.body.isUndoable {
        var kind = KindOf()
        event.body.visit(&kind)
        kind.kind.map { _ = seen.insert($0) }
      }
    }
    for seed in 0..<150 {
      var driver = ModelDriver()
      var actions = RandomActions(seed: UInt64(seed))
      for _ in 0..<60 { perform(actions.next(driver.state), &driver) }
      // A random action seldom removes a value that exists.
      for value in [[0x61], nil] as [[UInt8]?] {
        perform(.setValue(.profile, "app.undo", value), &driver)
      }
    }
    let undoable = EventKind.allCases.filter { kind in
      var facts = RandomFacts(seed: 1)
      return facts.next(kind).bodies[0].isUndoable
    }
    let onlyFromTheLog: Set<EventKind> = [
      .tabCleared, .groupRestored, .bookmarkRestored,
    ]
    let onlyFromImports: Set<EventKind> = [.pageVisited]
    #expect(Set(undoable).subtracting(seen) == onlyFromTheLog.union(onlyFromImports))
  }

  @Test(arguments: 0..<60)
  func `undoing everything results in the empty browser`(seed: Int) {
    var driver = ModelDriver()
    var actions = RandomActions(seed: UInt64(seed))
    for _ in 0..<40 { _ = driver.attempt(actions.next(driver.state)) }
    let last = driver.state
    let undoneCount = driver.undo(times: .max)
    #expect(driver.browser.windows.isEmpty)
    #expect(driver.browser.closed.isEmpty)
    #expect(driver.library.bookmarks.count == 0)
    let redoneCount = driver.redo(times: .max)
    #expect(redoneCount == undoneCount)
    #expect(driver.state.hasSameContent(as: last))
  }

  @Test func `actions of pages and engines are not undone, and neither are selections`() throws {
    var driver = ModelDriver()
    try driver.perform(.open(OpenTab(Destination("http://a.example/"))))
    let tab = driver.browser.windows[0].activeTab
    try driver.perform(.open(OpenTab()))
    let opened = driver.state
    let script = Following(.pushState)
    try driver.perform(.follow(tab, Destination("http://a.example/b"), script), by: .page)
    try driver.perform(.select(tab))
    try driver.perform(.reportTitle(tab, "A"), by: .page)
    driver.undo()
    #expect(driver.browser.tabCount == opened.browser.tabCount - 1)
    #expect(driver.browser.tab(tab)?.entries.count == 2)
  }

  @Test func `redo is no longer possible after another action`() throws {
    var driver = ModelDriver()
    try driver.perform(.open(OpenTab()))
    try driver.perform(.open(OpenTab()))
    driver.undo()
    try driver.perform(.addBookmark(NewBookmark(.folder, title: "f")))
    let redoneCount = driver.redo()
    #expect(redoneCount == 0)
    #expect(driver.browser.tabCount == 1)
  }

  @Test func `redo is possible after a selection or a page's report`() throws {
    var driver = ModelDriver()
    try driver.perform(.open(OpenTab()))
    try driver.perform(.open(OpenTab()))
    let tabs = driver.browser.windows[0].tabs
    try driver.perform(.open(OpenTab()))
    driver.undo()
    try driver.perform(.select(tabs[0]))
    try driver.perform(.reportTitle(tabs[0], "A"), by: .page)
    driver.redo()
    #expect(driver.browser.tabCount == 3)
  }

  @Test func `several steps are undone and redone alternately`() throws {
    var driver = ModelDriver()
    for _ in 0..<4 { try driver.perform(.open(OpenTab())) }
    driver.undo(times: 3)
    #expect(driver.browser.tabCount == 1)
    driver.redo(times: 2)
    #expect(driver.browser.tabCount == 3)
    driver.undo()
    #expect(driver.browser.tabCount == 2)
    let redoneCount = driver.redo(times: 9)
    #expect(redoneCount == 2)
    #expect(driver.browser.tabCount == 4)
  }

  private struct KindOf: PayloadVisitor {
    var kind: EventKind?

    mutating func visit<Payload: FieldVisitable>(_ kind: EventKind, _ payload: inout Payload) {
      self.kind = kind
    }
  }
}
