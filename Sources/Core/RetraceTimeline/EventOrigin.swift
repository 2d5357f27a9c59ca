public import BrowserModel

/// An event by the device that wrote it and its number in the log of that device: what it is
/// called in every log.
public struct EventOrigin: Hashable, Sendable {
  /// The number of the device.
  public var device: UInt32
  /// The number of the event in its log.
  public var sequence: EventID

  /// Creates an origin; nothing is checked.
  public init(device: UInt32, sequence: EventID) {
    self.device = device
    self.sequence = sequence
  }
}
