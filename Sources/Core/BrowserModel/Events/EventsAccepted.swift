/// Events of one device were accepted: for all devices they come before what arrives in this log
/// after this event.
///
/// What another device wrote is accepted as it arrives. It must be accepted again once the order was lost
/// (``DeviceEvent/orderLost``).
public struct EventsAccepted: Equatable, Sendable, BitwiseCopyable {
  /// The newest of them. All that the device wrote up to there is accepted.
  public var through: EventID = .nothing
  /// The number of the device that wrote them; 0: the device of this log.
  public var device: Int32 = 0
  public init() {}

  /// The device that wrote them, as `Event.device` has it.
  public var writer: UInt32 { UInt32(max(device, 0)) }
}
