internal import BrowserModel
internal import RetraceTimeline

/// The device that has founded a stream in the place of another.
struct Founder: Equatable, Sendable {
  var device: UInt32
  /// What it had forgotten with the others, by ``ForgetRequest/id``.
  var forgotten: [[UInt8]]
  /// Whether it has told batches: what some devices are still to forget it has told before.
  var hasBegun = false
  /// Whether it has shown that it knows the newest key, which nobody does that was removed.
  var isProven = false
}
