internal import BrowserModel
internal import CommandKit
internal import EventCoding
internal import Notation

/// The fields of each kind of event as JSON members, as written by ``EventJSON``. The shape is
/// derived from the common description of the fields.
struct EventFieldsShape: PayloadVisitor, FieldVisitor {
  private var members: [JSONShape.Member] = []

  /// One object for each kind of event, distinguished by `kind`. For an event of a newer version,
  /// the object has no fields.
  static let shape = JSONShape.anyOf(
    EventKind.allCases.map { kind in
      .object([.required("kind", .choice([kind.name]))] + members(of: kind))
    } + [.object([.required("kind", .choice(["unknown"]))])])

  private static func members(of kind: EventKind) -> [JSONShape.Member] {
    var visitor = EventFieldsShape()
    var source = EmptyPayloads()
    source.body(kind).visit(&visitor)
    return visitor.members
  }

  mutating func visit<Payload: FieldVisitable>(_ kind: EventKind, _ payload: inout Payload) {
    payload.visit(&self)
  }

  mutating func reference<Reference: EventReference>(
    _ number: UInt32, _ name: StaticString, _ value: inout Reference
  ) { members.append(.optional(EventJSON.memberName(of: name), .integer)) }

  mutating func count(_ number: UInt32, _ name: StaticString, _ value: inout Int32) {
    members.append(.required(EventJSON.memberName(of: name), .integer))
  }

  mutating func offset(_ number: UInt32, _ name: StaticString, _ value: inout Int32) {
    members.append(.required(EventJSON.memberName(of: name), .integer))
  }

  mutating func flag(_ number: UInt32, _ name: StaticString, _ value: inout Bool) {
    members.append(.optional(EventJSON.memberName(of: name), .flag))
  }

  mutating func text(_ number: UInt32, _ name: StaticString, _ value: inout Text) {
    members.append(.optional(EventJSON.memberName(of: name), .string))
  }

  mutating func choice<Choice: RawRepresentable>(
    _ number: UInt32, _ name: StaticString, _ value: inout Choice
  ) where Choice.RawValue == UInt8 {
    let isSet = Choice.self == HistoryEntry.Flags.self
    let names = isSet ? [] : (0...UInt8.max).compactMap { Choice(rawValue: $0).map { "\($0)" } }
    members.append(
      .required(EventJSON.memberName(of: name), isSet ? .integer : .choice(names)))
  }

  mutating func zoom(_ number: UInt32, _ name: StaticString, _ value: inout ZoomLevel) {
    members.append(.required(EventJSON.memberName(of: name), .nullable(.number)))
  }
}

/// Payloads with default values.
private struct EmptyPayloads: PayloadSource {
  mutating func payload<Payload: FieldVisitable>() -> Payload { Payload() }
}

extension JSONShape {
  /// Returns the shape of an event as written by ``EventJSON``: its envelope, the fields of its
  /// kind, and additional members of a command.
  static func event(with members: [Member] = []) -> JSONShape {
    .object(eventMembers + members, beside: .eventFields)
  }

  private static let eventMembers: [Member] = [
    .required("sequence", .integer, "its number, negative in a private window"),
    .required("batch", .integer, "the first event of the same action"),
    .required("time", .time, "when it was appended"),
    .optional("occurred", .time, "when it happened, if that was earlier"),
    .optional("branch", .integer, "the branch of the event, if it is not main"),
    .required("actor", .choice(Event.Actor.allCases.map { "\($0)" }), "the kind of author"),
    .optional(
      "via", .choice(Event.Via.allCases.filter { $0 != .unknown }.map { "\($0)" }),
      "the interface used"),
    .optional("agent", .string, "the program that wrote the event"),
    .optional("cause", .integer, "the event that caused this event"),
    .optional("batchName", .string), .optional("batchKey", .string),
    .optional("batchFingerprint", .string, "a fingerprint of the request with the key"),
    .optional(
      "device", .integer,
      "the “id” of the device that wrote the event, as in “devices”, if it was "
        + "another device"),
    .optional(
      "batchRun", .integer,
      "the same number for all actions of one connection or console; only in "
        + "“log”"),
    .optional("deviceSequence", .integer, "its number on that device"),
    .optional("forgotten", .flag, "whether some of its text was forgotten"),
    .required("kind", .string, "as in “log --kind tab.closed”"),
  ]
}
