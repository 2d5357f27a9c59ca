internal import BrowserModel
internal import RetraceTimeline

/// The device that created a stream.
struct Founder: Equatable, Sendable {
  var device: UInt32
  /// The requests that it had completed with the other devices, by ``ForgetRequest/id``.
  var forgotten: [[UInt8]]
  /// Whether it has sent batches. It sends the unfinished forget requests before them.
  var hasBegun = false
  /// Whether it has proved that it knows the newest key, which removed devices do not know.
  var isProven = false
}
