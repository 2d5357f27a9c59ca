internal import BrowserModel
internal import RetraceTimeline

/// A key change that removes devices.
struct KeyRotation: Equatable, Sendable {
  /// The numbers of the removed devices.
  var removed: [UInt32]
  /// The new key, encrypted for each remaining device.
  var keys: [SealedKey]

  /// A key encrypted for one device.
  struct SealedKey: Equatable, Sendable {
    var device: UInt32
    var sealed: [UInt8]
  }
}
