internal import BrowserModel
internal import RetraceTimeline

/// A record that a device has joined, or has returned to a stream whose founder does not know the
/// device.
struct DeviceJoinRecord: Equatable, Sendable {
  /// The name of the device for display.
  var name: String
  /// The public key used to encrypt secrets for the device.
  var publicKey: [UInt8]
  /// The position of the invitation that the device used, or 0 for a device that returns.
  var invitation: UInt64
  /// The time when the invitation was appended, by the servers' clock.
  var invited: Int64
}
