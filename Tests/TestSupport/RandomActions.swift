public import BrowserModel

/// Random actions in a browser. Most of them make sense in its state, and some name things that do
/// not exist.
public struct RandomActions: Sendable {
  public var random: SplitMix64
  /// The average number of ids for each invalid id.
  public var nonsense = 25

  public init(seed: UInt64) { random = SplitMix64(seed: seed) }

  public mutating func next(_ state: ProfileState) -> Action {
    let browser = state.browser
    return switch random.below(20) {
    case 0...3: opening(browser)
    case 4...5: closing(browser)
    case 6...8: placing(browser)
    case 9...10: grouping(browser)
    case 11...14: navigating(browser)
    case 15: loading(browser)
    case 16: reporting(browser)
    case 17: zooming(browser)
    case 18: bookmarking(state.library.bookmarks)
    default: others(browser)
    }
  }

  // MARK: Ids and texts

  public mutating func tab(_ browser: Browser) -> TabID { id(browser.tabs.map(\.id)) }

  mutating func window(_ browser: Browser) -> WindowID { id(Array(browser.windowOrder)) }

  mutating func group(_ browser: Browser) -> GroupID { id(browser.groups.map(\.id)) }

  mutating func tabs(_ browser: Browser) -> [TabID] {
    (0...random.below(4)).map { _ in tab(browser) }
  }

  private mutating func id<ID: EventReference>(_ known: [ID]) -> ID {
    guard !known.isEmpty, !random.once(in: nonsense) else { return anyID() }
    return random.pick(known)
  }

  /// Returns any id.
  mutating func anyID<ID: EventReference>() -> ID {
    switch random.below(4) {
    case 0: .nothing
    case 1: ID(Int32(random.below(400)))
    case 2: ID(-Int32(random.below(400)))
    default: random.pick([ID(.max), ID(.min), ID(.last)])
    }
  }

  mutating func position(_ count: Int) -> Int {
    random.once(in: nonsense) ? random.pick([-1, .max, .min, count + 1]) : random.below(count + 1)
  }

  public mutating func url() -> String {
    let host = random.pick(["a", "b", "c"])
    let path = random.pick(["", "one", "two", "one#part", "two?q=1", "one#"])
    return "http://\(host).example/\(path)"
  }

  mutating func destination() -> Destination {
    if random.once(in: 8) { return Destination(Destination.startPage) }
    return Destination(
      url(), input: random.once(in: 3) ? "typed" : nil,
      searchWords: random.once(in: 5) ? "words" : nil,
      transition: random.pick(Transition.allCases))
  }

  mutating func level() -> ZoomLevel { ZoomLevel(percent: random.pick([10, 50, 100, 125, 500])) }
}
