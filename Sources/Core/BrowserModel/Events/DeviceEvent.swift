/// What a log says of the devices that share a library. ``Browser/apply(_:)`` and
/// ``Library/apply(_:)`` ignore it; a timeline keeps what it says.
public enum DeviceEvent: Equatable, Sendable, BitwiseCopyable {
  /// The device that wrote the event joined the others, or goes by another name from now on.
  case joined(DeviceJoined)
  /// Events of this log have their place among those of all devices.
  case accepted(EventsAccepted)
  /// A tab was sent to another device; its pages follow.
  case sent(TabSent)
  /// A page of the tab that was sent just before, the oldest first.
  case sentEntry(EntryRestored)
  /// The order that the devices shared was lost: nothing of what the log has up to here has its place
  /// any longer, whoever wrote it, until it gets a new one.
  case orderLost
}

/// A device joined, or got another name.
public struct DeviceJoined: Equatable, Sendable, BitwiseCopyable {
  /// Its number among the devices of the profile: 1, 2, 3 …; 0 is none.
  public var number: Int32 = 0
  /// What people call it.
  public var name: Text = .absent
  /// The number under which the device wrote to this log before; 0 if it had none. A profile that was
  /// restored from a backup or copied joins again, under a number of its own.
  public var former: Int32 = 0
  /// The newest event that the device wrote under its former number and the other devices have. Up to
  /// there its past is also that of the device with the former number.
  public var continues: EventID = .nothing
  public init() {}
}

/// Events of one device were accepted: for all devices they come before what arrives in this log
/// after this event.
///
/// What another device wrote is accepted as it arrives. It has to be again once the order was lost
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

/// A tab was sent to another device, which opens a copy of it in the background once it hears of it.
public struct TabSent: Equatable, Sendable, BitwiseCopyable {
  /// The number of the device that it is for.
  public var recipient: Int32 = 0
  /// The tab on the device that sent it.
  public var tab: TabID = .nothing
  /// The event that gave the page its URL which the tab showed.
  public var content: EventID = .nothing
  /// The newest report of the title of that page, or ``EventID/nothing``.
  public var title: EventID = .nothing
  public init() {}
}
