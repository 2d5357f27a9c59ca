internal import BrowserModel
internal import RetraceTimeline

/// A device as the other devices know it.
struct Member: Equatable, Sendable {
  /// The name under which the device joined.
  var name: String
  /// The public key used to encrypt secrets for the device.
  var publicKey: [UInt8]
  /// The number of messages that the device has written.
  var messageCount: UInt64
  /// Whether the device was removed.
  var isRemoved = false
  /// The positions of the parts read so far of the device's incomplete batch.
  var parts: [UInt64] = []
}

extension Member {
  /// Creates a member that has not written a message yet.
  init(_ record: DeviceJoinRecord) {
    self.init(name: record.name, publicKey: record.publicKey, messageCount: 0)
  }
}
