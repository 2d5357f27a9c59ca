/// The reason why a ``SharedStream`` cannot be used at the moment.
package struct StreamFailure: Error, Equatable, Sendable, CustomStringConvertible {
  /// The description as a sentence.
  package let description: String
  /// Whether the operation may succeed later, for example if no server can be reached at the
  /// moment.
  package let isTemporary: Bool
  /// Whether the servers report that the stream does not exist.
  package let isMissing: Bool

  /// Creates a failure.
  package init(_ description: String, isTemporary: Bool = true, isMissing: Bool = false) {
    self.description = description
    self.isTemporary = isTemporary
    self.isMissing = isMissing
  }
}
