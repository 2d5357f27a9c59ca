/// Events of one device were accepted. On all devices, the accepted events come before everything
/// that arrives in this log after this event.
///
/// Events of another device are accepted when they arrive. The events must be accepted again if the
/// order was lost (``DeviceEvent/orderLost``).
public struct EventsAccepted: Equatable, Sendable, BitwiseCopyable {
  /// The newest accepted event. All events of the device up to and including this event are
  /// accepted.
  public var through: EventID = .nothing
  /// The number of the device that wrote the events, or 0 for the device of this log.
  public var device: Int32 = 0
  public init() {}

  /// The device that wrote the events, in the form of `Event.device`.
  public var writer: UInt32 { UInt32(max(device, 0)) }
}
