/// Why a ``SharedStream`` cannot be used just now.
package struct StreamFailure: Error, Equatable, Sendable, CustomStringConvertible {
  /// One plain sentence.
  package let description: String
  /// Whether it may go well later, as when no server can be reached.
  package let isTemporary: Bool
  /// Whether the servers say that they have no such stream.
  package let isMissing: Bool

  /// Creates a failure.
  package init(_ description: String, isTemporary: Bool = true, isMissing: Bool = false) {
    self.description = description
    self.isTemporary = isTemporary
    self.isMissing = isMissing
  }
}
