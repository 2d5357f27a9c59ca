import BrowserModel

/// The payload of `SessionEvent.ended`, which has no fields.
struct SessionEnded: FieldVisitable {
  mutating func visit<Visitor: FieldVisitor & ~Escapable>(_ visitor: inout Visitor) {}
}
