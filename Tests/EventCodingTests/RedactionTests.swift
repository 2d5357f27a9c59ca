import BrowserModel
import EventCoding
import TestSupport
import Testing

/// Texts that are removed from records are gone, and everything else is unchanged.
@Suite struct RedactionTests {
  private func redact(
    _ record: [UInt8], _ sequence: EventID, keeping kept: EventRedactor.Fields = []
  ) -> [UInt8]? {
    EventRedactor.redact(record.span.bytes, sequence: sequence, keeping: kept)
  }

  private func text(
    _ field: TextField, _ record: [UInt8], _ sequence: EventID
  ) throws -> String? {
    try EventDecoder.text(field, in: record.span.bytes, sequence: sequence)
  }

  private func redacted(
    _ stored: StoredEvent, keeping kept: EventRedactor.Fields = []
  ) throws -> [UInt8] {
    return try #require(redact(stored.record, stored.event.sequence, keeping: kept))
  }

  @Test(arguments: EventKind.allCases)
  func `texts are empty and everything else is unchanged`(_ kind: EventKind) throws {
    let sample = SampleEvents.event(kind)
    let record = try redacted(sample)
    let back = try StoredEvent(record: record, sequence: sample.event.sequence)
    let expected = sample.lines.map { line in
      line.hasSuffix("\"") ? String(line.prefix { $0 != ":" }) + ": \"\"" : line
    }
    #expect(back.lines.filter { $0 != "redacted: true" } == expected)
    #expect(back.event.isRedacted)
    #expect(back.record == record)
    #expect(redact(record, sample.event.sequence) == record)
  }

  @Test(.enabled(if: Protoc.installed != nil), arguments: EventKind.allCases)
  func `protoc reads and writes redacted records`(_ kind: EventKind) throws {
    let protoc = try #require(Protoc.installed)
    let sample = SampleEvents.event(kind)
    let record = try redacted(sample)
    let back = try StoredEvent(record: record, sequence: sample.event.sequence)
    let lines = try protoc.decode(record)
    #expect(Array(lines.dropFirst()) == back.lines)
    #expect(try protoc.encode(lines) == record)
  }

  @Test func `the bytes of format 1`() throws {
    let golden = try GoldenFile(contentsOf: GoldenFile.redacted1)
    #expect(golden.entries.count >= 44)
    for entry in golden.entries {
      let kind = try #require(EventKind.allCases.first { $0.name == entry.kind })
      let stored = try StoredEvent(record: entry.record, sequence: entry.sequence)
      #expect(stored.sentence == entry.says)
      #expect(try redacted(SampleEvents.event(kind)) == entry.record)
    }
  }

  @Test(.enabled(if: GoldenFile.isToBeWritten)) func `the file is written on request`() throws {
    let entries = try EventKind.allCases.map { kind in
      let sample = SampleEvents.event(kind)
      let record = try redacted(sample)
      let back = try StoredEvent(record: record, sequence: sample.event.sequence)
      return GoldenFile.Entry(
        kind: kind.name, sequence: sample.event.sequence, record: record, says: back.sentence)
    }
    try GoldenFile(entries).write(to: GoldenFile.redacted1)
  }

  @Test(arguments: [UInt64(1), 2]) func `no random texts remain`(_ seed: UInt64) throws {
    var events = RandomEvents(seed: seed)
    for kind in EventKind.allCases {
      for _ in 0..<20 {
        let stored = events.event(kind)
        let record = try redacted(stored)
        let back = try StoredEvent(record: record, sequence: stored.event.sequence)
        let texts = back.payload.fields.filter { $0.type == "optional string" }
        try #require(texts.allSatisfy { $0.value == nil || $0.value == "\"\"" })
        let before = stored.payload.fields.map { $0.value != nil }
        try #require(back.payload.fields.map { $0.value != nil } == before)
        try #require(back.record == record)
      }
    }
  }

  @Test(arguments: EventKind.allCases)
  func `a masked record has the shapes of its texts, and is otherwise unchanged`(
    _ kind: EventKind
  ) throws {
    let sample = SampleEvents.event(kind)
    let original = sample.record
    let masked = EventRedactor.mask(original.span.bytes, sequence: sample.event.sequence)
    let record = try #require(masked)
    let back = try StoredEvent(record: record, sequence: sample.event.sequence)
    #expect(!back.event.isRedacted)
    #expect(record.count == original.count)
    #expect(back.payload.fields.map(\.name) == sample.payload.fields.map(\.name))
    for (field, before) in zip(back.payload.fields, sample.payload.fields) {
      guard field.type == "optional string" else {
        #expect(field.value == before.value)
        continue
      }
      #expect((field.value == nil) == (before.value == nil))
      #expect(field.value?.contains(#/[a-wyzA-Z1-9]/#) != true)
    }
  }

