internal import BrowserModel
internal import RetraceTimeline

/// The device that created a stream.
struct Founder: Equatable, Sendable {
  var device: UInt32
  /// The ids (``ForgetRequest/id``) of the forget requests that the founder and the other devices
  /// had completed when the stream was created.
  var forgotten: [[UInt8]]
  /// Whether the founder has sent batches. Before its batches, the founder sends the unfinished
  /// forget requests.
  var hasBegun = false
  /// Whether the founder has proved that it knows the newest key, which removed devices do not
  /// know.
  var isProven = false
}
