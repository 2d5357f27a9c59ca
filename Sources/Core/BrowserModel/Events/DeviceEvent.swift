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
