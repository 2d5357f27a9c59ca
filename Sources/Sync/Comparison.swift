internal import BrowserModel
internal import RetraceTimeline

/// The library hash that another device sent.
struct Comparison: Equatable, Sendable {
  /// The number of the device that sent the hash.
  var device: UInt32
  /// The hash of the device's library.
  var hash: [UInt8]
}
