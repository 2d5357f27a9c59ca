import BrowserModel
import Exchange
import ExchangeFormats
import Foundation
import RetraceStore
import TestSupport
import Testing

/// Imports of logs, event by event.
@Suite struct EventLinesTests {
  private func exported(_ urls: String...) throws -> Exports {
    let exports = try Exports()
    for url in urls { try exports.store.perform(.open(OpenTab(Destination(url)))) }
    return exports
  }

  @Test func `importing the same log adds nothing, and a longer one adds its new events`() throws {
    let exports = try exported("https://a.example/")
    let imports = try exports.imported(.events)
    let count = try imports.events().count
    let same = try imports.bring(WrittenFile("log", exports.data(.events)))
    #expect(same.counts.events == 0)
    #expect(same.counts.known == count)
    try exports.store.perform(.open(OpenTab(Destination("https://b.example/"))))
    let more = try imports.bring(WrittenFile("log", exports.data(.events)))
    #expect(more.counts.known == count)
    #expect(try imports.store.readState() == exports.store.readState())
  }

  @Test func `a different log is refused, and none of its events is imported`() throws {
    let imports = try exported("https://a.example/").imported(.events)
    let before = try imports.store.readState()
    let other = try WrittenFile("log", exported("https://b.example/").data(.events))
    #expect(throws: ExchangeError.self) { try imports.bring(other) }
    #expect(try imports.store.readState() == before)
  }

  @Test func `a dry run reports how many events would be imported`() throws {
    let exports = try exported("https://a.example/", "https://b.example/")
    let imports = try Imports()
    let report = try imports.bring(WrittenFile("log", exports.data(.events))) { $0.isDryRun = true }
    #expect(report.counts.events == Int(exports.store.browser.sequence.rawValue))
    #expect(try imports.events().isEmpty)
  }

  /// A line of a log. The tests replace it by invalid lines.
  static let line =
    #"{"sequence":1,"batch":1,"time":"2026-01-01T00:00:00.000Z","actor":"user","kind":"window.opened","x":0}"#

  @Test(arguments: [
    ("\"sequence\":1,", "\"sequence\":1, 2"), ("\"batch\":1", "\"batch\":2"),
    ("\"batch\":1", "\"batch\":0"), ("2026-01-01T00:00:00.000Z", "today"), ("user", "nobody"),
    ("window.opened", "window.eaten"), ("\"x\":0", "\"x\":\"y\""), ("\"x\":0", "\"x\":4294967296"),
    ("\"x\":0", "\"branch\":[]"), ("}", "}}"), ("}", "}\n\(line)"),
  ])
  func `a line that is not an event is refused`(part: String, other: String) throws {
    let text = Self.line.replacingOccurrences(of: part, with: other)
    #expect(text != Self.line)
    let imports = try Imports()
    let file = try WrittenFile("log", text)
    #expect(throws: ExchangeError.self) {
      try withExtendedLifetime(file) { _ = try imports.bring(file.path, format: .events) }
    }
    #expect(try imports.events().isEmpty)
  }

  @Test func `the last line needs no newline`() throws {
    let imports = try Imports()
    #expect(try imports.bring(WrittenFile("log", Self.line)).counts.events == 1)
  }
}
