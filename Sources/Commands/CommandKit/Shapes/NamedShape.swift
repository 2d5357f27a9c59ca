/// A shape that is part of several answers, or that contains itself.
package struct NamedShape: Hashable, Sendable {
  /// The name in `help json` and in schemas.
  package let name: String
  /// Whether the shape is part of an object that has other members.
  let isOpen: Bool
  /// Creates the shape, which may refer to this named shape.
  private let make: @Sendable () -> JSONShape

  /// Creates a named shape.
  package init(_ name: String, isOpen: Bool = false, _ make: @escaping @Sendable () -> JSONShape) {
    self.name = name
    self.isOpen = isOpen
    self.make = make
  }

  /// The shape.
  package var shape: JSONShape { make() }

  package static func == (left: NamedShape, right: NamedShape) -> Bool { left.name == right.name }

  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
