package import BrowserModel
internal import EventCoding
internal import Synchronization

/// The JSON format of an event, which consists of its envelope and the fields of its payload, with
/// names derived from their stored names.
///
/// The JSON contains everything that the stored event contains, so an import can re-create the
/// event.
package enum EventJSON {
  /// Returns an event as a JSON object.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - words: Returns the string of a text of the event.
  package static func object(
    _ event: Event, words: EventWords
  ) -> JSONWriter {
    .object { write(event, to: &$0, words: words) }
  }

  /// Writes the members of an event into the current object.
  ///
  /// Members without a value are omitted. Such members are absent texts, references to nothing, and
  /// false flags.
  ///
  /// - Parameter hasRun: Whether to write the run. Answers to the program that has just acted do
  ///   not include it.
  package static func write(
    _ event: Event, to json: inout JSONWriter, words: EventWords, hasRun: Bool = true
  ) {
    json.member("sequence", event.sequence.rawValue)
    json.member("batch", event.batch.rawValue)
    json.member("time", Timestamp(milliseconds: event.milliseconds))
    if event.occurredMilliseconds != 0 {
      json.member("occurred", Timestamp(milliseconds: event.occurredMilliseconds))
    }
    if event.branch.exists { json.member("branch", event.branch.rawValue) }
    json.member("actor", actorNames[Int(event.actor.rawValue)])
    if event.via != .unknown { json.member("via", viaNames[Int(event.via.rawValue)]) }
    if event.agent.isPresent { json.member("agent", words(event.agent)) }
    if event.cause.exists { json.member("cause", event.cause.rawValue) }
    if event.batchName.isPresent { json.member("batchName", words(event.batchName)) }
    if event.batchKey.isPresent { json.member("batchKey", words(event.batchKey)) }
    if event.batchFingerprint.isPresent {
      json.member("batchFingerprint", words(event.batchFingerprint))
    }
    if hasRun, event.batchRun != 0 { json.member("batchRun", event.batchRun) }
    if event.device != 0 { json.member("device", event.device) }
    if event.deviceSequence != 0 { json.member("deviceSequence", event.deviceSequence) }
    if event.isRedacted { json.member("forgotten", true) }
    json.member("kind", event.body.kind?.name ?? "unknown")
    unsafe words.record.withUnsafeBytes { record in
      var fields = unsafe FieldWriter(json: json.taken(), record: record)
      event.body.visit(&fields)
      json = fields.json
    }
  }

  // These names are needed for every event, and formatting the name of a case takes a microsecond.
  private static let actorNames = Event.Actor.allCases.map { "\($0)" }
  private static let viaNames = Event.Via.allCases.map { "\($0)" }

  /// The names of enum cases, by type and stored number, so that each name is looked up only once.
  private static let choiceNames = Mutex<[ObjectIdentifier: [UInt8: String]]>([:])

  /// Returns the name of an enum case.
  private static func name<Choice: RawRepresentable>(
    of choice: Choice
  ) -> String where Choice.RawValue == UInt8 {
    choiceNames.withLock { names in
      let type = ObjectIdentifier(Choice.self)
      if let name = names[type]?[choice.rawValue] { return name }
      let name = "\(choice)"
      names[type, default: [:]][choice.rawValue] = name
      return name
    }
  }

  /// Returns the name of an event's kind, or `unknown.` and the number of the kind for an event of
  /// a newer version.
  package static func kind(of event: Event) -> String {
    if case .unknown(let kind) = event.body { return "unknown.\(kind)" }
    return event.body.kind?.name ?? "unknown"
  }

  /// A visitor that writes each field of a payload as a member.
  @safe private struct FieldWriter: PayloadVisitor, FieldVisitor {
    var json: JSONWriter
    let record: UnsafeRawBufferPointer

    mutating func visit<Payload: FieldVisitable>(_ kind: EventKind, _ payload: inout Payload) {
      payload.visit(&self)
    }

    mutating func reference<Reference: EventReference>(
      _ number: UInt32, _ name: StaticString, _ value: inout Reference
    ) {
      if value.exists { json.member(EventJSON.memberName(of: name), value.rawValue) }
    }

    mutating func count(_ number: UInt32, _ name: StaticString, _ value: inout Int32) {
      json.member(EventJSON.memberName(of: name), value)
    }

    mutating func offset(_ number: UInt32, _ name: StaticString, _ value: inout Int32) {
      json.member(EventJSON.memberName(of: name), value)
    }

    mutating func flag(_ number: UInt32, _ name: StaticString, _ value: inout Bool) {
      if value { json.member(EventJSON.memberName(of: name), true) }
    }

    mutating func text(_ number: UInt32, _ name: StaticString, _ value: inout Text) {
      if value.isPresent {
        json.member(EventJSON.memberName(of: name), value.string(in: unsafe record.bytes))
      }
    }

    mutating func choice<Choice: RawRepresentable>(
      _ number: UInt32, _ name: StaticString, _ value: inout Choice
    ) where Choice.RawValue == UInt8 {
      if Choice.self == HistoryEntry.Flags.self {
        json.member(EventJSON.memberName(of: name), Int(value.rawValue))
      } else {
        json.member(EventJSON.memberName(of: name), EventJSON.name(of: value))
      }
    }

    mutating func zoom(_ number: UInt32, _ name: StaticString, _ value: inout ZoomLevel) {
      json.member(EventJSON.memberName(of: name), value.exists ? value.factor : nil)
    }

  }

  /// Returns the name of the JSON member for a field.
  ///
  /// Stored names `like_this` become `likeThis`, like all other names in the JSON. The members of
  /// the envelope already use some of these names. Therefore, the `kind` of a bookmark is written
  /// as `type`, as in WebExtensions, and the fields `batch`, `branch` and `device` as `namedBatch`,
  /// `namedBranch` and `namedDevice`.
  package static func memberName(of name: StaticString) -> String {
    let stored = name.description
    // This runs for every field of every event. Comparing the length first rules out most names
    // quickly.
    switch name.utf8CodeUnitCount {
    case 4 where stored == "kind": return "type"
    case 5 where stored == "batch": return "namedBatch"
    case 6 where stored == "branch": return "namedBranch"
    case 6 where stored == "device": return "namedDevice"
    default:
      let isJoined = stored.utf8.contains(UInt8(ascii: "_"))
      return isJoined ? joined(stored) : stored
    }
  }

  /// Converts an ASCII name `like_this` to `likeThis`.
  private static func joined(_ stored: String) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(stored.utf8.count)
    var beginsWord = false
    for byte in stored.utf8 {
      if byte == UInt8(ascii: "_") {
        beginsWord = true
      } else {
        bytes.append(beginsWord ? byte & 0xDF : byte)
        beginsWord = false
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension ZoomLevel {
  /// The level as a factor, as in WebExtensions. For example, 1.25 means 125 %.
  package var factor: Double { Double(hundredths) / 10_000 }
}
