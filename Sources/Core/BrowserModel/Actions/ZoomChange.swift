/// A change of a zoom level.
public enum ZoomChange: Equatable, Sendable {
  /// The next larger level of the ladder (Z1).
  case stepIn
  /// The next smaller level of the ladder (Z1).
  case stepOut
  /// Removes the level. A tab without its own level follows its site, and a site without its own
  /// level follows the default.
  case reset
  /// A level, which must be in ``ZoomLevel/allowed``.
  case set(ZoomLevel)
}
