import BrowserModel
import RetraceTimeline
import TestSupport
import Testing

/// The differences between two states.
struct ChangeTests {
  /// Returns the states after each step of a random session.
  private func moments(seed: Int, steps: Int) -> [ProfileState] {
    var driver = ModelDriver()
    var random = RandomSteps(seed: UInt64(seed))
    var moments = [driver.state]
    for _ in 0..<steps {
      switch random.next(driver.state) {
      case .action(let action, let actor): _ = driver.attempt(action, by: actor)
      case .undo: driver.undo()
      case .redo: driver.redo()
      }
      moments.append(driver.state)
    }
    return moments
  }

  @Test(arguments: 0..<150)
  func `changes convert one state to the other, in both directions`(seed: Int) {
    let moments = moments(seed: seed, steps: 120)
    var random = SplitMix64(seed: UInt64(seed))
    for _ in 0..<30 {
      let first = random.pick(moments)
      let second = random.pick(moments)
      var sketch = ChangeSketch(first)
      let goal = ChangeSketch(second)
      let changes = first.changes(to: second)
      #expect(changes.isEmpty == (sketch == goal))
      sketch.apply(changes, to: goal)
      #expect(
        sketch == goal, "\(first.browser.sequence.rawValue) to \(second.browser.sequence.rawValue)")
      if sketch != goal { return }
    }
  }

  @Test(arguments: 0..<50)
  func `states of different lineages are compared by their ids`(seed: Int) {
    var ours = ModelDriver()
    var actions = RandomActions(seed: UInt64(seed))
    for _ in 0..<60 { _ = ours.attempt(actions.next(ours.state)) }
    var theirs = ours
    for _ in 0..<60 { _ = ours.attempt(actions.next(ours.state)) }
    // Lineages share one numbering, so the same number never identifies two things.
    var pause = Draft()
    pause.append(.session(.ended))
    while theirs.log.next < ours.log.next { theirs.append(pause) }
    for _ in 0..<60 { _ = theirs.attempt(actions.next(theirs.state)) }
    var sketch = ChangeSketch(ours.state)
    let goal = ChangeSketch(theirs.state)
    sketch.apply(ours.state.changes(to: theirs.state), to: goal)
    #expect(sketch == goal)
  }

  @Test(arguments: 0..<100)
  func `states that result from events of any kind can be compared`(seed: Int) {
    var facts = RandomFacts(seed: UInt64(seed))
    var driver = ModelDriver()
    var actions = RandomActions(seed: UInt64(seed))
    var former = ProfileState()
    for number in 0..<200 {
      facts.ids = 0..<(driver.log.next.rawValue + 5)
      let draft = facts.next()
      if number % 3 == 0 { _ = driver.attempt(actions.next(driver.state)) }
      if case .time = draft.bodies[0] { continue }
      driver.append(draft)
      if number % 10 == 0 {
        #expect(driver.state.changes(to: driver.state) == [])
        let hasSameContent = former.hasSameContent(as: driver.state)
        if hasSameContent { #expect(former.changes(to: driver.state) == []) }
        former = driver.state
      }
    }
  }

  @Test(arguments: 0..<60)
  func `a state equals itself, and the state that undo restores`(seed: Int) throws {
    var driver = ModelDriver()
    var actions = RandomActions(seed: UInt64(seed))
    for _ in 0..<60 { _ = driver.attempt(actions.next(driver.state)) }
    let before = driver.state
    #expect(before.changes(to: before) == [])
    try driver.perform(.open(OpenTab()))
    #expect(before.changes(to: driver.state) != [])
    driver.undo()
    #expect(before.changes(to: driver.state) == [])
  }

  @Test func `every kind of change occurs`() throws {
    var driver = ModelDriver()
    let bookmark = try driver.perform(
      .addBookmark(NewBookmark(.bookmark, title: "page", url: "http://a.example/")))[0].sequence
    let before = driver.state
    try driver.perform(
      .editBookmark(BookmarkID(bookmark), BookmarkEdit(url: "http://b.example/", keyword: "b")))
    var kinds = Set(before.changes(to: driver.state).map(\.kindName))
    #expect(kinds == ["bookmark url", "bookmark keyword"])
    for seed in 0..<150 {
      let moments = moments(seed: seed, steps: 120)
      var random = SplitMix64(seed: UInt64(seed))
      for index in moments.indices.dropFirst() {
        let other = random.once(in: 4) ? random.pick(moments) : moments[index - 1]
        for change in other.changes(to: moments[index]) { kinds.insert(change.kindName) }
      }
    }
    #expect(kinds == Set(Change.kindNames))
  }

  @Test func `one moved tab among ten thousand is one change`() throws {
    var driver = ModelDriver()
    for _ in 0..<10_000 { try driver.perform(.open(OpenTab(isSelected: false))) }
    let before = driver.state
    let window = before.browser.focusedWindow
    let tab = before.browser.windows[0].tabs[1_233]
    try driver.perform(.move(tab, to: 8_765, window: nil))
    let from = Place(in: window.event, at: 1_233)
    let to = Place(in: window.event, at: 8_765)
    #expect(before.changes(to: driver.state) == [.tab(tab, .moved(from: from, to: to))])
    #expect(driver.state.changes(to: before) == [.tab(tab, .moved(from: to, to: from))])
  }

  @Test(arguments: 0..<40)
  func `the number of moves is minimal`(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    var driver = ModelDriver()
    for _ in 0..<7 { try driver.perform(.open(OpenTab(isSelected: false))) }
    let before = driver.state
    for _ in 0..<random.below(8) {
      let tab = random.pick(before.browser.tabs).id
      _ = driver.attempt(.move(tab, to: random.below(7), window: nil))
    }
    let old = Array(before.browser.windows[0].tabs)
    let new = Array(driver.browser.windows[0].tabs)
    let moves = before.changes(to: driver.state).filter { $0.kindName == "tab moved" }
    #expect(moves.count == fewestMoves(new.map { old.firstIndex(of: $0) ?? -1 }))
  }

  /// Tries every subset. The members outside the largest subset that kept its order have moved.
  private func fewestMoves(_ order: [Int]) -> Int {
    let subsets = (0..<(1 << order.count)).map { bits in
      order.indices.filter { bits & (1 << $0) != 0 }.map { order[$0] }
    }
    let longest = subsets.filter { $0 == $0.sorted() }.map(\.count).max() ?? 0
    return order.count - longest
  }

  @Test func `a tab moved to another window is reported with both positions`() throws {
    var driver = ModelDriver()
    try driver.perform(.open(OpenTab()))
    try driver.perform(.open(OpenTab()))
    try driver.perform(.openWindow())
    let before = driver.state
    let windows = before.browser.windows
    let tab = windows[0].tabs[0]
    try driver.perform(.move(tab, to: 1, window: windows[1].id))
    let move = TabChange.moved(
      from: Place(in: windows[0].id.event, at: 0), to: Place(in: windows[1].id.event, at: 1))
    #expect(before.changes(to: driver.state).contains(.tab(tab, move)))
  }

  @Test func `zoom changes are reported for the default and each site`() throws {
    var driver = ModelDriver()
    let before = driver.state
    let level = ZoomLevel(percent: 125)
    let site = try driver.perform(.zoomSite(host: "a.example", level))[0].sequence
    try driver.perform(.zoomDefault(ZoomLevel(percent: 150)))
    #expect(
      before.changes(to: driver.state) == [
        .defaultZoom(from: .actual, to: ZoomLevel(percent: 150)),
        .siteZoom(site, from: .none, to: level),
      ])
  }

  @Test func `history changes are reported for each entry`() throws {
    var driver = ModelDriver()
    try driver.perform(.open(OpenTab(Destination("http://a.example/"))))
    let tab = driver.browser.tabs[0].id
    let second = EntryID(
      try driver.perform(.go(tab, Destination("http://b.example/")))[0].sequence)
    try driver.perform(.step(tab, by: -1))
    let before = driver.state
    let third = EntryID(
      try driver.perform(.go(tab, Destination("http://c.example/")))[0].sequence)
    #expect(
      before.changes(to: driver.state) == [
        .entry(third, tab: tab, .gained(index: 1)), .entry(second, tab: tab, .lost(index: 1)),
        .tab(tab, .current(from: EntryID(tab.event), to: third)),
      ])
  }
}
