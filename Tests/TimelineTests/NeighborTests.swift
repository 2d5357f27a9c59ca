import BrowserModel
import RetraceTimeline
import TestSupport
import Testing

/// Excluding an action does not reorder the tabs that it did not affect.
struct NeighborTests {
  private func opened(_ count: Int) throws -> ModelDriver {
    var driver = ModelDriver()
    for number in 0..<count {
      try driver.perform(.open(OpenTab(Destination("http://a.example/\(number)"))))
    }
    return driver
  }

  private func tabs(_ browser: Browser) -> [TabID] { browser.windows.flatMap(\.tabs) }

  @Test func `a reopened tab keeps its position if an earlier tab was never opened`()
    throws
  {
    var driver = try opened(5)
    let all = tabs(driver.browser)
    try driver.perform(.closeTabs([all[3]]))
    try driver.perform(.reopen(nil))
    driver.append(naming: BatchID(all[1].event), isUndo: true)
    #expect(tabs(driver.browser) == [all[0], all[2], all[3], all[4]])
    driver.append(naming: BatchID(all[1].event), isUndo: false)
    #expect(tabs(driver.browser) == all)
  }

  @Test func `a tab between two others stays next to the remaining one`() throws {
    var driver = try opened(4)
    let all = tabs(driver.browser)
    let between = TabID(
      try driver.perform(.open(OpenTab(place: .index(2), isSelected: false)))[0].sequence)
    #expect(tabs(driver.browser) == [all[0], all[1], between, all[2], all[3]])
    for gone in [1, 2] {
      driver.append(naming: BatchID(all[gone].event), isUndo: true)
      let left = [all[0], all[1], between, all[2], all[3]].filter { $0 != all[gone] }
      #expect(tabs(driver.browser) == left)
      driver.append(naming: BatchID(all[gone].event), isUndo: false)
    }
  }

  /// If a neighbour is elsewhere without the action, it does not determine the position.
  @Test func `a tab does not follow a neighbour whose move is excluded`() throws {
    var driver = try opened(5)
    let all = tabs(driver.browser)
    let move = try driver.perform(.move(all[4], to: 1, window: nil))[0]
    let new = TabID(
      try driver.perform(.open(OpenTab(place: .index(2), isSelected: false)))[0].sequence)
    #expect(tabs(driver.browser) == [all[0], all[4], new, all[1], all[2], all[3]])
    driver.append(naming: move.batch, isUndo: true)
    #expect(tabs(driver.browser) == [all[0], new, all[1], all[2], all[3], all[4]])
  }

  @Test func `a tab among several that were reopened together keeps its position`() throws {
    var driver = try opened(6)
    let all = tabs(driver.browser)
    try driver.perform(.closeTabs([all[1], all[2], all[3]]))
    let reopening = try driver.perform(.reopen(nil))[0]
    #expect(tabs(driver.browser) == all)
    let new = TabID(
      try driver.perform(.open(OpenTab(place: .index(3), isSelected: false)))[0].sequence)
    driver.append(naming: reopening.batch, isUndo: true)
    #expect(tabs(driver.browser) == [all[0], new, all[4], all[5]])
  }

  /// An event of a version that did not record neighbours is placed by its index.
  @Test func `an event without neighbours is placed by its index`() throws {
    var driver = try opened(3)
    let all = tabs(driver.browser)
    var body = TabMoved()
    body.tab = all[2]
    body.window = driver.browser.windows[0].id
    body.index = 1
    var draft = Draft()
    draft.append(.tab(.moved(body)))
    driver.append(draft)
    #expect(tabs(driver.browser) == [all[0], all[2], all[1]])
    driver.append(naming: BatchID(all[1].event), isUndo: true)
    #expect(tabs(driver.browser) == [all[0], all[2]])
  }

  @Test(arguments: 0..<20)
  func `excluding any action of a random log keeps the order of all other tabs`(seed: Int) {
    var driver = ModelDriver()
    var random = SplitMix64(seed: UInt64(seed))
    for step in 0..<24 {
      let count = driver.browser.tabCount
      let tab = count > 0 ? tabs(driver.browser)[random.below(count)] : .nothing
      let page = Destination("http://a.example/\(step)")
      let action: Action =
        switch random.below(8) {
        case 0...2: .open(OpenTab(page, place: .index(random.below(count + 1)), isSelected: false))
        case 3: .closeTabs([tab])
        case 4: .reopen(nil)
        default: .move(tab, to: random.below(max(count, 1)), window: nil)
        }
      _ = driver.attempt(action)
    }
    for batch in Set(driver.events.map(\.batch)) {
      expectSameOrder(driver.events, without: batch, seed)
    }
  }

