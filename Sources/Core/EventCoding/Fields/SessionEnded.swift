/// The payload of an event that says nothing but that it happened.
struct SessionEnded: FieldVisitable {
  mutating func visit<Visitor: FieldVisitor>(_ visitor: inout Visitor) {}
}
