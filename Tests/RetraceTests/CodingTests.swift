import Foundation
import Retrace
import Testing

/// Values that a front end stores or sends.
@Suite struct CodingTests {
  private func copy<Value: Codable>(_ value: Value) throws -> Value {
    try JSONDecoder().decode(Value.self, from: try JSONEncoder().encode(value))
  }

  @Test func `a session's lists can be stored and read again`() throws {
    let store = Store.inMemory()
    let bounds = Session.Window.Bounds(x: -1, y: 2, width: 640, height: 480)
    let window = try store.openWindow("https://swift.org/", bounds: bounds)
    let tab = try #require(try store.session.window(window)?.activeTab).id
    try store.perform(.group([tab], title: "Swift", color: .blue))
    try store.open("https://a.example/")
    try store.perform(.closeTabs([try #require(try store.session.activeTab).id]))
    try store.perform(
      .addBookmark(NewBookmark(.bookmark, title: "A", url: "https://a.example/", tags: ["b"])))
    let session = try store.session
    #expect(try copy(session.windows) == session.windows)
    #expect(try copy(session.groups) == session.groups)
    #expect(try copy(session.closed) == session.closed)
    #expect(try copy(session.bookmarks) == session.bookmarks)
    #expect(try copy(session.entries(of: tab)) == session.entries(of: tab))
    #expect(try copy(store.moments) == store.moments)
    #expect(
      try copy([Moment.start, .after(EventID(3)), .present]) == [
        .start, .after(EventID(3)), .present,
      ])
  }

  @Test func `a commit can be stored and read again`() throws {
    let store = Store.inMemory()
    let opened = try store.perform(
      .open(OpenTab(Destination("https://swift.org/"))), by: Origin(agent: "tidier"))
    let tab = try #require(opened.openedTab)
    let titled = try store.perform(.reportTitle(tab, "Swift 日本"), by: Origin(.page))
    let both = try store.perform(asOne: [.pin(tab, true), .mute(tab, true)], named: "quiet")
    for commit in [opened, titled, both, .nothing] {
      let read = try copy(commit)
      #expect(read.events.map(\.sequence) == commit.events.map(\.sequence))
      #expect(read.events.map(\.batch) == commit.events.map(\.batch))
      #expect(read.events.map(\.milliseconds) == commit.events.map(\.milliseconds))
      #expect(
        read.events.map { read.string($0.agent) } == commit.events.map { commit.string($0.agent) })
      #expect(read.openedTab == commit.openedTab && read.sequence == commit.sequence)
      // The same events have the same coding, apart from the order of its keys.
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      #expect(try encoder.encode(read) == encoder.encode(commit))
    }
    guard case .page(.titled(let body)) = try copy(titled).events[0].body else {
      return #expect(Bool(false))
    }
    #expect(try copy(titled).string(body.title) == "Swift 日本")
    let damaged = #"[{"sequence":1,"record":"AAAA"}]"#
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Commit.self, from: Data(damaged.utf8))
    }
  }

  @Test func `ids are numbers, and choices are names`() throws {
    let text = String(decoding: try JSONEncoder().encode([TabID(7)]), as: UTF8.self)
    #expect(text == "[7]" && "\(TabID(7))" == "#7")
    let status = try JSONEncoder().encode([Session.Tab.Status.discarded])
    #expect(String(decoding: status, as: UTF8.self) == #"["discarded"]"#)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([Session.Tab.Status].self, from: Data(#"["asleep"]"#.utf8))
    }
  }
}
