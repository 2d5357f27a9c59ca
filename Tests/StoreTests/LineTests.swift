import BrowserModel
import RetraceEventLog
import RetraceStore
import RetraceTimeline
import TestSupport
import Testing

/// Branches, marks, moments and undo of any batch.
@Suite struct LineTests {
  @Test func `a store on a branch writes there, and another opening finds both branches`() throws {
    let profile = try TestProfile()
    var branch = BranchID.nothing
    var there: ProfileState?
    do {
      let store = try profile.store()
      let tab = try store.open("http://a.example/")
      let fork = store.timeline.position
      try store.open("http://b.example/")
      branch = BranchID(try store.branch("other", at: .after(fork)).sequence)
      #expect(store.timeline.lineage.branch == .nothing)
      try store.switchBranch(to: branch)
      #expect(store.browser.tabCount == 1)
      try store.perform(.pin(tab, true))
      #expect(try store.events().last?.branch == branch)
      there = try store.readState()
    }
    let again = try profile.store()
    #expect(again.browser.tabCount == 2)
    #expect(again.timeline.branches.map(\.id) == [branch])
    try again.switchBranch(to: branch)
    #expect(try again.readState() == there)
    try again.undo()
    #expect(again.browser.tabs.map(\.isPinned) == [false])
    try again.switchBranch(to: .nothing)
    #expect(try refusal { try again.redo() }?.code == .nothingToDo)
    #expect(try refusal { try again.switchBranch(to: BranchID(99)) }?.code == .noSuchBranch)
  }

  @Test func `marks and branches share one set of names`() throws {
    let store = try Store.inMemory()
    #expect(try refusal { try store.mark("here") }?.code == .nothingToDo)
    try store.open()
    try store.mark("here")
    try store.open()
    try store.mark("here", at: .after(store.timeline.position))
    let branch = try store.branch("there").sequence
    #expect(try refusal { try store.mark("there") }?.code == .invalidValue)
    #expect(try refusal { try store.branch("here") }?.code == .invalidValue)
    #expect(try refusal { try store.branch("there") }?.code == .invalidValue)
    #expect(try refusal { try store.branch("12") }?.code == .invalidValue)
    #expect(try refusal { try store.mark("x", at: .after(EventID(900))) }?.code == .noSuchEvent)
    #expect(try refusal { try store.unmark("there") }?.code == .noSuchMark)
    #expect(try store.names().map(\.name) == ["here", "there"])
    try store.unmark("here")
    #expect(try store.named("here") == nil)
    #expect(try store.branch("here").events.count == 1)
    try store.hideBranch(BranchID(branch))
    #expect(store.timeline.branches.map(\.isHidden) == [true, false])
    #expect(try refusal { try store.hideBranch(BranchID(branch)) }?.code == .nothingToDo)
    try store.hideBranch(BranchID(branch), false)
    #expect(store.timeline.branches.map(\.isHidden) == [false, false])
  }

  @Test func `undo does not revert marks and branches`() throws {
    let store = try Store.inMemory()
    try store.open()
    try store.open()
    try store.undo()
    try store.mark("here")
    try store.branch("there")
    try store.redo()
    #expect(store.browser.tabCount == 2)
    try store.undo()
    try store.undo()
    #expect(try refusal { try store.undo() }?.code == .nothingToDo)
    #expect(try store.names().count == 2)
  }

  @Test func `several actions are undone in one transaction, with an event each`() throws {
    let store = try Store.inMemory()
    for _ in 0..<4 { try store.open() }
    let batches = try store.events().map(\.batch)
    let undone = try store.undo(.newest(3)).results
    #expect(undone.map(\.batch) == Set(batches).sorted().suffix(3).reversed())
    #expect(Set(undone.flatMap { $0.performed.events.map(\.batch) }).count == 1)
    #expect(store.browser.tabCount == 1)
    #expect(try store.redo().batch == undone.last?.batch)
    #expect(try store.undo(.newest(9)).results.count == 2)
    #expect(store.browser.tabCount == 0)
  }

  @Test func `several actions are undone in both logs, the newest first`() throws {
    let store = try Store.inMemory()
    try store.open()
    try store.open(isPrivate: true)
    try store.open()
    try store.open(isPrivate: true)
    let undone = try store.undo(.newest(3)).results
    #expect(undone.map(\.batch.isPrivate) == [true, false, true])
    #expect(undone.map { $0.performed.events.count } == [1, 1, 1])
    #expect(store.browser.tabCount == 1)
    #expect(store.privateBrowser.tabCount == 0)
  }

