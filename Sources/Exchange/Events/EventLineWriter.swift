internal import BrowserModel
internal import EventCoding

/// Writes events as JSON, one a line, with everything that is stored of them: ``EventLineReader`` makes
/// the same records of it.
struct EventLineWriter {
  /// What the first line says.
  static let heading = "{\"retrace\":\"events\",\"version\":1}\n"

  private(set) var bytes: [UInt8] = []
  private var words: (Text) -> String = { _ in "" }
  /// Whether the next member is the first of its object.
  private var isFirst = false

  mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  /// Adds a line. A kind that is not known has no fields that could be written.
  mutating func write(_ event: Event, words: (Text) -> String) {
    bytes.append(contentsOf: "{\"sequence\":".utf8)
    bytes.append(contentsOf: event.sequence.rawValue.description.utf8)
    member("batch", Int64(event.batch.rawValue))
    member("time", event.milliseconds)
    member("occurred", event.occurredMilliseconds, unless: 0)
    member("branch", Int64(event.branch.rawValue), unless: 0)
    member("device", Int64(event.device), unless: 0)
    member("deviceSequence", Int64(event.deviceSequence), unless: 0)
    member("actor", "\(event.actor)")
    if event.via != .unknown { member("via", "\(event.via)") }
    if event.isRedacted { member("redacted", 1) }
    withoutActuallyEscaping(words) { words in
      self.words = words
      event.body.visit(&self)
      self.words = { _ in "" }
    }
    bytes.append(contentsOf: "}\n".utf8)
  }

  private mutating func name(_ name: String) {
    if !isFirst { bytes.append(UInt8(ascii: ",")) }
    isFirst = false
    JSON.write(name, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
  }

  private mutating func member(_ name: String, _ number: Int64, unless usual: Int64? = nil) {
    guard number != usual else { return }
    self.name(name)
    bytes.append(contentsOf: number.description.utf8)
  }

  private mutating func member(_ name: String, _ text: String) {
    self.name(name)
    JSON.write(text, to: &bytes)
  }
}

extension EventLineWriter: PayloadVisitor {
  mutating func visit<Payload: FieldVisitable>(_ kind: EventKind, _ payload: inout Payload) {
    member("event", kind.name)
    name("fields")
    bytes.append(UInt8(ascii: "{"))
    isFirst = true
    payload.visit(&self)
    bytes.append(UInt8(ascii: "}"))
    isFirst = false
  }
}

extension EventLineWriter: FieldVisitor {
  mutating func reference(_ number: UInt32, _ name: StaticString, _ value: inout Sequence) {
    member(name.description, Int64(value.rawValue), unless: 0)
  }

  mutating func count(_ number: UInt32, _ name: StaticString, _ value: inout Int32) {
    member(name.description, Int64(value), unless: 0)
  }

  mutating func offset(_ number: UInt32, _ name: StaticString, _ value: inout Int32) {
    member(name.description, Int64(value), unless: 0)
  }

  mutating func flag(_ number: UInt32, _ name: StaticString, _ value: inout Bool) {
    if value { member(name.description, 1) }
  }

  mutating func text(_ number: UInt32, _ name: StaticString, _ value: inout Text) {
    if value.isPresent { member(name.description, words(value)) }
  }

  mutating func zoom(_ number: UInt32, _ name: StaticString, _ value: inout ZoomLevel) {
    member(name.description, Int64(value.hundredths), unless: 0)
  }

  mutating func choice<Choice: RawRepresentable>(
    _ number: UInt32, _ name: StaticString, _ value: inout Choice
  ) where Choice.RawValue == UInt8 {
    if value.rawValue != 0 { member(name.description, Int64(value.rawValue)) }
  }
}
