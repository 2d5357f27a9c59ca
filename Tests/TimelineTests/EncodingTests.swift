import BrowserModel
import EventCoding
import TestSupport
import Testing

struct EncodingTests {
  @Test(arguments: EventKind.allCases)
  func `every event is decoded unchanged`(kind: EventKind) throws {
    var facts = RandomFacts(seed: UInt64(kind.rawValue))
    for number in 0..<40 {
      let draft = facts.next(kind)
      let event = envelope(around: draft.bodies[0], number: number, random: &facts.random)
      var encoder = EventEncoder()
      encoder.encode(event, words: draft.bytes)
      let record = encoder.bytes
      let decoded = try EventDecoder.decode(record.span.bytes, sequence: event.sequence)
      var bare = decoded
      bare.body = event.body
      #expect(bare == event)
      #expect(
        FieldList.of(decoded.body, words: record) == FieldList.of(event.body, words: draft.bytes))
    }
  }

  private func envelope(
    around body: Body, number: Int, random: inout SplitMix64
  ) -> Event {
    let sequence = EventID(number.isMultiple(of: 2) ? Int32(number + 9) : -Int32(number + 9))
    return Event(
      sequence: sequence, batch: BatchID(sequence.advanced(by: -Int32(random.below(8)))),
      milliseconds: Int64.random(in: .min ... .max, using: &random),
      occurredMilliseconds: random.once(in: 2) ? -1 : 0, branch: BranchID(Int32(random.below(3))),
      actor: random.pick(Event.Actor.allCases), via: random.pick(Event.Via.allCases),
      device: random.once(in: 2) ? .max : 0, deviceSequence: random.once(in: 2) ? 5 : 0,
      body: body)
  }
}

/// The fields of an event as text. Its texts may have any positions.
private struct FieldList: PayloadVisitor, FieldVisitor {
  let words: ContiguousArray<UInt8>
  var lines: [String] = []

  static func of(_ body: Body, words: ContiguousArray<UInt8>) -> [String] {
    var list = FieldList(words: words)
    body.visit(&list)
    return list.lines
  }

  mutating func visit<Payload: FieldVisitable>(_ kind: EventKind, _ payload: inout Payload) {
    lines.append("\(kind)")
    payload.visit(&self)
  }

  mutating func reference<Reference: EventReference>(
    _ number: UInt32, _ name: StaticString, _ value: inout Reference
  ) {
    lines.append("\(number) \(name) #\(value.rawValue)")
  }

  mutating func count(_ number: UInt32, _ name: StaticString, _ value: inout Int32) {
    lines.append("\(number) \(name) \(value)")
  }

  mutating func offset(_ number: UInt32, _ name: StaticString, _ value: inout Int32) {
    lines.append("\(number) \(name) \(value)")
  }

  mutating func flag(_ number: UInt32, _ name: StaticString, _ value: inout Bool) {
    lines.append("\(number) \(name) \(value)")
  }

  mutating func text(_ number: UInt32, _ name: StaticString, _ value: inout Text) {
    let start = Int(value.start)
    lines.append(
      "\(number) \(name) "
        + (value.isPresent ? "\(Array(words[start..<(start + Int(value.count))]))" : "absent"))
  }

  mutating func choice<Choice: RawRepresentable>(
    _ number: UInt32, _ name: StaticString, _ value: inout Choice
  ) where Choice.RawValue == UInt8 {
    lines.append("\(number) \(name) \(value.rawValue)")
  }

  mutating func zoom(_ number: UInt32, _ name: StaticString, _ value: inout ZoomLevel) {
    lines.append("\(number) \(name) \(value.hundredths)")
  }
}
