import BrowserModel

/// The payload of `DeviceEvent.orderLost`, which has no fields.
struct OrderLostPayload: FieldVisitable {
  mutating func visit<Visitor: FieldVisitor & ~Escapable>(_ visitor: inout Visitor) {}
}
