import BrowserModel
import TestSupport
import Testing
import Timeline

/// A fold that begins with a snapshot goes on like the one that the snapshot was made of.
struct SnapshotTests {
  /// The two ways in which a strip is laid out.
  enum Layout: CaseIterable {
    case snapshot, flat

    func bytes(of state: Browser) -> ContiguousArray<UInt8> {
      switch self {
      case .snapshot: state.stripSnapshot()
      case .flat: state.flatStrip()
      }
    }

    func strip(_ bytes: ContiguousArray<UInt8>) -> Browser? {
      bytes.withUnsafeBytes { bytes in
        switch self {
        case .snapshot: Browser(stripSnapshot: bytes)
        case .flat: Browser(flatStrip: bytes)
        }
      }
    }
  }

  @Test(arguments: Layout.allCases, 0..<100)
  func `a snapshot is the state, also for all that follows`(layout: Layout, seed: Int) throws {
    var driver = ModelDriver(isPrivate: seed % 10 == 0)
    var wishes = RandomWishes(seed: UInt64(seed))
    var resumed = Browser()
    for _ in 0..<120 {
      let actor = wishes.random.pick([Event.Actor.user, .user, .page])
      for event in driver.attempt(wishes.next(driver.browser), by: actor) { resumed.apply(event) }
      #expect(resumed == driver.browser)
      #expect(resumed.health == driver.browser.health)
      if wishes.random.once(in: 4) { resumed = try copy(of: resumed, layout) }
    }
    #expect(resumed.brokenInvariants() == [])
  }

  @Test(arguments: Layout.allCases, 0..<40)
  func `facts that do not fit leave nothing behind that a snapshot forgets`(
    layout: Layout, seed: Int
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
      if number % 7 == 0 { resumed = try copy(of: resumed, layout) }
    }
  }

  @Test(arguments: Layout.allCases, 0..<40)
  func `a state from a snapshot decides like the one that it was made of`(
    layout: Layout, seed: Int
  ) throws {
    var driver = ModelDriver()
    var wishes = RandomWishes(seed: UInt64(seed))
    for _ in 0..<120 {
      let wish = wishes.next(driver.browser)
      let copy = try copy(of: driver.browser, layout)
      let expected = decision(of: wish, in: driver.browser, driver.log)
      #expect(decision(of: wish, in: copy, driver.log) == expected)
      _ = driver.attempt(wish)
    }
  }

  @Test(arguments: 0..<40)
  func `a state that is lent to a decision decides the same, and is what it was`(seed: Int) throws {
    var driver = ModelDriver()
    var wishes = RandomWishes(seed: UInt64(seed))
    var refusals = 0
    for _ in 0..<120 {
      let wish = wishes.next(driver.browser)
      let expected = decision(of: wish, in: driver.browser, driver.log)
      var lent = driver.browser
      var decided: Result<Draft, Refusal>
      do throws(Refusal) {
        decided = .success(
          try lent.decideInPlace(wish, next: driver.log.next, text: driver.log))
      } catch {
        decided = .failure(error)
        refusals += 1
      }
      #expect(decided == expected)
      #expect(lent == driver.browser)
      _ = driver.attempt(wish)
    }
    #expect((1..<120).contains(refusals))
  }

  private func decision(
    of wish: Action, in state: Browser, _ log: MemoryEvents
  ) -> Result<Draft, Refusal> {
    do throws(Refusal) {
      return .success(try state.decide(wish, next: log.next, text: log))
    } catch {
      return .failure(error)
    }
  }

  @Test func `without its shelf a state takes no bookmark and no site's zoom`() throws {
    var driver = ModelDriver()
    _ = try driver.perform(.addBookmark(NewBookmark(.folder, title: "Work")))
    let bytes = driver.browser.stripSnapshot()
    var strip = try #require(bytes.withUnsafeBytes { Browser(stripSnapshot: $0) })
    #expect(strip.isShelfMissing)
    for event in try driver.perform(.addBookmark(NewBookmark(.folder, title: "Play"))) {
      strip.apply(event)
    }
    #expect(strip.bookmarks.count == 0)
    strip.takeShelf(of: driver.browser)
    #expect(strip == driver.browser)
  }

  @Test func `a flat strip with a window without tabs is none`() throws {
    var driver = ModelDriver()
    for _ in 0..<2 { _ = try driver.perform(.openWindow()) }
    let whole = Array(driver.browser.flatStrip())
    #expect(driver.browser.windows.map(\.tabs.count) == [1, 1])
    #expect(whole.withUnsafeBytes { Browser(flatStrip: $0) } == driver.browser)
    // The number of tabs, the tabs of forty bytes, and their slots of four bytes; at the end the number
    // of tabs of the second window, and that of unusual tabs.
    var bytes = whole
    #expect(bytes[4] == 2)
    #expect(bytes.suffix(2) == [1, 0])
    bytes[4] = 1
    bytes[bytes.count - 2] = 0
    bytes.removeSubrange(12 + 2 * 40 + 4..<12 + 2 * 40 + 8)
    bytes.removeSubrange(12 + 40..<12 + 2 * 40)
    #expect(bytes.withUnsafeBytes { Browser(flatStrip: $0) } == nil)
  }

  @Test(arguments: Layout.allCases, 0..<20)
  func `damaged bytes are no snapshot, or another state, and never a trap`(
    layout: Layout, seed: Int
  ) {
    var random = SplitMix64(seed: UInt64(seed))
    var driver = ModelDriver()
    var wishes = RandomWishes(seed: UInt64(seed))
    for _ in 0..<60 { _ = driver.attempt(wishes.next(driver.browser)) }
    for _ in 0..<200 {
      var strip = layout.bytes(of: driver.browser)
      var shelf = driver.browser.shelfSnapshot()
      damage(&strip, &random)
      damage(&shelf, &random)
      var state = layout.strip(strip) ?? driver.browser
      _ = shelf.withUnsafeBytes { state.takeShelf($0) }
      for event in driver.events.suffix(20) { state.apply(event) }
    }
  }

  private func damage(_ bytes: inout ContiguousArray<UInt8>, _ random: inout SplitMix64) {
    if random.once(in: 3) { bytes.removeLast(random.below(bytes.count)) }
    for _ in 0..<random.below(4) where !bytes.isEmpty {
      bytes[random.below(bytes.count)] = UInt8(truncatingIfNeeded: random.next())
    }
  }

  @Test func `a flat strip with a tab in two places is none`() throws {
    var driver = ModelDriver()
    for _ in 0..<3 { _ = try driver.perform(.open(OpenTab(Destination("https://example.com/")))) }
    var bytes = driver.browser.flatStrip()
    let ids = driver.browser.tabs.map { $0.id.rawValue }
    let first = try #require(place(of: ids[0], in: bytes))
    let second = try #require(place(of: ids[1], in: bytes))
    for byte in 0..<4 { bytes[second + byte] = bytes[first + byte] }
    #expect(Layout.flat.strip(bytes) == nil)
  }

  private func place(of number: Int32, in bytes: ContiguousArray<UInt8>) -> Int? {
    let wanted = withUnsafeBytes(of: number) { Array($0) }
    return stride(from: 12, to: bytes.count - 4, by: 4).first { start in
      bytes[start..<(start + 4)].elementsEqual(wanted)
    }
  }

  private func copy(of state: Browser, _ layout: Layout) throws -> Browser {
    let strip = layout.bytes(of: state)
    let shelf = state.shelfSnapshot()
    var copy = try #require(layout.strip(strip))
    #expect(shelf.withUnsafeBytes { copy.takeShelf($0) })
    return copy
  }
}
