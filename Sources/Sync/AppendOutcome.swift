/// What became of a message that was to be appended.
package enum AppendOutcome: Equatable, Sendable {
  /// It stands at this position.
  case appended(at: UInt64)
  /// The stream does not end there, or another one is in its place; read on, and append behind what was
  /// read.
  case conflict
  /// Nobody answered: it may stand there or not. The same may be given again until there is an answer.
  case unknown
}
