import BrowserModel
import EventCoding
import Testing

/// The examples of the documentation, with the same lines.
struct Examples {
  private let draft: Draft
  private let event: Event

  init() {
    var draft = Draft()
    var visit = PageVisited()
    visit.url = draft.text("https://example.com/")
    let body = Body.page(.visited(visit))
    draft.append(body)
    self.draft = draft
    event = Event(
      sequence: EventID(1), batch: BatchID(1), milliseconds: 1_700_000_000_000, body: body)
  }

  private var record: ContiguousArray<UInt8> {
    var encoder = EventEncoder()
    encoder.encode(event, words: draft.bytes)
    return encoder.bytes
  }

  @Test func `an event is written and read as a record`() throws {
    // example: EventEncoder
    var encoder = EventEncoder()
    encoder.encode(event, words: draft.bytes)
    let record = encoder.bytes
    let decoded = try EventDecoder.decode(record.span.bytes, sequence: event.sequence)
    // end
    #expect(decoded.milliseconds == event.milliseconds)
    #expect(
      try EventDecoder.text(.url, in: record.span.bytes, sequence: event.sequence)
        == "https://example.com/")
  }

  @Test func `a record in memory is found by its number`() {
    let record = record
    // example: MemoryLog
    var log = MemoryLog()
    let number = log.append(record.span.bytes)
    let length = log.withRecord(at: number) { $0.byteCount }
    // end
    #expect(number == 1)
    #expect(length == record.count)
  }

  @Test func `a redacted record has empty texts`() throws {
    let record = record
    // example: EventRedactor
    let redacted = EventRedactor.redact(record.span.bytes, sequence: event.sequence)
    // end
    let bytes = try #require(redacted)
    #expect(try EventDecoder.text(.url, in: bytes.span.bytes, sequence: event.sequence) == "")
  }

  @Test func `a quiet visitor sees the fields of one type`() {
    // example: QuietFieldVisitor
    struct PresentTexts: QuietFieldVisitor, PayloadVisitor {
      var names: [String] = []
      mutating func text(_ number: UInt32, _ name: StaticString, _ value: inout Text) {
        if value.isPresent { names.append("\(name)") }
      }
      mutating func visit<Payload: FieldVisitable>(_ kind: EventKind, _ payload: inout Payload) {
        payload.visit(&self)
      }
    }
    var texts = PresentTexts()
    event.body.visit(&texts)
    // end
    #expect(texts.names == ["url"])
  }
}
