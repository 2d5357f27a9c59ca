import BrowserModel
import EventLog
import Session
import TestSupport
import Testing
import Timeline

/// Branches, marks, moments and named undo on a profile.
@Suite struct LineTests {
  @Test func `a session on a branch writes there, and another opening finds both lines`() throws {
    let profile = try TestProfile()
    var branch = EventID.nothing
    var there: Browser?
    do {
      let session = try profile.session()
      let tab = try session.open("http://a.example/")
      let fork = session.timeline.position
      try session.open("http://b.example/")
      branch = try session.branch("other", at: fork).sequence
      #expect(session.timeline.line.branch == .nothing)
      try session.switchBranch(to: branch)
      #expect(session.browser.tabCount == 1)
      try session.perform(.pin(tab, true))
      #expect(try session.events().last?.branch == branch)
      there = session.browser
    }
    let again = try profile.session()
    #expect(again.browser.tabCount == 2)
    #expect(again.timeline.branches.map(\.id) == [branch])
    try again.switchBranch(to: branch)
    #expect(again.browser == there)
    try again.undo()
    #expect(again.browser.tabs.map(\.isPinned) == [false])
    try again.switchBranch(to: .nothing)
    #expect(try refusal { try again.redo() }?.code == .nothingToDo)
    #expect(try refusal { try again.switchBranch(to: EventID(99)) }?.code == .noSuchBranch)
  }

  @Test func `marks and branches share their names`() throws {
    let session = try Session.inMemory()
    #expect(try refusal { try session.mark("here") }?.code == .nothingToDo)
    try session.open()
    try session.mark("here")
    try session.open()
    try session.mark("here", at: session.timeline.position)
    let branch = try session.branch("there").sequence
    #expect(try refusal { try session.mark("there") }?.code == .invalidValue)
    #expect(try refusal { try session.branch("here") }?.code == .invalidValue)
    #expect(try refusal { try session.branch("there") }?.code == .invalidValue)
    #expect(try refusal { try session.branch("12") }?.code == .invalidValue)
    #expect(try refusal { try session.mark("x", at: EventID(900)) }?.code == .noSuchEvent)
    #expect(try refusal { try session.unmark("there") }?.code == .noSuchMark)
    #expect(try session.names().map(\.name) == ["here", "there"])
    try session.unmark("here")
    #expect(try session.named("here") == nil)
    #expect(try session.branch("here").events.count == 1)
    try session.hideBranch(branch)
    #expect(session.timeline.branches.map(\.isHidden) == [true, false])
    #expect(try refusal { try session.hideBranch(branch) }?.code == .nothingToDo)
    try session.hideBranch(branch, false)
    #expect(session.timeline.branches.map(\.isHidden) == [false, false])
  }

  @Test func `marks and branches are nothing that undo takes`() throws {
    let session = try Session.inMemory()
    try session.open()
    try session.open()
    try session.undo()
    try session.mark("here")
    try session.branch("there")
    try session.redo()
    #expect(session.browser.tabCount == 2)
    try session.undo()
    try session.undo()
    #expect(try refusal { try session.undo() }?.code == .nothingToDo)
    #expect(try session.names().count == 2)
  }

  @Test func `several are undone in one transaction, an event each`() throws {
    let session = try Session.inMemory()
    for _ in 0..<4 { try session.open() }
    let batches = try session.events().map(\.batch)
    let undone = try session.undo(count: 3)
    #expect(undone.map(\.batch) == Set(batches).sorted().suffix(3).reversed())
    #expect(Set(undone.flatMap { $0.performed.events.map(\.batch) }).count == 1)
    #expect(session.browser.tabCount == 1)
    #expect(try session.redo().batch == undone.last?.batch)
    #expect(try session.undo(count: 9).count == 2)
    #expect(session.browser.tabCount == 0)
  }

  @Test func `several are undone in both logs, the newest first`() throws {
    let session = try Session.inMemory()
    try session.open()
    try session.open(isPrivate: true)
    try session.open()
    try session.open(isPrivate: true)
    let undone = try session.undo(count: 3)
    #expect(undone.map(\.batch.isPrivate) == [true, false, true])
    #expect(undone.map { $0.performed.events.count } == [1, 1, 1])
    #expect(session.browser.tabCount == 1)
    #expect(session.privateBrowser.tabCount == 0)
  }

