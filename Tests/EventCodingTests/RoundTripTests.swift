import BrowserModel
import EventCoding
import TestSupport
import Testing

/// Decoding reverses encoding.
@Suite struct RoundTripTests {
  @Test(arguments: [UInt64(1), 2]) func `random events are decoded unchanged`(
    _ seed: UInt64
  ) throws {
    var events = RandomEvents(seed: seed)
    for kind in EventKind.allCases {
      for _ in 0..<40 {
        let stored = events.event(kind)
        let record = stored.record
        let back = try StoredEvent(record: record, sequence: stored.event.sequence)
        try #require(back.lines == stored.lines)
        try #require(back.event.batch == stored.event.batch)
        try #require(back.record == record)
      }
    }
  }

  @Test(arguments: EventKind.allCases) func `an empty event is decoded`(
    _ kind: EventKind
  ) throws {
    var stored = SampleEvents.event(kind)
    let sequence = stored.event.sequence
    var nothing = NothingFiller()
    stored.event = Event(
      sequence: sequence, batch: BatchID(sequence), milliseconds: 0,
      body: kind.body(filledBy: &nothing))
    let back = try StoredEvent(record: stored.record, sequence: sequence)
    #expect(back.event == stored.event)
    #expect(back.record.count == 5 + (kind.rawValue < 16 ? 2 : 3))
  }

  @Test func `empty and missing texts differ`() throws {
    var body = NavigationCommitted()
    body.url = Text(start: 0, count: 0)
    let stored = titled(.navigation(.committed(body)), words: [])
    let back = try StoredEvent(record: stored.record, sequence: EventID(1))
    #expect(back.payload.lines == ["navigation_committed {", "  url: \"\"", "}"])
  }

  @Test func `a text of a megabyte is decoded`() throws {
    let title = String(repeating: "0123456789abcdeé", count: 62_000)
    try expectTitle(title)
  }

  @Test func `every Unicode character is decoded`() throws {
    var title = ""
    for value in UInt32(0)...0x10_FFFF {
      if let scalar = Unicode.Scalar(value) { title.unicodeScalars.append(scalar) }
    }
    try expectTitle(title)
  }

  @Test func `consecutive records can be redacted`() throws {
    var encoder = EventEncoder()
    let samples = EventKind.allCases.map { SampleEvents.event($0) }
    for round in 0..<2 {
      for sample in samples { encoder.encode(sample.event, words: sample.words) }
      var start = 0
      for (sample, end) in zip(samples, encoder.ends) {
        #expect(Array(encoder.bytes[start..<end]) == sample.record, "round \(round)")
        start = end
      }
      #expect(encoder.ends.count == samples.count)
      #expect(start == encoder.bytes.count)
      encoder.removeAll()
    }
  }

  private func expectTitle(_ title: String) throws {
    let words = ContiguousArray(title.utf8)
    var body = PageTitled()
    body.tab = TabID(4)
    body.content = EventID(5)
    body.title = Text(start: 0, count: UInt32(words.count))
    let record = titled(.page(.titled(body)), words: words).record
    let text = try EventDecoder.text(.title, in: record.span.bytes, sequence: EventID(1))
    #expect(text.map { ContiguousArray($0.utf8) == words } == true)
    let cut = ContiguousArray(record.dropLast())
    #expect(throws: EventDecoder.Damage.self) {
      try EventDecoder.text(.title, in: cut.span.bytes, sequence: EventID(1))
    }
    let back = try StoredEvent(record: record, sequence: EventID(1))
    #expect(back.record == record)
  }

  private func titled(_ body: Body, words: ContiguousArray<UInt8>) -> StoredEvent {
    let sequence = EventID(1)
    return StoredEvent(
      Event(sequence: sequence, batch: BatchID(sequence), milliseconds: 1, body: body), words: words
    )
  }
}

/// Leaves every field unchanged.
private struct NothingFiller: FieldVisitor {
  func reference<Reference: EventReference>(
    _ number: UInt32, _ name: StaticString, _ value: inout Reference
  ) {}
  func count(_ number: UInt32, _ name: StaticString, _ value: inout Int32) {}
  func offset(_ number: UInt32, _ name: StaticString, _ value: inout Int32) {}
  func flag(_ number: UInt32, _ name: StaticString, _ value: inout Bool) {}
  func text(_ number: UInt32, _ name: StaticString, _ value: inout Text) {}
  func choice<Choice: RawRepresentable>(
    _ number: UInt32, _ name: StaticString, _ value: inout Choice
  ) where Choice.RawValue == UInt8 {}
  func zoom(_ number: UInt32, _ name: StaticString, _ value: inout ZoomLevel) {}
}
