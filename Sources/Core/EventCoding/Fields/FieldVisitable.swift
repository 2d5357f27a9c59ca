import BrowserModel

/// A payload whose fields can be visited.
public protocol FieldVisitable {
  /// Creates a payload whose fields have the values that are not stored.
  init()
  /// Visits every field, in the order of the numbers.
  mutating func visit<Visitor: FieldVisitor>(_ visitor: inout Visitor)
}
