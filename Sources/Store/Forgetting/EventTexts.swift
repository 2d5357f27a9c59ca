internal import BrowserModel
internal import EventCoding

/// The texts of an event, by the numbers and names of their fields in `retrace.proto`.
struct EventTexts {
  /// A text that the event has.
  struct Field {
    let number: UInt32
    let name: String
    let words: String
  }

  /// The texts that are not empty, in the order of the fields.
  private(set) var fields: [Field] = []

  /// Reads the texts of an event.
  ///
  /// - Parameter words: What the texts of the event say.
  init(_ event: Event, words: EventWords) {
    fields = words.withUnsafeBytes { record in
      var lister = Lister(record: record)
      event.body.visit(&lister)
      return lister.fields
    }
  }

  /// The words of a field; nil when it is empty or absent.
  subscript(name: String) -> String? { fields.first { $0.name == name }?.words }

  /// Returns all fields but some, as the set of those that stay.
  func kept(without dropped: [String]) -> EventRedactor.Fields {
    fields.reduce(into: []) { kept, field in
      if !dropped.contains(field.name) { kept.insert(EventRedactor.Fields(number: field.number)) }
    }
  }

  /// Collects the texts of a payload.
  private struct Lister: PayloadVisitor, QuietFieldVisitor {
    let record: UnsafeRawBufferPointer
    var fields: [Field] = []

    mutating func visit<Payload: FieldVisitable>(_ kind: EventKind, _ payload: inout Payload) {
      payload.visit(&self)
    }

    mutating func text(_ number: UInt32, _ name: StaticString, _ value: inout Text) {
      guard value.count > 0, value.isPresent else { return }
      fields.append(
        Field(number: number, name: name.description, words: value.string(in: record))
      )
    }
  }
}
