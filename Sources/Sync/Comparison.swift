internal import BrowserModel
internal import RetraceTimeline

/// What another device says of its library.
struct Comparison: Equatable, Sendable {
  /// The device.
  var device: UInt32
  /// The hash of its library.
  var hash: [UInt8]
}
