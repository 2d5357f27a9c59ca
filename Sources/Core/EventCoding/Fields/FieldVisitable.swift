import BrowserModel

/// A payload whose fields can be visited.
public protocol FieldVisitable {
  /// Creates a payload in which every field has its default value, which is not stored.
  init()
  /// Visits every field, in the order of the field numbers.
  mutating func visit<Visitor: FieldVisitor & ~Escapable>(_ visitor: inout Visitor)
}
