import BrowserModel
import TestSupport
import Testing
import Timeline

/// Tabs of the past that are found without folding are those of the definition.
struct GlanceTests {
  @Test(arguments: 0..<60)
  func `lists and tabs of any moment are those of its state`(chunk: Int) throws {
    for seed in 0..<10 {
      let seed = UInt64(90_000 + chunk * 10 + seed)
      var log = RandomLog(seed: seed, length: 60)
      var random = SplitMix64(seed: seed)
      let line = log.anyLine()
      var source = ListedEvents(log.driver)
      let present = try #require(try log.driver.timeline.branch(line, source))
      try record(present, into: &source, &random)
      for _ in 0..<12 {
        let point = Sequence(Int32(random.below(source.count + 2)))
        let naive = NaiveTimeline(
          log.driver.events, count: min(Int(point.rawValue), source.count), branch: line
        ).browser
        try #require(
          try present.tabList(at: point, source) == list(of: naive), "seed \(seed) at \(point)")
        let ids = ids(log.driver, naive, &random)
        let tabs = try present.tabs(ids, at: point, source)
        for (id, tab) in zip(ids, tabs) {
          try #require(tab == apart(id, in: naive), "seed \(seed): \(id) at \(point)")
        }
      }
    }
  }

  @Test(arguments: 0..<20)
  func `where changes were recorded no event is read`(seed: Int) throws {
    var driver = ModelDriver()
    var wishes = RandomWishes(seed: UInt64(seed))
    while driver.events.count < 300 {
      let actor = wishes.random.pick([Event.Actor.user, .user, .page])
      _ = driver.attempt(wishes.next(driver.browser), by: actor)
    }
    let present = driver.timeline
    var source = ListedEvents(driver)
    try keep([50, 120, 250], of: present, recordedAt: present, into: &source)
    for point in 51..<250 {
      source.broken = .nothing
      let naive = NaiveTimeline(driver.events, count: point).browser
      source.broken = Sequence(Int32(point))
      try #require(
        try present.tabList(at: source.broken, source) == list(of: naive), "at \(point)")
      let ids = naive.windows.flatMap(\.tabs) + [Sequence(1), Sequence(100_000)]
      let tabs = try present.tabs(ids, at: source.broken, source)
      try #require(tabs == ids.map { apart($0, in: naive) }, "at \(point)")
    }
  }

  @Test func `a long way from one strip to the next is found by its middle`() throws {
    var driver = ModelDriver()
    var wishes = RandomWishes(seed: 5)
    while driver.events.count < 9_000 { _ = driver.attempt(wishes.next(driver.browser)) }
    let present = driver.timeline
    var source = ListedEvents(driver)
    try keep([100, 8_900], of: present, recordedAt: present, into: &source)
    for _ in 0..<60 {
      let point = 101 + wishes.random.below(8_799)
      let naive = NaiveTimeline(driver.events, count: point).browser
      source.broken = Sequence(Int32(point))
      try #require(
        try present.tabList(at: source.broken, source) == list(of: naive), "at \(point)")
      let ids = naive.windows.flatMap(\.tabs)
      let tabs = try present.tabs(ids, at: source.broken, source)
      try #require(tabs == ids.map { apart($0, in: naive) }, "at \(point)")
    }
  }

  @Test func `a page of a tab whose history is full takes few bytes`() throws {
    var driver = ModelDriver()
    try driver.perform(.open(OpenTab()))
    let tab = driver.browser.windows[0].activeTab
    for number in 1...500 { try driver.perform(.go(tab, Destination("https://a.test/\(number)"))) }
    let present = driver.timeline
    var byteCount = 0
    try present.changes(
      between: [Sequence(100), present.position], atMost: .max >> 32, ListedEvents(driver)
    ) {
      byteCount = $1.count
    }
    #expect(present.browser.tab(tab)?.rows.count == 50)
    #expect((500..<2_500).contains(byteCount))
  }

  @Test(arguments: 0..<30)
  func `damaged bytes are noticed`(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    var driver = ModelDriver()
    var wishes = RandomWishes(seed: UInt64(seed))
    while driver.events.count < 200 { _ = driver.attempt(wishes.next(driver.browser)) }
    var source = ListedEvents(driver)
    try keep([40, 180], of: driver.timeline, recordedAt: driver.timeline, into: &source)
    let naive = NaiveTimeline(driver.events, count: 150).browser
    let ids = naive.windows.flatMap(\.tabs)
    for _ in 0..<20 {
      var spoiled = source
      spoiled.states.spoil(&random)
      let point = Sequence(150)
      #expect(try driver.timeline.tabList(at: point, spoiled) == list(of: naive))
      #expect(try driver.timeline.tabs(ids, at: point, spoiled) == ids.map { apart($0, in: naive) })
    }
  }

  /// Strips at some moments, and what was recorded of how they went on, at some later moment.
  private func record(
    _ present: Timeline, into source: inout ListedEvents, _ random: inout SplitMix64
  ) throws {
    for _ in 0..<2 {
      let newest = random.below(source.count + 1)
      let moments = Set((0..<4).map { _ in random.below(newest + 1) }).filter { $0 > 0 }.sorted()
      let then = try present.strip(at: Sequence(Int32(newest)), source)
      try keep(moments, of: present, recordedAt: then, into: &source)
    }
  }

  private func keep(
    _ moments: [Int], of present: Timeline, recordedAt then: Timeline,
    into source: inout ListedEvents
  ) throws {
    let branch = present.line.branch
    let moments = moments.map { Sequence(Int32($0)) }
    for moment in moments {
      let strip = try present.strip(at: moment, source).browser.stripSnapshot()
      source.states.keep(strip, at: CheckpointPlace(.strip, of: branch, at: moment))
    }
    var states = source.states
    try then.changes(between: moments, atMost: .max >> 32, source) { start, content in
      states.keep(content, at: CheckpointPlace(.changes, of: branch, at: start))
    }
    source.states = states
  }

  private func ids(
    _ driver: ModelDriver, _ state: Browser, _ random: inout SplitMix64
  ) -> [Sequence] {
    let some = (0..<10).map { _ in Sequence(Int32(1 + random.below(driver.events.count + 1))) }
    return state.windows.flatMap(\.tabs) + some
  }

  private func list(of state: Browser) -> TabList { TabList(state) }

  /// A tab without what hangs on others.
  private func apart(_ id: Sequence, in state: Browser) -> Tab? {
    let tab = TabImage(id, of: state)?.tab
    if let whole = state.tab(id), !whole.opener.exists, !whole.familyParent.exists {
      #expect(tab == whole)
    }
    return tab
  }
}