  @Test(arguments: 0..<30)
  func `excluding any action keeps the order of all other tabs`(
    seed: Int
  ) {
    var driver = ModelDriver()
    var actions = RandomActions(seed: UInt64(seed))
    for _ in 0..<60 { _ = driver.attempt(actions.next(driver.state)) }
    #expect(driver.browser.brokenInvariants() == [])
    for batch in Set(driver.events.map(\.batch)) {
      expectSameOrder(driver.events, without: batch, seed)
    }
  }

  /// Many tabs at one position get their ranks from one range.
  @Test func `tabs that open in sequence keep their order if any of them is excluded`() throws {
    var driver = try opened(2)
    let ends = tabs(driver.browser)
    for index in 1...60 {
      try driver.perform(.open(OpenTab(place: .index(index), isSelected: false)))
    }
    for _ in 1...9 { try driver.perform(.open(OpenTab(place: .index(1), isSelected: false))) }
    let all = tabs(driver.browser)
    #expect(all.count == 71 && all.first == ends[0] && all.last == ends[1])
    // Without its first tab, the window would not exist.
    for gone in all.dropFirst() {
      driver.append(naming: BatchID(gone.event), isUndo: true)
      #expect(tabs(driver.browser) == all.filter { $0 != gone })
      driver.append(naming: BatchID(gone.event), isUndo: false)
    }
    #expect(tabs(driver.browser) == all)
  }

  @Test func `a group that was moved keeps its position without an earlier tab`() throws {
    var driver = try opened(6)
    let all = tabs(driver.browser)
    try driver.perform(.group([all[0], all[1]], title: "group"))
    let group = try #require(driver.browser.groups.first).id
    try driver.perform(.moveGroup(group, to: 3, window: nil))
    #expect(tabs(driver.browser) == [all[2], all[3], all[4], all[0], all[1], all[5]])
    driver.append(naming: BatchID(all[2].event), isUndo: true)
    #expect(tabs(driver.browser) == [all[3], all[4], all[0], all[1], all[5]])
  }

  /// Folds the events with and without a batch at the same time. An action affects the tabs that it
  /// places or closes, tabs whose window, pin or group differs without it, and tabs in the same
  /// group as such a tab, because a group stays together.
  private func expectSameOrder(_ events: [Event], without batch: BatchID, _ seed: Int) {
    var (whole, part) = (Browser(), Browser())
    // Tabs that the action placed, and tabs that differ without it in more than their order.
    var touched: Set<TabID> = []
    for event in events {
      whole.apply(event)
      if event.batch == batch {
        touched.formUnion(event.placedTabs)
        part.skip(to: event.sequence)
      } else {
        part.apply(event)
      }
      guard event.sequence >= batch.event else { continue }
      for (id, traits) in Self.traits(whole) where Self.traits(part)[id] != traits {
        touched.insert(id)
      }
      for id in Self.traits(part).keys where whole.tab(id) == nil { touched.insert(id) }
      // A group stays together, so its tabs follow when one of them moves.
      for browser in [whole, part] {
        let groups = Set(touched.compactMap { browser.tab($0)?.group })
        for tab in browser.tabs {
          if let group = tab.group, groups.contains(group) { touched.insert(tab.id) }
        }
      }
      for window in whole.windows {
        let left = window.tabs.filter { !touched.contains($0) }
        let right = (part.window(window.id)?.tabs ?? []).filter { !touched.contains($0) }
        guard left == right else {
          Issue.record("\(seed): \(event.sequence) without \(batch): \(left), \(right)")
          return
        }
      }
    }
  }

  private struct Traits: Equatable {
    let window: WindowID
    let isPinned: Bool
    let group: GroupID?
  }

  private static func traits(_ browser: Browser) -> [TabID: Traits] {
    Dictionary(
      uniqueKeysWithValues: browser.tabs.map {
        ($0.id, Traits(window: $0.window, isPinned: $0.isPinned, group: $0.group))
      })
  }
}

extension Event {
  /// The tabs that the event places or removes.
  fileprivate var placedTabs: [TabID] {
    switch body {
    case .tab(.opened), .tab(.duplicated): [TabID(sequence)]
    case .tab(.closed(let body)): [body.tab]
    case .tab(.reopened(let body)): [body.tab]
    case .tab(.moved(let body)): [body.tab]
    case .tab(.pinned(let body)): [body.tab]
    case .tab(.restored(let body)): [body.tab.exists ? body.tab : TabID(sequence)]
    case .group(.joined(let body)): [body.tab]
    default: []
    }
  }
}
