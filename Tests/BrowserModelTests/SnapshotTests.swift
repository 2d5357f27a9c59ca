import BrowserModel
import TestSupport
import Testing
import Timeline

/// A fold that begins with a snapshot goes on like the one that the snapshot was made of.
struct SnapshotTests {
  @Test(arguments: 0..<100)
  func `a snapshot is the state, also for all that follows`(seed: Int) throws {
    var driver = ModelDriver(isPrivate: seed % 10 == 0)
    var actions = RandomActions(seed: UInt64(seed))
    var resumed = Browser()
    for _ in 0..<120 {
      let actor = actions.random.pick([Event.Actor.user, .user, .page])
      for event in driver.attempt(actions.next(driver.browser), by: actor) { resumed.apply(event) }
      #expect(resumed == driver.browser)
      #expect(resumed.health == driver.browser.health)
      if actions.random.once(in: 4) { resumed = try copy(of: resumed) }
    }
    #expect(resumed.brokenInvariants() == [])
  }

  @Test(arguments: 0..<40)
  func `events that do not fit leave nothing behind that a snapshot forgets`(
    seed: Int
  ) throws {
    var facts = RandomFacts(seed: UInt64(seed))
    var driver = ModelDriver()
    var whole = Browser()
    var resumed = Browser()
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
  func `a state from a snapshot decides like the one that it was made of`(
    seed: Int
  ) throws {
    var driver = ModelDriver()
    var actions = RandomActions(seed: UInt64(seed))
    for _ in 0..<120 {
      let action = actions.next(driver.browser)
      let copy = try copy(of: driver.browser)
      let expected = decision(of: action, in: driver.browser, driver.log)
      #expect(decision(of: action, in: copy, driver.log) == expected)
      _ = driver.attempt(action)
    }
  }

  @Test func `without its library a state takes no bookmark and no site's zoom`() throws {
    var driver = ModelDriver()
    _ = try driver.perform(.addBookmark(NewBookmark(.folder, title: "Work")))
    let bytes = driver.browser.sessionSnapshot()
    let sessionFound = Browser(sessionSnapshot: bytes.span.bytes)
    var session = try #require(sessionFound)
    #expect(session.isLibraryMissing)
    for event in try driver.perform(.addBookmark(NewBookmark(.folder, title: "Play"))) {
      session.apply(event)
    }
    #expect(session.bookmarks.count == 0)
    session.takeLibrary(of: driver.browser)
    #expect(session == driver.browser)
  }

  @Test(arguments: 0..<20)
  func `damaged bytes are no snapshot, or another sound state, and never a trap`(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    var driver = ModelDriver()
    var actions = RandomActions(seed: UInt64(seed))
    for _ in 0..<60 { _ = driver.attempt(actions.next(driver.browser)) }
    for _ in 0..<200 {
      var session = driver.browser.sessionSnapshot()
      var library = driver.browser.librarySnapshot()
      damage(&session, &random)
      damage(&library, &random)
      var state = Browser(sessionSnapshot: session.span.bytes) ?? driver.browser
      #expect(state.brokenInvariants() == [])
      _ = state.takeLibrary(library.span.bytes)
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
    of action: Action, in state: Browser, _ log: MemoryEvents
  ) -> Result<Draft, Refusal> {
    do throws(Refusal) {
      return .success(try state.decide(action, next: log.next, text: log))
    } catch {
      return .failure(error)
    }
  }

  private func copy(of state: Browser) throws -> Browser {
    let session = state.sessionSnapshot()
    let library = state.librarySnapshot()
    let copyFound = Browser(sessionSnapshot: session.span.bytes)
    var copy = try #require(copyFound)
    let hasLibrary = copy.takeLibrary(library.span.bytes)
    #expect(hasLibrary)
    return copy
  }
}
