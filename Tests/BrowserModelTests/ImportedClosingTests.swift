import BrowserModel
import TestSupport
import Testing

/// The list of closed items if some of them were imported with their own times (`by_time`).
@Suite struct ImportedClosingTests {
  /// A browser, and the list of closed items that the definition requires.
  private struct Closings {
    private(set) var browser = Browser()
    /// The items and their times, oldest first.
    private(set) var expected: [(item: ClosedItemID, milliseconds: Int64)] = []
    private var now: Int64 = 1000
    private var next = EventID(1)

    /// The ids of the closed items, oldest first.
    var items: [ClosedItemID] { browser.closed.map(\.id) }

    @discardableResult
    private mutating func apply(_ body: Body, occurred: Int64 = 0) -> EventID {
      let event = Event(
        sequence: next, batch: BatchID(next), milliseconds: now, occurredMilliseconds: occurred,
        body: body)
      browser.apply(event)
      next = next.advanced(by: 1)
      return event.sequence
    }

    mutating func openWindow() -> WindowID {
      WindowID(apply(.window(.opened(WindowOpened()))))
    }

    mutating func openTab(in window: WindowID) -> TabID {
      var body = TabOpened()
      body.window = window
      return TabID(apply(.tab(.opened(body))))
    }

    /// Closes a tab at a given time, or now if the time is nil.
    @discardableResult
    mutating func close(
      _ tab: TabID, with item: ClosedItemID = .nothing, at milliseconds: Int64? = nil
    ) -> ClosedItemID {
      var body = TabClosed()
      body.tab = tab
      body.item = item
      body.isByTime = milliseconds != nil
      let event = apply(.tab(.closed(body)), occurred: milliseconds ?? 0)
      if item.exists, expected.contains(where: { $0.item == item }) { return item }
      return expect(ClosedItemID(event), milliseconds)
    }

    @discardableResult
    mutating func close(_ window: WindowID, at milliseconds: Int64? = nil) -> ClosedItemID {
      var body = WindowClosed()
      body.window = window
      body.isByTime = milliseconds != nil
      let event = apply(.window(.closed(body)), occurred: milliseconds ?? 0)
      return expect(ClosedItemID(event), milliseconds)
    }

    mutating func wait(_ milliseconds: Int64) { now += milliseconds }

    private mutating func expect(_ item: ClosedItemID, _ milliseconds: Int64?) -> ClosedItemID {
      let newer = milliseconds.flatMap { time in
        expected.lastIndex { $0.milliseconds <= time }.map { $0 + 1 } ?? 0
      }
      expected.insert((item, milliseconds ?? now), at: newer ?? expected.count)
      if expected.count > Browser.closedLimit { expected.removeFirst() }
      return item
    }
  }

  @Test func `an imported closing is older than later closings`() {
    var closings = Closings()
    let window = closings.openWindow()
    let tabs = (0..<5).map { _ in closings.openTab(in: window) }
    let own = closings.close(tabs[0])
    let old = closings.close(tabs[1], at: 20)
    let oldest = closings.close(tabs[2], at: 10)
    let later = closings.close(tabs[3], at: 5000)
    #expect(closings.items == [oldest, old, own, later])
    let newest = closings.close(tabs[4])
    #expect(closings.items == [oldest, old, own, later, newest])
  }

  @Test func `imported tabs that closed together are one item at their own time`() {
    var closings = Closings()
    let window = closings.openWindow()
    let tabs = (0..<4).map { _ in closings.openTab(in: window) }
    let own = closings.close(tabs[0])
    let item = closings.close(tabs[1], at: 10)
    closings.close(tabs[2], with: item, at: 10)
    #expect(closings.items == [item, own])
    #expect(closings.browser.closed.first?.kind == .tabs)
    #expect(closings.browser.closed.first?.tabs.map(\.tab.id) == [tabs[1], tabs[2]])
  }

  @Test func `an imported closing older than a full list is not listed`() {
    var closings = Closings()
    let window = closings.openWindow()
    let tabs = (0...(Browser.closedLimit + 2)).map { _ in closings.openTab(in: window) }
    for tab in tabs.prefix(Browser.closedLimit) { closings.close(tab) }
    let full = closings.items
    closings.close(tabs[Browser.closedLimit], at: 10)
    #expect(closings.items == full)
    let recent = closings.close(tabs[Browser.closedLimit + 1], at: 5000)
    #expect(closings.items == Array(full.dropFirst()) + [recent])
    #expect(closings.browser.brokenInvariants() == [])
  }

  @Test(arguments: 0..<40)
  func `imported closings are sorted by time, and the others by event`(
    seed: UInt64
  ) {
    var random = SplitMix64(seed: seed)
    var closings = Closings()
    let first = closings.openWindow()
    _ = closings.openTab(in: first)
    for _ in 0..<150 {
      closings.wait(Int64(random.below(20)))
      // Some times are equal, and some are in the future.
      let time = random.once(in: 3) ? nil : Int64(random.below(5000))
      if random.once(in: 4) {
        let window = closings.openWindow()
        for _ in 0...random.below(2) { _ = closings.openTab(in: window) }
        closings.close(window, at: time)
      } else {
        closings.close(closings.openTab(in: first), at: time)
      }
      #expect(closings.items == closings.expected.map(\.item))
      #expect(closings.browser.brokenInvariants() == [])
    }
  }
}