  @Test func `any batch can be undone, and a batch that cannot is reported`() throws {
    let store = try Store.inMemory()
    let tab = try store.open("http://a.example/")
    let report = try store.perform(.reportTitle(tab, "A"), by: Origin(.page)).sequence
    let script = Following(.pushState)
    let pushed = try store.perform(
      .follow(tab, Destination("http://a.example/b"), script), by: Origin(.page)
    ).sequence
    try store.perform(.pin(tab, true))
    let before = try store.readState()
    let preview = try store.previewsOfUndo(.events([pushed]))[0]
    let undo = try store.undo(event: pushed).results[0]
    #expect(store.browser.tab(tab)?.entries.count == 1)
    #expect(try store.readState().hasSameContent(as: preview.state))
    #expect(try refusal { try store.undo(event: pushed) }?.code == .nothingToDo)
    #expect(
      try refusal { try store.undo(event: undo.performed.sequence) }?.code == .nothingToDo)
    #expect(try refusal { try store.undo(event: report) }?.code == .notAllowed)
    #expect(try refusal { try store.undo(event: EventID(999)) }?.code == .noSuchEvent)
    #expect(try refusal { try store.undo(event: EventID(-9)) }?.code == .noSuchEvent)
    #expect(try store.redo(event: undo.performed.sequence).batch.event == pushed)
    #expect(try store.readState().hasSameContent(as: before))
    #expect(try refusal { try store.redo(event: pushed) }?.code == .nothingToDo)
  }

  @Test func `a private batch can be undone by number and previewed`() throws {
    let store = try Store.inMemory()
    let tab = try store.open(isPrivate: true)
    try store.perform(.pin(tab, true))
    let preview = try store.previewsOfUndo(.events([tab.event]))[0]
    #expect(preview.state.browser.tabCount == 0)
    #expect(preview.lostCount == 1)
    try store.undo(event: tab.event)
    #expect(store.privateBrowser.tabCount == 0)
    try store.redo(event: tab.event)
    #expect(store.privateBrowser.tabs.map(\.isPinned) == [true])
    #expect(try store.events().isEmpty)
  }

  @Test func `moments, previews and hypothetical states write nothing`() throws {
    let store = try Store.inMemory()
    var states = [store.browser]
    for _ in 0..<4 {
      let tab = try store.open()
      states.append(store.browser)
      try store.perform(.pin(tab, true))
      states.append(store.browser)
    }
    let count = try store.events().count
    for state in states {
      #expect(try store.moment(Moment(newest: state.sequence)).browser == state)
    }
    #expect(try store.moment(.present).browser == states.last)
    let previews = try store.previewsOfUndo(.newest(2))
    #expect(previews.count == 1)
    #expect(previews[0].state.browser.hasSameContent(as: states[6]))
    #expect(previews[0].lostCount == 0)
    let withoutThird = try store.whatIf(skipping: [states[5].sequence]).browser
    #expect(withoutThird.tabCount == 3)
    #expect(try refusal { try store.previewsOfRedo() }?.code == .nothingToDo)
    #expect(try refusal { try store.whatIf(skipping: [EventID(99)]) }?.code == .noSuchEvent)
    #expect(try store.events().count == count)
  }

  @Test func `a moment is restored as one batch, after reopening`() throws {
    let profile = try TestProfile()
    var past: ProfileState?
    var point = EventID.nothing
    do {
      let store = try profile.store()
      let tab = try store.open("http://a.example/")
      try store.perform(.go(tab, Destination("http://b.example/")))
      past = try store.readState()
      point = store.timeline.position
      try store.perform(.go(tab, Destination("http://c.example/")))
      try store.perform(.closeTabs([tab]))
      try store.open()
      let done = try store.restore(Moment(newest: point))
      #expect(Set(done.events.map(\.batch)).count == 1)
    }
    let again = try profile.store()
    #expect(again.browser.tabs.map(\.entries) == past?.browser.tabs.map(\.entries))
    #expect(try refusal { try again.restore(Moment(newest: point)) }?.code == .nothingToDo)
    try again.undo()
    #expect(again.browser.tabs.map(\.entries.count) == [1])
  }
}
