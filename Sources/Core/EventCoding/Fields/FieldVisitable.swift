import BrowserModel

/// A payload whose fields can be visited.
public protocol FieldVisitable {
  /// Creates a payload in which every field has the value that is not stored.
  init()
  /// Visits every field, in the order of the numbers.
  mutating func visit<Visitor: FieldVisitor & ~Escapable>(_ visitor: inout Visitor)
}
