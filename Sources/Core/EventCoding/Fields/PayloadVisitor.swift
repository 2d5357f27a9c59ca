import BrowserModel

/// A visitor of the payload of an event (`Body.visit(_:)`).
public protocol PayloadVisitor {
  /// Visits a payload of a kind.
  mutating func visit<Payload: FieldVisitable>(
    _ kind: EventKind, _ payload: inout Payload)
}
