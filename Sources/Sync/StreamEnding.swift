internal import BrowserModel
internal import RetraceStore
internal import RetraceTimeline

/// A notice that a stream contains data to forget and will be replaced by another stream.
struct StreamEnding: Equatable, Sendable {
  /// The device that creates the other stream.
  var device: UInt32
  /// The time when the notice was appended, by the servers' clock, in milliseconds since 1970 UTC.
  var milliseconds: Int64
}
