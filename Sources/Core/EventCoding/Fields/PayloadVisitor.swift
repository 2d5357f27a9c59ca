import BrowserModel

/// A visitor of the payload of an event (`Body.visit(_:)`).
public protocol PayloadVisitor {
  /// Visits the payload of an event of the given kind.
  mutating func visit<Payload: FieldVisitable>(
    _ kind: EventKind, _ payload: inout Payload)
}
