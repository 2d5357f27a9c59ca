import BrowserModel
import EventCoding

/// An event with the bytes that contain its texts.
struct StoredEvent {
  var event: Event
  var words: ContiguousArray<UInt8>

  init(_ event: Event, words: ContiguousArray<UInt8>) {
    self.event = event
    self.words = words
  }

  /// Reads a record.
  init(record: [UInt8], sequence: EventID) throws(EventDecoder.Damage) {
    event = try EventDecoder.decode(record.span.bytes, sequence: sequence)
    words = ContiguousArray(record)
  }

  /// The record, written by the encoder.
  var record: [UInt8] {
    var encoder = EventEncoder()
    encoder.encode(event, words: words)
    return Array(encoder.bytes)
  }

  /// The fields of the payload, with texts instead of their ranges.
  var payload: PayloadPrinter {
    var printer = PayloadPrinter(words: words)
    event.body.visit(&printer)
    return printer
  }

  /// The event in the text format of Protocol Buffers, without the checksum. Two events with the
  /// same lines have equal values.
  var lines: [String] {
    // Fields are in the order of their numbers.
    let isLast = (payload.kind?.rawValue ?? .max) > 16
    return isLast ? envelope + from16 + payload.lines : envelope + payload.lines + from16
  }

  /// The fields with the numbers from 16 to 19.
  private var from16: [String] {
    let printer = PayloadPrinter(words: words)
    func line(_ name: String, _ text: Text) -> [String] {
      text.isPresent ? ["\(name): \(printer.quoted(text))"] : []
    }
    let note =
      line("  name", event.batchName) + line("  key", event.batchKey)
      + line("  fingerprint", event.batchFingerprint)
      + (event.batchRun == 0 ? [] : ["  run: \(event.batchRun)"])
    return (event.isRedacted ? ["redacted: true"] : [])
      + line("agent", event.agent)
      + (event.cause.exists ? ["cause: \(event.cause.rawValue)"] : [])
      + (note.isEmpty ? [] : ["batch_note {"] + note + ["}"])
  }

  /// The same text in one line.
  var sentence: String {
    lines.map { $0.drop { $0 == " " } }.joined(separator: " ")
  }

  private var envelope: [String] {
    let batchOffset = event.sequence.rawValue.magnitude - event.batch.rawValue.magnitude
    let numbers: [(String, Int64)] = [
      ("time", event.milliseconds), ("batch_offset", Int64(batchOffset)),
    ]
    let choices: [(String, String, UInt8)] = [
      ("actor", ProtoName.value("\(event.actor)", of: "Actor"), event.actor.rawValue),
      ("via", ProtoName.value("\(event.via)", of: "Via"), event.via.rawValue),
    ]
    let rest: [(String, Int64)] = [
      ("branch", Int64(event.branch.rawValue)), ("occurred", event.occurredMilliseconds),
      ("device", Int64(event.device)), ("device_sequence", Int64(event.deviceSequence)),
    ]
    return numbers.filter { $0.1 != 0 }.map { "\($0.0): \($0.1)" }
      + choices.filter { $0.2 != 0 }.map { "\($0.0): \($0.1)" }
      + rest.filter { $0.1 != 0 }.map { "\($0.0): \($0.1)" }
  }
}
