import BrowserModel
import EventCoding
import EventLog
import Exchange
import Foundation
import Session
import TestSupport
import Testing
import Timeline

/// A log as lines loses nothing.
@Suite struct EventLineTests {
  /// A log with events of all kinds, batches, undo and branches.
  private static func log(seed: UInt64, count: Int) throws -> Imports {
    var facts = RandomFacts(seed: seed)
    var driver = ModelDriver()
    for _ in 0..<count { driver.append(facts.next()) }
    let imports = try Imports()
    try imports.session.log.write { (writer) throws(LogFailure) in
      var records: [[UInt8]] = []
      driver.log.visitStored { _, record in
        records.append(record.withUnsafeBytes { Array($0) })
        return true
      }
      for record in records { try writer.append(record) }
    }
    try imports.session.catchUp()
    return imports
  }

  private static func records(_ imports: Imports) throws -> [[UInt8]] {
    var records: [[UInt8]] = []
    try imports.session.log.read { (reader) throws(LogFailure) in
      try reader.scan(from: 1) { (_, bytes) throws(LogFailure) in
        records.append(bytes.withUnsafeBytes { Array($0) })
        return true
      }
    }
    return records
  }

  private static func lines(_ imports: Imports) throws -> Data {
    var data = Data()
    try imports.session.export(.events, milliseconds: 0) { data.append(contentsOf: $0) }
    return data
  }

  @Test(arguments: 0..<4) func `records come back byte for byte`(seed: Int) throws {
    let imports = try Self.log(seed: UInt64(seed), count: 400)
    let back = try Imports()
    let report = try back.bring(WrittenFile("log.jsonl", Self.lines(imports)))
    let records = try Self.records(imports)
    #expect(records.count == 400)
    #expect(report.counts.events == records.count)
    #expect(try Self.records(back) == records)
    #expect(back.session.browser == imports.session.browser)
    #expect(try Self.lines(back) == Self.lines(imports))
  }

  @Test func `every kind of event is a line`() throws {
    var kinds: Set<String> = []
    for line in try Self.lines(Self.log(seed: 7, count: 2_000)).split(separator: 0x0A).dropFirst() {
      let object = try JSONSerialization.jsonObject(with: line) as? [String: Any]
      (object?["event"] as? String).map { _ = kinds.insert($0) }
    }
    #expect(kinds == Set(EventKind.allCases.map(\.name)))
  }

  @Test func `the same twice adds nothing, a longer one adds its end`() throws {
    let imports = try Self.log(seed: 3, count: 100)
    let lines = try Self.lines(imports)
    let part = lines.split(separator: 0x0A, omittingEmptySubsequences: false)
    let back = try Imports()
    try back.bring(WrittenFile("part.jsonl", Data(part.prefix(51).joined(separator: [0x0A]))))
    #expect(try Self.records(back).count == 50)
    #expect(try back.bring(WrittenFile("log.jsonl", lines)).counts.known == 50)
    #expect(try back.bring(WrittenFile("log.jsonl", lines)).counts.isEmpty)
    #expect(try Self.records(back) == Self.records(imports))
  }

  @Test func `a profile with another past is left alone`() throws {
    let lines = try Self.lines(Self.log(seed: 3, count: 100))
    let other = try Self.log(seed: 4, count: 20)
    let before = try Self.records(other)
    #expect(throws: ImportFailure.self) { try other.bring(WrittenFile("log.jsonl", lines)) }
    #expect(try Self.records(other) == before)
  }

  @Test(arguments: [
    "{}", "x",
    #"{"sequence":2,"batch":1,"time":0,"actor":"user","event":"tab.opened","fields":{}}"#,
    #"{"sequence":1,"batch":1,"time":0,"actor":"user","event":"no.such","fields":{}}"#,
    #"{"sequence":1,"batch":2,"time":0,"actor":"user","event":"tab.opened","fields":{}}"#,
    #"{"sequence":1,"batch":1,"time":0,"actor":"user","event":"tab.opened","fields":{"url":1}}"#,
  ])
  func `a line that says no event is told by its number`(_ line: String) throws {
    let imports = try Imports()
    let file = try WrittenFile("log.jsonl", "{\"retrace\":\"events\",\"version\":1}\n\(line)\n")
    let failure = #expect(throws: ImportFailure.self) { try imports.bring(file) }
    #expect(failure?.message.hasPrefix("Line 2 of ") == true)
  }
}
