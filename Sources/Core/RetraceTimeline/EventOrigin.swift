public import BrowserModel

/// The device-independent identity of an event: the device that wrote the event, and the number of
/// the event in the log of that device.
public struct EventOrigin: Hashable, Sendable {
  /// The number of the device.
  public var device: UInt32
  /// The number of the event in the log of the device that wrote it.
  public var sequence: EventID

  /// Creates an origin. Nothing is checked.
  public init(device: UInt32, sequence: EventID) {
    self.device = device
    self.sequence = sequence
  }
}
