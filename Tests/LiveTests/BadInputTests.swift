import BrowserModel
import Notation
import Platform
import RetraceEventLog
import RetraceStore
import TestSupport
import Testing

@testable import Live

/// Messages and browsers that are not as expected.
@Suite(.timeLimit(.minutes(30)))
struct BadInputTests {
  /// Runs a host with everything that an extension sends before the browser ends.
  ///
  /// - Returns: What the host has sent.
  @discardableResult
  private func host(_ input: [UInt8], _ store: Store, in folder: TemporaryFolder) throws -> String {
    let (reading, writing) = try FileDescriptor.pipe()
    let (answers, output) = try FileDescriptor.pipe()
    defer { FileDescriptor.close(answers) }
    try FileDescriptor.writeAll(writing, input)
    FileDescriptor.close(writing)
    let failure: String?
    do {
      let host = try LiveHost(
        store, profile: folder.profile, folder: nil, statusFile: nil, input: reading, output: output
      )
      try host.run()
      failure = nil
    } catch {
      failure = "\(error)"
    }
    let sent = try FileDescriptor.readAll(answers, limit: 1 << 20)
    return failure ?? String(decoding: sent, as: UTF8.self)
  }

  private func framed(_ text: String) -> [UInt8] {
    let bytes = Array(text.utf8)
    return (0..<4).map { UInt8(truncatingIfNeeded: bytes.count >> (8 * $0)) } + bytes
  }

  private static let hello =
    #"{"kind":"hello","version":1,"profile":"p","strip":{"windows":[{"id":1,"focused":true,"#
    + #""tabs":[{"id":5,"url":"https://a.example/","title":"A","status":"complete","active":true}]}]}}"#

  private func run(_ input: [UInt8]) throws -> (answer: String, tabs: Int) {
    let folder = try TemporaryFolder()
    let store = try Store(EventLog(profile: folder.profile, access: .readWrite)) { 1_000 }
    let answer = try host(input, store, in: folder)
    return (answer, store.browser.windows.flatMap(\.tabs).count)
  }

  @Test func aHalfMessageIsTheEndOfTheBrowser() throws {
    let result = try run(framed(Self.hello) + framed(Self.hello).dropLast(7))
    #expect(result.tabs == 1)
    #expect(result.answer.contains("\"ids\""))
  }

  @Test func aMessageThatIsTooLongIsRefused() throws {
    let result = try run(framed(Self.hello) + [0xFF, 0xFF, 0xFF, 0x7F] + Array("{}".utf8))
    #expect(result.answer.contains("too long"))
    #expect(result.tabs == 1)
  }

  @Test func garbageIsRefused() throws {
    #expect(try run(framed("\u{0}\u{1}")).answer.contains("not JSON"))
    #expect(try run(Array(repeating: 0x20, count: 1_000)).answer.contains("too long"))
    #expect(try run(framed("[[[[")).answer.contains("not JSON"))
  }

