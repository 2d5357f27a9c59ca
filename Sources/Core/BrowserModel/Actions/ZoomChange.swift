/// An action for another zoom.
public enum ZoomChange: Equatable, Sendable {
  /// The next step up, or down, of the ladder (Z1).
  case stepIn
  case stepOut
  /// What the site, or the default, says.
  case reset
  case set(ZoomLevel)
}
