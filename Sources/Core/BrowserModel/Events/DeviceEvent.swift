/// An event about the devices that share a library. ``Browser/apply(_:)`` and ``Library/apply(_:)``
/// ignore events of this kind. A timeline evaluates them.
public enum DeviceEvent: Equatable, Sendable, BitwiseCopyable {
  /// The device that wrote the event joined the other devices, or was renamed.
  case joined(DeviceJoined)
  /// Events of this log received their place in the order of all devices.
  case accepted(EventsAccepted)
  /// A tab was sent to another device. Its pages follow.
  case sent(TabSent)
  /// A page of the tab in the preceding ``sent(_:)`` event. Pages are written oldest first.
  case sentEntry(EntryRestored)
  /// The order that the devices shared was lost, or this device joined again and reads the stream
  /// from its beginning. No earlier event of the log, from any device, has a place until the event
  /// is accepted after the loss.
  case orderLost
}
