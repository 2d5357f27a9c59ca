/// Why a ``SharedStream`` cannot be used just now.
public struct StreamFailure: Error, Equatable, Sendable, CustomStringConvertible {
  /// One plain sentence.
  public let description: String
  /// Whether it may go well later, as when no server can be reached.
  public let isTemporary: Bool
  /// Whether the servers say that they have no such stream.
  public let isMissing: Bool

  /// Creates a failure.
  public init(_ description: String, isTemporary: Bool = true, isMissing: Bool = false) {
    self.description = description
    self.isTemporary = isTemporary
    self.isMissing = isMissing
  }
}
