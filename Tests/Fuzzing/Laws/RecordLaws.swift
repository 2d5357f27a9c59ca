import BrowserModel
import EventCoding
import TestSupport

@testable import Exchange
@testable import Notation

/// Laws for any bytes that are decoded as the record of an event.
///
/// The first byte selects the number of the event. The checksum covers the other bytes.
enum RecordLaws {
  private static let numbers: [Int32] = [1, 5, 70_000, .max, -1, -70_000, -.max]

  static func check(_ input: [UInt8]) throws {
    guard let choice = input.first else { return }
    let sequence = EventID(numbers[Int(choice) % numbers.count])
    _ = try? EventDecoder.decode(input.span.bytes, sequence: sequence)
    let record = sealed(input.dropFirst(), sequence)
    let expected = try? PlainReader(record).event(sequence)
    guard let event = try? EventDecoder.decode(record.span.bytes, sequence: sequence) else {
      // A record with a missing field is not valid.
      return try hold(expected == nil || record.count == 5, "a sound record is refused")
    }
    try hold(event == expected, "the decoder and the plain reading differ: \(event)")
    if case .unknown = event.body { return try redact(record, event) }
    // An event cannot belong to a batch that begins after it.
    if event.batch.exists, (event.batch.rawValue < 0) == event.sequence.isPrivate,
      event.batch.rawValue.magnitude <= event.sequence.rawValue.magnitude
    {
      try encode(event, record)
      try writeJSON(event, record)
    }
    try redact(record, event)
  }

  /// A record with a valid checksum.
  static func sealed(_ covered: some Collection<UInt8>, _ sequence: EventID) -> [UInt8] {
    let covered = Array(covered)
    let checksum = Checksum.of(covered.span.bytes, sequence: sequence)
    return [0x0D] + (0..<4).map { UInt8(truncatingIfNeeded: checksum >> ($0 * 8)) } + covered
  }

  private static func encoded(_ event: Event, _ words: ContiguousArray<UInt8>) -> [UInt8] {
    var encoder = EventEncoder()
    encoder.encode(event, words: words)
    return Array(encoder.bytes)
  }

  /// Encoding a decoded record preserves its content, and encoding it again does not change it.
  private static func encode(_ event: Event, _ record: [UInt8]) throws {
    let written = encoded(event, ContiguousArray(record))
    let again = try EventDecoder.decode(written.span.bytes, sequence: event.sequence)
    try hold(json(again, written) == json(event, record), "an event changes when it is written")
    try hold(encoded(again, ContiguousArray(written)) == written, "a record has two forms")
  }

  private static func json(_ event: Event, _ record: [UInt8]) -> String {
    EventJSON.object(event, words: EventWords(record.span.bytes)).text
  }

  /// If a log can contain the event, its JSON can be converted back to the same event.
  private static func writeJSON(_ event: Event, _ record: [UInt8]) throws {
    let text = json(event, record)
    let document = try JSONParser.parse(Array(text.utf8))
    // Private events are not exported.
    guard !event.sequence.isPrivate else { return }
    guard let reader = EventLineReader(document, CaseNames()) else {
      throw BrokenLaw(description: "an event cannot be read from its JSON: \(text)")
    }
    let again = json(reader.event, Array(reader.words))
    try hold(again == text, "the JSON of an event becomes \(again) instead of \(text)")
  }

  /// Without its texts, an event is still valid, and redacting it again does not change it.
  private static func redact(_ record: [UInt8], _ event: Event) throws {
    guard let redacted = EventRedactor.redact(record.span.bytes, sequence: event.sequence) else {
      throw BrokenLaw(description: "a sound record cannot be redacted")
    }
    let left = try EventDecoder.decode(redacted.span.bytes, sequence: event.sequence)
    try hold(left.isRedacted, "a redacted event does not say so")
    try hold(
      left.batch == event.batch && left.milliseconds == event.milliseconds,
      "redacting changes more than texts")
    let again = EventRedactor.redact(redacted.span.bytes, sequence: event.sequence)
    try hold(again == redacted, "redacting a redacted record changes it")
  }
}
