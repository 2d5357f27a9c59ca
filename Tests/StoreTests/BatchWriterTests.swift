import BrowserModel
import RetraceEventLog
import TestSupport
import Testing

@testable import RetraceStore

/// Events decided by other code, written in one batch.
@Suite struct BatchWriterTests {
  private struct Stopped: Error {}

  /// Returns the event of a visit, and its text.
  private static func visit(_ url: String, title: String) -> (Body, ContiguousArray<UInt8>) {
    var draft = Draft()
    var visited = PageVisited()
    visited.transition = .typed
    visited.url = draft.text(url)
    visited.title = draft.text(title)
    return (.page(.visited(visited)), draft.bytes)
  }

  private static func write(_ count: Int, to store: Store) throws {
    try store.append(by: Origin(.import)) { batch in
      for number in 1...count {
        let (fact, words) = visit("https://a.example/\(number)", title: "Page \(number)")
        try batch.append(fact, occurred: Int64(number) * 1_000, words: words)
      }
    }
  }

  private static func pages(_ store: Store) throws -> [Page] {
    var query = PageQuery()
    query.typed = "a.example"
    return try store.pages(query)
  }

  @Test func `all events are one batch with their own times`() throws {
    let store = try Store.inMemory()
    try store.open("https://b.example/")
    try Self.write(3, to: store)
    let events = Array(try store.events().suffix(3))
    #expect(events.map(\.batch.rawValue) == [3, 3, 3])
    #expect(events.map(\.occurredMilliseconds) == [1_000, 2_000, 3_000])
    #expect(events.map(\.milliseconds) == Array(repeating: 1_700_000_000_000, count: 3))
    #expect(events.allSatisfy { $0.actor == .import })
    #expect(store.browser.sequence.rawValue == 5)
  }

  @Test func `one undo reverts the whole batch`() throws {
    let store = try Store.inMemory()
    try store.append(by: Origin(.import)) { batch in
      let window = try batch.append(.window(.opened(WindowOpened())))
      var tab = TabOpened()
      tab.window = WindowID(window)
      for _ in 0..<3 { try batch.append(.tab(.opened(tab))) }
    }
    #expect(store.browser.tabCount == 3)
    try store.undo()
    #expect(store.browser.tabCount == 0)
  }

  @Test func `nothing is written if the closure throws`() throws {
    let store = try Store.inMemory()
    #expect(throws: Stopped.self) {
      try store.append(by: Origin(.import)) { batch in
        try batch.append(.window(.opened(WindowOpened())))
        throw Stopped()
      }
    }
    #expect(try store.events().isEmpty)
  }

  @Test(arguments: [true, false]) func `a dry run writes nothing`(isInMemory: Bool) throws {
    let profile = try TestProfile()
    let store = isInMemory ? try Store.inMemory() : try profile.store(mapBytes: 1 << 20)
    let wanted = try store.append(by: Origin(.import), commits: false) { batch in
      for _ in 0..<3 { try batch.append(.window(.opened(WindowOpened()))) }
      return batch.next.rawValue
    }
    #expect(wanted == 4)
    #expect(try store.events().isEmpty)
    #expect(store.browser.windows.isEmpty)
    try Self.write(2, to: store)
    #expect(try store.events().map(\.sequence.rawValue) == [1, 2])
  }

  @Test func `a batch that needs a larger map is written once`() throws {
    let profile = try TestProfile()
    let store = try profile.store(mapBytes: 1 << 18)
    try Self.write(5_000, to: store)
    #expect(store.browser.sequence.rawValue == 5_000)
    #expect(try store.events().map(\.batch).allSatisfy { $0.rawValue == 1 })
  }

  @Test func `visits are found with their titles and by their own times`() throws {
    let store = try Store.inMemory()
    try Self.write(3, to: store)
    let pages = try Self.pages(store)
    #expect(Set(pages.map(\.title)) == ["Page 1", "Page 2", "Page 3"])
    #expect(pages.map(\.visitCount) == [1, 1, 1])
    #expect(
      pages.first { $0.title == "Page 2" }?.frecency == Frecency(.typed, milliseconds: 2_000))
  }

  @Test func `imported tabs do not count as visits`() throws {
    let store = try Store.inMemory()
    try store.append(by: Origin(.import)) { batch in
      let window = try batch.append(.window(.opened(WindowOpened())))
      var words = Draft()
      var tab = TabOpened()
      tab.window = WindowID(window)
      tab.url = words.text("https://a.example/")
      try batch.append(.tab(.opened(tab)), words: words.bytes)
    }
    #expect(try Self.pages(store).isEmpty)
  }
}
