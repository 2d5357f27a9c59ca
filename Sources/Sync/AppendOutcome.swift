/// The result of appending a message.
package enum AppendOutcome: Equatable, Sendable {
  /// The message is stored at the given position.
  case appended(at: UInt64)
  /// The stream has a different end or was replaced. Read the new messages, and append after them.
  case conflict
  /// No server answered, so the message may or may not be stored. The append can be repeated until
  /// a server answers.
  case unknown
}
