internal import BrowserModel
internal import RetraceTimeline

/// The device that created a stream.
struct Founder: Equatable, Sendable {
  var device: UInt32
  /// The ids of the forget requests that the founder and the other devices had completed
  /// (``ForgetRequest/id``).
  var forgotten: [[UInt8]]
  /// Whether the founder has sent batches. It sends the unfinished forget requests before the
  /// batches.
  var hasBegun = false
  /// Whether the founder has proved that it knows the newest key, which removed devices do not
  /// know.
  var isProven = false
}
