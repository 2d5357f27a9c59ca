internal import BrowserModel
internal import RetraceTimeline

/// The library hash that another device sent.
struct Comparison: Equatable, Sendable {
  /// The device.
  var device: UInt32
  /// The hash of its library.
  var hash: [UInt8]
}
