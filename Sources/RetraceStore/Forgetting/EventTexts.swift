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

  /// The non-empty texts, in the order of the fields.
  private(set) var fields: [Field] = []

  /// The field name that represents the name of the batch.
  static let batchName = "batch_name"

  /// Reads the texts of an event.
  ///
  /// - Parameter words: The texts of the event.
  init(_ event: Event, words: EventWords) {
    var lister = Lister()
    event.body.visit(&lister)
    fields = lister.found.map { Field(number: $0, name: $1.description, words: words($2)) }
    if event.batchName.count > 0 {
      fields.append(
        Field(
          number: EventRedactor.Fields.batchNoteNumber, name: Self.batchName,
          words: words(event.batchName)))
    }
  }

  /// The text of a field, or nil if the text is empty or absent.
  subscript(name: String) -> String? { fields.first { $0.name == name }?.words }

  /// Returns all fields except the dropped fields, as the set of fields to keep.
  func kept(without dropped: [String]) -> EventRedactor.Fields {
    fields.reduce(into: []) { kept, field in
      if !dropped.contains(field.name) { kept.insert(EventRedactor.Fields(number: field.number)) }
    }
  }

  /// Collects the texts of a payload.
  private struct Lister: PayloadVisitor, QuietFieldVisitor {
    var found: [(number: UInt32, name: StaticString, text: Text)] = []

    mutating func visit<Payload: FieldVisitable>(_ kind: EventKind, _ payload: inout Payload) {
      payload.visit(&self)
    }

    mutating func text(_ number: UInt32, _ name: StaticString, _ value: inout Text) {
      guard value.count > 0, value.isPresent else { return }
      found.append((number, name, value))
    }
  }
}