  @Test func `any batch is undone by name, and what cannot be is told`() throws {
    let session = try Session.inMemory()
    let tab = try session.open("http://a.example/")
    let report = try session.perform(.reportTitle(tab, "A"), by: Origin(.page)).sequence
    let script = Following(.pushState)
    let pushed = try session.perform(
      .follow(tab, Destination("http://a.example/b"), script), by: Origin(.page)
    ).sequence
    try session.perform(.pin(tab, true))
    let before = session.browser
    let preview = try session.previewOfUndo(naming: pushed)
    let undo = try session.undo(naming: pushed)
    #expect(session.browser.tab(tab)?.rows.count == 1)
    #expect(session.browser.saysTheSame(as: preview.browser))
    #expect(try refusal { try session.undo(naming: pushed) }?.code == .nothingToDo)
    #expect(
      try refusal { try session.undo(naming: undo.performed.sequence) }?.code == .nothingToDo)
    #expect(try refusal { try session.undo(naming: report) }?.code == .notAllowed)
    #expect(try refusal { try session.undo(naming: EventID(999)) }?.code == .noSuchEvent)
    #expect(try refusal { try session.undo(naming: EventID(-9)) }?.code == .noSuchEvent)
    #expect(try session.redo(naming: undo.performed.sequence).batch == pushed)
    #expect(session.browser.saysTheSame(as: before))
    #expect(try refusal { try session.redo(naming: pushed) }?.code == .nothingToDo)
  }

  @Test func `a private batch is undone by name and previewed`() throws {
    let session = try Session.inMemory()
    let tab = try session.open(isPrivate: true)
    try session.perform(.pin(tab, true))
    let preview = try session.previewOfUndo(naming: tab)
    #expect(preview.browser.tabCount == 0)
    #expect(preview.lostCount == 1)
    try session.undo(naming: tab)
    #expect(session.privateBrowser.tabCount == 0)
    try session.redo(naming: tab)
    #expect(session.privateBrowser.tabs.map(\.isPinned) == [true])
    #expect(try session.events().isEmpty)
  }

  @Test func `moments, previews and what-ifs write nothing`() throws {
    let session = try Session.inMemory()
    var states = [session.browser]
    for _ in 0..<4 {
      let tab = try session.open()
      states.append(session.browser)
      try session.perform(.pin(tab, true))
      states.append(session.browser)
    }
    let count = try session.events().count
    for state in states { #expect(try session.moment(state.sequence).browser == state) }
    #expect(try session.moment(.last).browser == states.last)
    #expect(try session.previewOfUndo(count: 2).browser.saysTheSame(as: states[6]))
    #expect(try session.previewOfUndo(count: 2).lostCount == 0)
    let withoutThird = try session.whatIf(skipping: [states[5].sequence])
    #expect(withoutThird.tabCount == 3)
    #expect(try refusal { try session.previewOfRedo() }?.code == .nothingToDo)
    #expect(try refusal { try session.whatIf(skipping: [EventID(99)]) }?.code == .noSuchEvent)
    #expect(try session.events().count == count)
  }

  @Test func `a moment is restored as one batch, over an opening`() throws {
    let profile = try TestProfile()
    var past: Browser?
    var point = EventID.nothing
    do {
      let session = try profile.session()
      let tab = try session.open("http://a.example/")
      try session.perform(.go(tab, Destination("http://b.example/")))
      past = session.browser
      point = session.timeline.position
      try session.perform(.go(tab, Destination("http://c.example/")))
      try session.perform(.closeTabs([tab]))
      try session.open()
      let done = try session.restore(point)
      #expect(Set(done.events.map(\.batch)).count == 1)
    }
    let again = try profile.session()
    #expect(again.browser.tabs.map(\.rows) == past?.tabs.map(\.rows))
    #expect(try refusal { try again.restore(point) }?.code == .nothingToDo)
    try again.undo()
    #expect(again.browser.tabs.map(\.rows.count) == [1])
  }
}
