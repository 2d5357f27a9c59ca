internal import BrowserModel
internal import RetraceTimeline

/// That devices were removed.
struct KeyRotation: Equatable, Sendable {
  /// The devices that were removed.
  var removed: [UInt32]
  /// The new key, for each device that is left, as only that can read it.
  var keys: [SealedKey]

  /// A key for one device.
  struct SealedKey: Equatable, Sendable {
    var device: UInt32
    var sealed: [UInt8]
  }
}
