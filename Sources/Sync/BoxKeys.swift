internal import CSodium

/// The keys of a device, by which others can send it something that no third can read.
struct BoxKeys: Equatable, Sendable {
  /// What the others know.
  var open: [UInt8]
  /// What only the device knows.
  var secret: [UInt8]
}