  @Test func `texts can be kept by their numbers`() throws {
    let sample = SampleEvents.event(.navigationCommitted)
    let record = try redacted(sample, keeping: EventRedactor.Fields(number: 9))
    let sequence = sample.event.sequence
    #expect(try text(.url, record, sequence) == "url “9”")
    for field in [TextField.redirects, .input, .reason, .searchWords] {
      #expect(try text(field, record, sequence) == "")
    }
  }

  @Test func `a start page differs from a page that was forgotten`() throws {
    let sequence = EventID(1)
    func opened(_ url: Text) -> StoredEvent {
      var body = TabOpened()
      body.url = url
      return StoredEvent(
        Event(
          sequence: sequence, batch: BatchID(sequence), milliseconds: 1, body: .tab(.opened(body))),
        words: ContiguousArray("http://a.example/".utf8))
    }
    let startPage = opened(.absent).record
    let forgotten = try redacted(opened(Text(start: 0, count: 17)))
    #expect(try text(.url, startPage, sequence) == nil)
    #expect(try text(.url, forgotten, sequence) == "")
    #expect(try StoredEvent(record: forgotten, sequence: sequence).event.isRedacted)
    #expect(try !StoredEvent(record: startPage, sequence: sequence).event.isRedacted)
  }

  // MARK: Unknown fields and kinds

  private func redacted(
    _ sequence: EventID, keeping kept: EventRedactor.Fields = [],
    _ write: (inout MessageBytes) -> Void
  ) -> [UInt8]? {
    var message = MessageBytes()
    write(&message)
    return redact(message.sealed(sequence), sequence, keeping: kept)
  }

  private func sealed(_ sequence: EventID, _ write: (inout MessageBytes) -> Void) -> [UInt8] {
    var message = MessageBytes()
    write(&message)
    return message.sealed(sequence)
  }

  @Test func `unknown numbers are kept and unknown texts are removed`() {
    let sequence = EventID(9)
    let record = redacted(sequence, keeping: EventRedactor.Fields(number: 40)) { record in
      record.number(2, 5)
      record.fixed64(17, .max)
      record.message(11) { payload in
        payload.number(1, 3)
        payload.number(200, 9)
        payload.bytes(201, Array("private".utf8))
        payload.fixed32(202, 7)
        payload.bytes(40, Array("private".utf8))
      }
      record.number(5_000, 1)
    }
    let expected = sealed(sequence) { record in
      record.number(2, 5)
      record.number(16, 1)
      record.fixed64(17, .max)
      record.message(11) { payload in
        payload.number(1, 3)
        payload.number(200, 9)
        payload.bytes(201, [])
        payload.fixed32(202, 7)
        payload.bytes(40, [])
      }
      record.number(5_000, 1)
    }
    #expect(record == expected)
  }

  @Test func `a record that states that it is not redacted is corrected`() {
    let sequence = EventID(9)
    let record = redacted(sequence) { record in
      record.message(11) { $0.number(1, 3) }
      record.number(16, 0)
      record.message(200) { $0.bytes(1, Array("private".utf8)) }
      record.number(16, 0)
    }
    let expected = sealed(sequence) { record in
      record.message(11) { $0.number(1, 3) }
      record.number(16, 1)
      record.bytes(200, [])
    }
    #expect(record == expected)
    #expect(record.flatMap { redact($0, sequence) } == expected)
  }

  @Test(arguments: [EventRedactor.Fields(), EventRedactor.Fields(number: 1)])
  func `an unknown kind keeps its number and nothing else`(_ kept: EventRedactor.Fields) {
    let sequence = EventID(9)
    let record = redacted(sequence, keeping: kept) { record in
      record.number(2, 5)
      record.message(4_000) { $0.bytes(1, Array("private".utf8)) }
    }
    let expected = sealed(sequence) { record in
      record.number(2, 5)
      record.number(16, 1)
      record.bytes(4_000, [])
    }
    #expect(record == expected)
  }

  @Test func `damaged records still count as damaged`() throws {
    let sample = SampleEvents.event(.pageTitled)
    for position in sample.record.indices {
      var record = sample.record
      record[position] ^= 0x10
      #expect(redact(record, sample.event.sequence) == nil)
    }
    #expect(redact(sample.record, EventID(1)) == nil)
    #expect(redact([], EventID(1)) == nil)
  }
}
