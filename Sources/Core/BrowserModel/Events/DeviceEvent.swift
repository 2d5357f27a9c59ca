/// What a log says of the devices that share a library. ``Browser/apply(_:)`` and
/// ``Library/apply(_:)`` ignore it; a timeline keeps what it says.
public enum DeviceEvent: Equatable, Sendable, BitwiseCopyable {
  /// The device that wrote the event joined the others, or goes by another name from now on.
  case joined(DeviceJoined)
  /// Events of this log have their place among those of all devices.
  case accepted(EventsAccepted)
}

/// A device joined, or got another name.
public struct DeviceJoined: Equatable, Sendable, BitwiseCopyable {
  /// Its number among the devices of the profile: 1, 2, 3 …; 0 is none.
  public var number: Int32 = 0
  /// What people call it.
  public var name: Text = .absent
  public init() {}
}

/// Events of this log were accepted: for all devices they come before what arrives in this log
/// after this event.
public struct EventsAccepted: Equatable, Sendable, BitwiseCopyable {
  /// The newest of them. All that this device wrote up to there is accepted.
  public var through: EventID = .nothing
  public init() {}
}