  @Test func membersOfOtherKindsAreIgnored() throws {
    let result = try run(
      framed(Self.hello) + framed(#"{"kind":"strip","strip":7}"#)
        + framed(#"{"kind":"look","tab":{"id":5,"url":7},"look":{"url":"x","length":-1,"key":7}}"#)
        + framed(#"{"kind":"zoom","zoom":{"tab":5,"level":1e300}}"#)
        + framed(#"{"kind":"bookmarks","bookmarks":{"roots":[{"root":"bar"},7]}}"#)
        + framed(#"{"kind":"page","tab":5,"key":"k","picture":"%%"}"#)
        + framed(#"{"kind":"done","number":1,"results":7}"#))
    #expect(result.tabs == 1)
  }

  @Test func aTitleWithControlCharactersIsKept() throws {
    let browser = try BrowserScript()
    let tab = try browser.open("https://a.example/")
    try browser.start()
    try browser.load("https://b.example/", in: tab, title: "\u{1B}[31mred\n\u{7}")
    let title = try store(browser) { words, entry in
      browser.store.browser.title(of: entry, text: words)
    }
    #expect(title == "\u{1B}[31mred\n\u{7}")
  }

  private func store<Value>(
    _ browser: BrowserScript, _ body: (LogText, HistoryEntry) -> Value
  ) throws -> Value {
    let tab = try #require(browser.store.browser.windows.last?.tabs.last)
    let entry = try #require(browser.store.browser.tab(tab)?.currentEntry)
    return try browser.store.read { words in body(words, entry) }
  }

  @Test func twoThousandTabsAreResumed() throws {
    let browser = try BrowserScript()
    for number in 0..<2_000 { browser.add("https://example/\(number % 500)") }
    try browser.start()
    let ids = browser.store.browser.windows.flatMap(\.tabs)
    #expect(ids.count == 2_000)
    try browser.session.end()
    for place in browser.tabs.indices {
      browser.tabs[place].id += 10_000
      browser.tabs[place].assigned = nil
    }
    browser.active += 10_000
    // Another order makes the windows unequal.
    browser.tabs.swapAt(0, 1)
    let newest = browser.store.browser.sequence
    try browser.start()
    #expect(Set(browser.store.browser.windows.flatMap(\.tabs)) == Set(ids))
    #expect(browser.store.browser.sequence <= newest.advanced(by: 4))
  }

  @Test func theLatestOfManyNavigationsIsRecorded() throws {
    let browser = try BrowserScript()
    let tab = try browser.open("https://a.example/")
    try browser.start()
    for number in 0..<1_000 { try browser.load("https://example/\(number)", in: tab) }
    #expect(try browser.model[0].hasSuffix(" [https://example/999]"))
  }

  @Test func aClockThatIsSetBackChangesNothing() throws {
    let browser = try BrowserScript(step: -1_000)
    let tab = try browser.open("https://a.example/")
    try browser.start()
    try browser.load("https://b.example/", in: tab)
    try browser.load("https://c.example/", in: tab)
    try browser.store.undo()
    try browser.followProfile()
    #expect(try browser.model == ["https://a.example/ [https://b.example/]"])
    #expect(browser.tabs[0].url == "https://b.example/")
  }

  /// Without the Navigation API, entries are known by their addresses and the length of the list.
  @Test func aBrowserWithoutKeysIsRecorded() throws {
    var history = LookedHistory()
    var traversal = LookCause()
    traversal.isCommitted = true
    traversal.isTraversal = true
    var load = LookCause()
    load.isCommitted = true
    for (length, url) in ["a", "b", "c"].enumerated() {
      history.apply(PageLook(url: "https://\(url).example/", length: length + 1), load)
    }
    history.apply(PageLook(url: "https://b.example/", length: 3), traversal)
    #expect(history.entries.map(\.url) == ["a", "b", "c"].map { "https://\($0).example/" })
    #expect(history.index == 1)
    history.apply(PageLook(url: "https://d.example/", length: 3), load)
    #expect(history.entries.map(\.url) == ["a", "b", "d"].map { "https://\($0).example/" })
  }

  @Test func anOrderThatIsTooLongIsNotSent() throws {
    let browser = try BrowserScript()
    try browser.open("https://a.example/")
    try browser.start()
    let long = "https://b.example/" + String(repeating: "x", count: 1_000_000)
    try browser.store.perform(.open(OpenTab(Destination(long))))
    try browser.followProfile()
    #expect(browser.orders.isEmpty)
    #expect(browser.store.browser.windows.flatMap(\.tabs).count == 1)
    #expect(browser.session.notices.count == 1)
  }

  @Test func manyLongOrdersAreSentInSeveralMessages() throws {
    let browser = try BrowserScript()
    try browser.open("https://a.example/")
    try browser.start()
    for number in 0..<6 {
      let long = "https://b.example/\(number)" + String(repeating: "x", count: 400_000)
      try browser.store.perform(.open(OpenTab(Destination(long))))
    }
    try browser.followProfile()
    #expect(browser.tabs.count == 7)
    #expect(browser.largestMessage < 1 << 20)
  }
}
