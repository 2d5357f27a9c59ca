internal import CSodium

/// The key pair of a device, used to encrypt data for this device only.
struct BoxKeys: Equatable, Sendable {
  /// The public key, which the other devices know.
  var open: [UInt8]
  /// The secret key, which only the device knows.
  var secret: [UInt8]
}
