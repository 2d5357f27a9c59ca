internal import BrowserModel
internal import RetraceTimeline

/// A record that a device has joined.
struct DeviceJoinRecord: Equatable, Sendable {
  /// The name for display.
  var name: String
  /// The public key used to encrypt secrets for the device.
  var publicKey: [UInt8]
  /// The position of the invitation that the device used; 0 for the first device.
  var invitation: UInt64
  /// The time when the invitation was appended, by the servers' clock.
  var invited: Int64
}
