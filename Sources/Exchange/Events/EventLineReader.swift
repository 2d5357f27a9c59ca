internal import BrowserModel
internal import EventCoding
internal import Notation

/// Reads an event from its exported JSON.
struct EventLineReader {
  /// The bytes of the event's texts.
  private(set) var words = ContiguousArray<UInt8>()
  private(set) var event: Event

  /// Reads an event. Returns nil if the JSON is not an event, or a field has an invalid value.
  ///
  /// - Parameter names: The names of cases, which all lines share.
  init?(_ json: JSON, _ names: CaseNames) {
    guard let sequence = Self.sequence(json["sequence"]), sequence.exists,
      let batch = Self.sequence(json["batch"]), batch.exists, batch <= sequence,
      let time = Self.time(json["time"]),
      let actor = json["actor"]?.string.flatMap({ names.value(Event.Actor.self, named: $0) }),
      let kind = json["kind"]?.string.flatMap({ Self.kinds[$0] })
    else { return nil }
    var fields = FieldReader(json, names)
    let body = fields.body(kind)
    guard !fields.isDamaged else { return nil }
    event = Event(
      sequence: sequence, batch: BatchID(batch), milliseconds: time, actor: actor, body: body)
    guard readRest(json, names), readOrigin(json, &fields.draft) else { return nil }
    words = fields.draft.bytes
  }

  /// Reads the members that only few events have.
  private mutating func readRest(_ json: JSON, _ names: CaseNames) -> Bool {
    if let occurred = json["occurred"] {
      guard let time = Self.time(occurred) else { return false }
      event.occurredMilliseconds = time
    }
    if let via = json["via"] {
      guard let known = via.string.flatMap({ names.value(Event.Via.self, named: $0) }) else {
        return false
      }
      event.via = known
    }
    if let branch = json["branch"] {
      guard let id = Self.sequence(branch) else { return false }
      event.branch = BranchID(id)
    }
    event.isRedacted = json["forgotten"]?.isTrue ?? false
    event.batchRun = json["batchRun"]?.integer.flatMap { UInt32(exactly: $0) } ?? 0
    event.device = json["device"]?.integer.flatMap { UInt32(exactly: $0) } ?? 0
    event.deviceSequence = json["deviceSequence"]?.integer.flatMap { Int32(exactly: $0) } ?? 0
    return true
  }

  /// Reads the author and the data of the batch.
  private mutating func readOrigin(_ json: JSON, _ draft: inout Draft) -> Bool {
    if let cause = json["cause"] {
      guard let id = Self.sequence(cause) else { return false }
      event.cause = id
    }
    for (name, field) in Self.besideTexts {
      guard let member = json[name] else { continue }
      guard let text = member.string else { return false }
      event[keyPath: field] = draft.text(text)
    }
    return true
  }

  /// The texts outside the payload, with the names of their members.
  private static let besideTexts: [(String, any WritableKeyPath<Event, Text> & Sendable)] = [
    ("agent", \.agent), ("batchName", \.batchName), ("batchKey", \.batchKey),
    ("batchFingerprint", \.batchFingerprint),
  ]

  private static func time(_ json: JSON?) -> Int64? {
    json?.string.flatMap { Timestamp($0, zone: .utc) }?.milliseconds
  }

  private static let kinds = Dictionary(
    uniqueKeysWithValues: EventKind.allCases.map { ($0.name, $0) })

  static func sequence(_ json: JSON?) -> EventID? {
    json?.integer.flatMap { Int32(exactly: $0) }.map { EventID($0) }
  }
}

/// Fills the fields of a payload from the members of an object. A field without a member remains
/// unchanged.
private struct FieldReader: PayloadSource, FieldVisitor {
  private let json: JSON
  private let names: CaseNames
  var draft = Draft()
  /// Whether a member has an invalid value.
  private(set) var isDamaged = false

  init(_ json: JSON, _ names: CaseNames) {
    self.json = json
    self.names = names
  }

  mutating func payload<Payload: FieldVisitable>() -> Payload {
    var payload = Payload()
    payload.visit(&self)
    return payload
  }

  mutating func reference<Reference: EventReference>(
    _ number: UInt32, _ name: StaticString, _ value: inout Reference
  ) {
    fill(&value, name) { EventLineReader.sequence($0).map { Reference($0) } }
  }

  mutating func count(_ number: UInt32, _ name: StaticString, _ value: inout Int32) {
    fill(&value, name) { $0.integer.flatMap { Int32(exactly: $0) } }
  }

  mutating func offset(_ number: UInt32, _ name: StaticString, _ value: inout Int32) {
    count(number, name, &value)
  }

  mutating func flag(_ number: UInt32, _ name: StaticString, _ value: inout Bool) {
    fill(&value, name) { if case .bool(let flag) = $0 { flag } else { nil } }
  }

  mutating func text(_ number: UInt32, _ name: StaticString, _ value: inout Text) {
    guard let member = member(name) else { return }
    if let text = member.string { value = draft.text(text) } else { isDamaged = true }
  }

  mutating func choice<Choice: RawRepresentable>(
    _ number: UInt32, _ name: StaticString, _ value: inout Choice
  ) where Choice.RawValue == UInt8 {
    let names = names
    fill(&value, name) { json in
      guard let name = json.string else {
        return json.integer.flatMap { UInt8(exactly: $0) }.flatMap { Choice(rawValue: $0) }
      }
      return names.value(Choice.self, named: name)
    }
  }

  mutating func zoom(_ number: UInt32, _ name: StaticString, _ value: inout ZoomLevel) {
    fill(&value, name) { json in
      let factor: Double? =
        switch json {
        case .null: 0
        case .number(let factor): factor
        case .integer(let factor): Double(factor)
        default: nil
        }
      return factor.flatMap { UInt16(exactly: ($0 * 10_000).rounded()) }
        .map { ZoomLevel(hundredths: $0) }
    }
  }

  private mutating func fill<Value>(
    _ value: inout Value, _ name: StaticString, _ read: (JSON) -> Value?
  ) {
    guard let member = member(name) else { return }
    if let read = read(member) { value = read } else { isDamaged = true }
  }

  private func member(_ name: StaticString) -> JSON? { json[EventJSON.memberName(of: name)] }
}
