import BrowserModel
import Notation
import RetraceEventLog
import RetraceStore
import TestSupport
import Testing

@testable import Server

/// Lists that programs read in parts.
@Suite struct ListPartTests {
  private let client: EmbeddedClient

  /// Opens 20 tabs with titles. Some of them go to a second page, and some are closed.
  init() throws {
    var now: Int64 = 1_767_225_600_000
    let store = try Store(EventLog()) {
      now += 1_000
      return now
    }
    client = EmbeddedClient(store)
    for number in 0..<20 {
      let tab = try #require(
        store.perform(.open(OpenTab(Destination("https://page\(number).example/")))).openedTab)
      try store.perform(.reportTitle(tab, "Page \(number)"), by: Origin(.page))
      if number % 3 == 0 {
        try store.perform(.go(tab, Destination("https://page\(number).example/second")))
      }
      if number % 2 == 0 { try store.perform(.closeTabs([tab])) }
      if number % 5 == 0 {
        let bookmark = NewBookmark(.bookmark, title: "Page \(number)", url: "https://b.example/")
        try store.perform(.addBookmark(bookmark))
      }
    }
  }

  private func ask(_ method: String, _ parameters: String) throws -> JSON {
    let message = #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":{\#(parameters)}}"#
    let (reply, failure) = client.answer(Array(message.utf8))
    if let failure { throw failure }
    return try #require(try JSONParser.parse(reply)["result"])
  }

  /// Returns the identity of each row, since positions in `line` depend on the moment.
  private func identities(_ rows: [JSON]) -> [String] {
    rows.map { row in
      ["sequence", "id", "url"].map { row[$0].map { "\($0)" } ?? "" }.joined(separator: " ")
    }
  }

  private struct Case: CustomTestStringConvertible {
    let method: String
    let list: String
    var parameters = ""
    /// Whether the parts begin with the newest rows, but each part lists the newest row last.
    var isReversed = false
    var testDescription: String { method + parameters }
  }

  @Test(
    arguments: [
      Case(method: "log", list: "events", isReversed: true),
      Case(method: "log", list: "events", parameters: #","kind":"tab""#, isReversed: true),
      Case(
        method: "log", list: "events", parameters: #","since":10,"until":40"#, isReversed: true),
      Case(method: "visits", list: "visits"),
      Case(method: "visits", list: "visits", parameters: #","words":"page 1""#),
      Case(method: "visits", list: "visits", parameters: #","top":true"#),
      Case(method: "closed", list: "closed"),
      Case(method: "closed", list: "closed", parameters: #","words":"page 1""#),
      Case(method: "find", list: "found", parameters: #","words":"page""#),
      Case(method: "find", list: "found", parameters: #","words":"second""#),
    ], [false, true])
  private func `the parts of a list are the list as it was when the first part was read`(
    _ list: Case, isChanged: Bool
  ) throws {
    let complete = try ask(list.method, #""limit":1000\#(list.parameters)"#)
    let rows = complete[list.list]?.elements ?? []
    #expect(rows.count > 3 && complete["next"] == nil)
    var part = try ask(list.method, #""limit":3\#(list.parameters)"#)
    var parts = [part[list.list]?.elements ?? []]
    while let next = part["next"]?.string {
      #expect(parts.last?.count == 3)
      if isChanged {
        let tab = try #require(
          client.store.perform(
            .open(OpenTab(Destination("https://page.example/\(parts.count)/second")))
          ).openedTab)
        try client.store.perform(.closeTabs([tab]))
        _ = try ask("open", ##""address":"https://page1.example/""##)
      }
      part = try ask(list.method, #""limit":3,"after":"\#(next)"\#(list.parameters)"#)
      if complete["total"]?.integer != nil { #expect(part["total"] == complete["total"]) }
      parts.append(part[list.list]?.elements ?? [])
    }
    if list.isReversed { parts.reverse() }
    #expect(identities(Array(parts.joined())) == identities(rows))
  }

  @Test func `a reference of another form is rejected`() throws {
    for after in ["7", "a:b", "5:0", "-1:3"] {
      #expect(throws: (any Error).self) { try ask("log", #""after":"\#(after)""#) }
    }
    #expect(try ask("log", #""after":"3:1""#)["events"]?.elements.isEmpty == true)
    #expect(try ask("closed", #""after":"9:9999999999""#)["closed"]?.elements.isEmpty == true)
  }
}
