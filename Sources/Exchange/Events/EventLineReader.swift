internal import BrowserModel
internal import EventCoding

/// Reads events as ``EventLineWriter`` writes them.
struct EventLineReader {
  /// A line that says no event.
  struct Fault: Error {}

  private let kinds = Dictionary(
    EventKind.allCases.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })

  /// Whether a line is the heading of such a file.
  static func isHeading(_ line: JSON) -> Bool { line["retrace"]?.string == "events" }

  /// The event of a line, and the words that its texts point into.
  func event(_ line: JSON) throws(Fault) -> (Event, words: ContiguousArray<UInt8>) {
    guard let kind = line["event"]?.string.flatMap({ kinds[$0] }),
      let sequence = Self.sequence(line["sequence"]), sequence.exists,
      let batch = Self.sequence(line["batch"]), let time = line["time"]?.integer,
      let actor = Event.Actor.allCases.first(where: { "\($0)" == line["actor"]?.string })
    else { throw Fault() }
    var filler = LineFiller(fields: line["fields"]?.members ?? [])
    let body = kind.body(filledBy: &filler)
    guard !filler.isFaulty else { throw Fault() }
    let via = line["via"]?.string.flatMap { name in
      Event.Via.allCases.first { "\($0)" == name }
    }
    let event = Event(
      sequence: sequence, batch: batch, milliseconds: time,
      occurredMilliseconds: line["occurred"]?.integer ?? 0,
      branch: Self.sequence(line["branch"]) ?? .nothing, actor: actor, via: via ?? .unknown,
      device: UInt32(clamping: line["device"]?.integer ?? 0),
      deviceSequence: Int32(clamping: line["deviceSequence"]?.integer ?? 0),
      isRedacted: line["redacted"]?.integer == 1, body: body)
    return (event, filler.words)
  }

  private static func sequence(_ json: JSON?) -> Sequence? {
    json?.integer.flatMap { Int32(exactly: $0) }.map { Sequence($0) }
  }
}

/// Fills the fields of an event from the members of an object.
private struct LineFiller: FieldVisitor {
  let fields: [(name: String, value: JSON)]
  var words: ContiguousArray<UInt8> = []
  var isFaulty = false

  init(fields: [(name: String, value: JSON)]) { self.fields = fields }

  private func value(_ name: StaticString) -> JSON? {
    fields.first { $0.name == name.description }?.value
  }

  private mutating func number<Number: FixedWidthInteger>(
    _ name: StaticString, _ type: Number.Type
  ) -> Number? {
    guard let value = value(name) else { return nil }
    guard let number = value.integer.flatMap({ Number(exactly: $0) }) else {
      isFaulty = true
      return nil
    }
    return number
  }

  mutating func reference(_ number: UInt32, _ name: StaticString, _ value: inout Sequence) {
    if let number = self.number(name, Int32.self) { value = Sequence(number) }
  }

  mutating func count(_ number: UInt32, _ name: StaticString, _ value: inout Int32) {
    value = self.number(name, Int32.self) ?? value
  }

  mutating func offset(_ number: UInt32, _ name: StaticString, _ value: inout Int32) {
    value = self.number(name, Int32.self) ?? value
  }

  mutating func flag(_ number: UInt32, _ name: StaticString, _ value: inout Bool) {
    if let number = self.number(name, UInt8.self) { value = number != 0 }
  }

  mutating func text(_ number: UInt32, _ name: StaticString, _ value: inout Text) {
    guard let json = self.value(name) else { return }
    guard let text = json.string else {
      isFaulty = true
      return
    }
    value = Text(start: UInt32(words.count), count: UInt32(text.utf8.count))
    words.append(contentsOf: text.utf8)
  }

  mutating func zoom(_ number: UInt32, _ name: StaticString, _ value: inout ZoomLevel) {
    if let number = self.number(name, UInt16.self) { value = ZoomLevel(hundredths: number) }
  }

  mutating func choice<Choice: RawRepresentable>(
    _ number: UInt32, _ name: StaticString, _ value: inout Choice
  ) where Choice.RawValue == UInt8 {
    guard let number = self.number(name, UInt8.self) else { return }
    if let choice = Choice(rawValue: number) { value = choice } else { isFaulty = true }
  }
}
