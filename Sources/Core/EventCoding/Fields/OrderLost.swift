import BrowserModel

/// The payload of an event that has no fields.
struct OrderLost: FieldVisitable {
  mutating func visit<Visitor: FieldVisitor & ~Escapable>(_ visitor: inout Visitor) {}
}
