import BrowserModel
import RetraceTimeline
import TestSupport
import Testing

/// A fold that begins with a snapshot continues like the fold from which the snapshot was created.
struct SnapshotTests {
  @Test(arguments: 0..<20)
  func `bytes are equal only if each byte is equal`(count: Int) {
    func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
      left.span.bytes.isEqual(to: right.span.bytes)
    }
    let bytes = (0..<count).map { UInt8($0) }
    #expect(areEqual(bytes, bytes))
    for place in bytes.indices {
      var other = bytes
      other[place] ^= 1
      #expect(!areEqual(bytes, other))
      #expect(!areEqual(bytes, Array(bytes[..<place])))
    }
  }

  @Test(arguments: 0..<100)
  func `a fold from a snapshot gives the same states`(seed: Int) throws {
    var driver = ModelDriver(isPrivate: seed % 10 == 0)
    var actions = RandomActions(seed: UInt64(seed))
    var resumed = ProfileState()
    for _ in 0..<120 {
      let actor = actions.random.pick([Event.Actor.user, .user, .page])
      for event in driver.attempt(actions.next(driver.state), by: actor) { resumed.apply(event) }
      #expect(resumed == driver.state)
      #expect(resumed.browser.health == driver.browser.health)
      if actions.random.once(in: 4) { resumed = try copy(of: resumed) }
    }
    #expect(resumed.brokenInvariants() == [])
  }

  @Test(arguments: 0..<40)
  func `after events that do not apply, a snapshot still contains the complete state`(
    seed: Int
  ) throws {
    var facts = RandomFacts(seed: UInt64(seed))
    var driver = ModelDriver()
    var whole = ProfileState()
    var resumed = ProfileState()
    for number in 1...200 {
      for event in driver.append(facts.next()) {
        whole.apply(event)
        resumed.apply(event)
      }
      #expect(resumed == whole)
      if number % 7 == 0 { resumed = try copy(of: resumed) }
    }
  }

  @Test(arguments: 0..<40)
  func `a state from a snapshot decides like the original state`(
    seed: Int
  ) throws {
    var driver = ModelDriver()
    var actions = RandomActions(seed: UInt64(seed))
    for _ in 0..<120 {
      let action = actions.next(driver.state)
      let copy = try copy(of: driver.state)
      let expected = decision(of: action, in: driver.state, driver.log)
      #expect(decision(of: action, in: copy, driver.log) == expected)
      _ = driver.attempt(action)
    }
  }

  @Test func `each setting is stored in the part that it belongs to`() throws {
    var driver = ModelDriver()
    try driver.perform(.set(.historyLimit, "7"))
    try driver.perform(.set(.zoomLadder, "50 100 200"))
    try driver.perform(.set(.proposalDays, "3"))
    try driver.perform(.set(.homePage, "https://example.com/"))
    try driver.perform(.set(.searchTemplate, "https://example.com/?q={searchTerms}"))
    try driver.perform(.set(.searchEngines, "w=https://example.com/w?q={searchTerms}"))
    let copy = try copy(of: driver.state)
    for name in Settings.Name.allCases {
      let other = name.isOfLibrary ? copy.browser.settings : copy.library.settings
      #expect(copy.settings(with: name).source(of: name).exists)
      #expect(!other.source(of: name).exists)
    }
    #expect(copy == driver.state)
  }

  @Test(arguments: 0..<20)
  func `damaged bytes are rejected or decoded to a valid state, and never trap`(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    var driver = ModelDriver()
    var actions = RandomActions(seed: UInt64(seed))
    for _ in 0..<60 { _ = driver.attempt(actions.next(driver.state)) }
    for _ in 0..<200 {
      var browser = driver.browser.snapshot()
      var library = driver.library.snapshot()
      damage(&browser, &random)
      damage(&library, &random)
      var state = ProfileState(
        browser: Browser(snapshot: browser.span.bytes) ?? driver.browser,
        library: Library(snapshot: library.span.bytes) ?? driver.library)
      #expect(state.brokenInvariants() == [])
      for event in driver.events.suffix(20) { state.apply(event) }
    }
  }

  private func damage(_ bytes: inout ContiguousArray<UInt8>, _ random: inout SplitMix64) {
    if random.once(in: 3) { bytes.removeLast(random.below(bytes.count)) }
    for _ in 0..<random.below(4) where !bytes.isEmpty {
      bytes[random.below(bytes.count)] = UInt8(truncatingIfNeeded: random.next())
    }
  }

  private func decision(
    of action: Action, in state: ProfileState, _ log: MemoryEvents
  ) -> Result<Draft, Refusal> {
    do throws(Refusal) {
      return .success(try state.decide(action, next: log.next, text: log))
    } catch {
      return .failure(error)
    }
  }

  private func copy(of state: ProfileState) throws -> ProfileState {
    let (browser, library) = (state.browser.snapshot(), state.library.snapshot())
    let browserFound = Browser(snapshot: browser.span.bytes)
    let libraryFound = Library(snapshot: library.span.bytes)
    return try ProfileState(browser: #require(browserFound), library: #require(libraryFound))
  }
}
