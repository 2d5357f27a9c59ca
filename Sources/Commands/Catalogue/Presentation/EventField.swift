internal import BrowserModel
internal import CommandKit
internal import EventCoding

/// A field of an event that differs from its default, as shown to the user.
package struct EventField {
  /// The stored name of the field: `search_words`.
  let name: String
  fileprivate(set) var value: SafeText
  /// The event that the field refers to, or `nothing`.
  let reference: EventID

  /// Whether the field refers to a tab.
  var isTab: Bool { name == "tab" || name == "source" }

  /// Whether the field refers to an entry of a tab's history.
  var isEntry: Bool { name == "entry" || name == "content" }

  /// The name in words: `search words`.
  var label: SafeText { SafeText(trusted: name.split(separator: "_").joined(separator: " ")) }

  /// Creates a field that refers to an event.
  init(_ name: String, _ reference: EventID) {
    self.init(name: name, value: "#\(reference.rawValue)", reference: reference)
  }

  fileprivate init(name: String, value: SafeText, reference: EventID) {
    self.name = name
    self.value = value
    self.reference = reference
  }

  /// Returns the fields of an event in their stored order.
  static func all(of event: Event, words: EventWords) -> [EventField] {
    var lister = FieldLister()
    event.body.visit(&lister)
    for (place, text) in lister.texts {
      let words = words(text)
      // The members of a list are stored one per line.
      let isList = ["tags", "redirects"].contains(lister.fields[place].name)
      let parts = isList ? words.split(separator: "\n") : [words[...]]
      lister.fields[place].value = parts.map { SafeText($0) }.joined(separator: ", ")
    }
    // A forgotten text is present but empty.
    return event.isRedacted ? lister.fields.filter { !$0.value.isEmpty } : lister.fields
  }
}

private struct FieldLister: PayloadVisitor, FieldVisitor {
  var fields: [EventField] = []
  /// The text fields, by their positions; their contents are looked up later.
  var texts: [(place: Int, text: Text)] = []

  mutating func visit<Payload: FieldVisitable>(_ kind: EventKind, _ payload: inout Payload) {
    payload.visit(&self)
  }

  mutating func reference<Reference: EventReference>(
    _ number: UInt32, _ name: StaticString, _ value: inout Reference
  ) {
    if value.exists { add(name, "#\(value.rawValue)", reference: value.event) }
  }

  mutating func count(_ number: UInt32, _ name: StaticString, _ value: inout Int32) {
    if value != 0 { add(name, "\(value)") }
  }

  mutating func offset(_ number: UInt32, _ name: StaticString, _ value: inout Int32) {
    if value != 0 { add(name, "\(value)") }
  }

  mutating func flag(_ number: UInt32, _ name: StaticString, _ value: inout Bool) {
    if value { add(name, "yes") }
  }

  mutating func text(_ number: UInt32, _ name: StaticString, _ value: inout Text) {
    guard value.isPresent else { return }
    texts.append((fields.count, value))
    add(name, "")
  }

  mutating func choice<Choice: RawRepresentable>(
    _ number: UInt32, _ name: StaticString, _ value: inout Choice
  ) where Choice.RawValue == UInt8 {
    if value is HistoryEntry.Flags {
      if value.rawValue != 0 { add(name, "\(value.rawValue)") }
    } else {
      add(name, SafeText(naming: value))
    }
  }

  mutating func zoom(_ number: UInt32, _ name: StaticString, _ value: inout ZoomLevel) {
    add(name, SafeText(value.exists ? value.percentText : "default"))
  }

  private mutating func add(
    _ name: StaticString, _ value: SafeText, reference: EventID = .nothing
  ) {
    fields.append(EventField(name: name.description, value: value, reference: reference))
  }
}
