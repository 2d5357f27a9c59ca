internal import BrowserModel
internal import RetraceTimeline

/// That a device has joined.
struct DeviceJoinRecord: Equatable, Sendable {
  /// The name for display.
  var name: String
  /// The key by which it can be sent a secret.
  var publicKey: [UInt8]
  /// The position of the invitation that it came with; 0 for the first device.
  var invitation: UInt64
  /// When the invitation was appended, by the servers' clock.
  var invited: Int64
}
