internal import BrowserModel
internal import EventCoding

/// A visitor that collects the present texts of an event, in the order of their fields.
struct TextCollector: QuietFieldVisitor, PayloadVisitor {
  private(set) var texts: [(field: EventText, text: Text)] = []
  private var kind = EventKind.navigationCommitted

  mutating func text(_ number: UInt32, _ name: StaticString, _ value: inout Text) {
    if value.isPresent { texts.append((EventText(kind: kind, name: "\(name)"), value)) }
  }

  mutating func visit<Payload: FieldVisitable>(_ kind: EventKind, _ payload: inout Payload) {
    self.kind = kind
    payload.visit(&self)
  }
}
