import BrowserModel

/// The payload of an event that has no fields.
struct OrderLostPayload: FieldVisitable {
  mutating func visit<Visitor: FieldVisitor & ~Escapable>(_ visitor: inout Visitor) {}
}
