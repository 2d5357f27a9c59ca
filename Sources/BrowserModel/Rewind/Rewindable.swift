/// A part of the state that can go back to what it was.
protocol Rewindable: Sendable {
  /// How far it has come.
  associatedtype Mark: BitwiseCopyable & Sendable

  var mark: Mark { get }

  /// Begins to keep what is changed, or ends it and forgets what was kept.
  mutating func keepsChanges(_ isKeeping: Bool)

  /// Forgets the changes before a mark, which nobody will go back to. O(changes).
  mutating func forgetChanges(before mark: Mark)

  /// Goes back to a mark that was taken while changes were kept. O(changes since).
  mutating func rewind(to mark: Mark)
}
