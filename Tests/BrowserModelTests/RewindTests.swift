import BrowserModel
import TestSupport
import Testing

/// A state that remembers its events goes back to what it was, and on from there.
struct RewindTests {
  @Test(arguments: 0..<100)
  func `going back gives each state as it was`(seed: Int) {
    var driver = ModelDriver(isPrivate: seed % 10 == 0)
    var wishes = RandomWishes(seed: UInt64(seed))
    for _ in 0..<60 { _ = driver.attempt(wishes.next(driver.browser)) }
    walk(driver.events, &wishes.random)
  }

  @Test(arguments: 0..<60)
  func `going back behind facts that do not fit does, too`(seed: Int) {
    var facts = RandomFacts(seed: UInt64(seed))
    var random = SplitMix64(seed: UInt64(seed))
    var driver = ModelDriver()
    for _ in 0..<150 { driver.append(facts.next()) }
    walk(driver.events, &random)
  }

  /// A state begun at a snapshot has its rows still packed.
  @Test(arguments: 0..<30)
  func `a state that was unpacked meanwhile is packed again`(seed: Int) throws {
    var driver = ModelDriver()
    var wishes = RandomWishes(seed: UInt64(seed))
    for _ in 0..<80 { _ = driver.attempt(wishes.next(driver.browser)) }
    let strip = driver.browser.stripSnapshot()
    var state = try #require(strip.withUnsafeBytes { Browser(stripSnapshot: $0) })
    let former = state
    state.remember()
    for _ in 0..<40 {
      for event in driver.attempt(wishes.next(driver.browser)) { state.apply(event) }
    }
    let didGoBack = state.rewind(to: former.sequence)
    #expect(didGoBack)
    #expect(state == former)
    #expect(state.stripSnapshot() == strip)
  }

  @Test func `only so much is remembered, and that whole`() throws {
    var driver = ModelDriver()
    for _ in 0..<3 { try driver.perform(.open(OpenTab())) }
    let first = driver.browser.sequence
    let count = 2 * Browser.rememberedCount + 10
    let events = (1...count).map { selection($0, in: driver.browser) }
    var state = driver.browser
    state.remember()
    for event in events { state.apply(event) }
    #expect(!state.canRewind(to: first))
    #expect(!state.canRewind(to: events[9].sequence))
    let wanted = count - Browser.rememberedCount
    let didGoBack = state.rewind(to: events[wanted].sequence)
    #expect(didGoBack)
    var naive = driver.browser
    for event in events[...wanted] { naive.apply(event) }
    #expect(state == naive)
    #expect(!state.canRewind(to: events[wanted + 1].sequence))
  }

  /// The event so far behind the newest one of a state that selects one of its tabs, each in turn.
  private func selection(_ offset: Int, in state: Browser) -> Event {
    var selected = TabSelected()
    selected.tab = state.tabs[offset % state.tabCount].id
    return Event(
      sequence: state.sequence.advanced(by: Int32(offset)), batch: state.sequence,
      milliseconds: 0, branch: .nothing, actor: .user, body: .tab(.selected(selected)))
  }

  @Test func `a bookmark that came meanwhile leaves the shelf missing`() throws {
    var driver = ModelDriver()
    var state = Browser()
    state.remember()
    for event in try driver.perform(.open(OpenTab())) { state.apply(event) }
    let former = state
    for event in try driver.perform(.addBookmark(NewBookmark(.folder, title: "Work"))) {
      state.apply(event)
    }
    let didGoBack = state.rewind(to: former.sequence)
    #expect(didGoBack)
    #expect(state.isShelfMissing)
    #expect(state.bookmarks.count == 0)
    #expect(state.saysTheSame(as: former))
  }

  @Test func `what is not remembered is not gone back to`() throws {
    var driver = ModelDriver()
    var state = Browser()
    for event in try driver.perform(.open(OpenTab())) { state.apply(event) }
    #expect(!state.remembers)
    var didGoBack = state.rewind(to: .nothing)
    #expect(!didGoBack)
    state.remember()
    let reached = state
    didGoBack = state.rewind(to: reached.sequence)
    #expect(didGoBack)
    #expect(state == reached)
    didGoBack = state.rewind(to: .nothing)
    #expect(!didGoBack)
  }

  /// Goes to and fro among the states of a log, and compares each with that of its fold.
  private func walk(_ events: [Event], _ random: inout SplitMix64) {
    var states = [Browser()]
    for event in events {
      var next = states[states.count - 1]
      next.apply(event)
      states.append(next)
    }
    var state = Browser()
    state.remember()
    var position = 0
    for _ in 0..<30 {
      let wanted = random.below(states.count)
      if wanted < position {
        let didGoBack = state.rewind(to: states[wanted].sequence)
        #expect(didGoBack)
        if state.isShelfMissing { state.takeShelf(of: states[wanted]) }
      } else {
        for event in events[position..<wanted] { state.apply(event) }
      }
      position = wanted
      #expect(state == states[position])
      #expect(state.health == states[position].health)
      #expect(state.brokenInvariants() == states[position].brokenInvariants())
      if state != states[position] { return }
    }
  }
}
