/// The identity and the end of a ``SharedStream``.
package struct StreamState: Equatable, Sendable {
  /// The creation time of the stream, in nanoseconds since 1970 UTC. A different time means a
  /// different stream.
  package var created: Int64
  /// The position of the last message, or 0 if there is no message.
  package var last: UInt64

  /// Creates a state.
  package init(created: Int64, last: UInt64) {
    self.created = created
    self.last = last
  }
}
