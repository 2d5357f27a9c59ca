internal import BrowserModel
internal import RetraceStore
internal import RetraceTimeline

/// That a stream has words that are to be forgotten, and that another one will begin.
struct StreamEnding: Equatable, Sendable {
  /// The device that begins the other one.
  var device: UInt32
  /// Since when it is known, by the clock of the servers, in milliseconds since 1970 UTC.
  var milliseconds: Int64
}
