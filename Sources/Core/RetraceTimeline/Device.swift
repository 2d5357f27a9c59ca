public import BrowserModel

/// A device of the profile, as its events say.
///
/// Its name is in the log, as `TextField.name` of the event ``named``.
public struct Device: Equatable, Sendable {
  /// Its number among the devices of the profile.
  public let number: UInt32
  /// The event by which it joined; in the log of another device, the one that arrived there.
  public let joined: EventID
  /// The event that says what it is called.
  public internal(set) var named: EventID
  /// Whether the log is that of this device.
  public internal(set) var isThis: Bool
  /// The number that the device had before it joined again; 0 if it joined once.
  var former: UInt32 = 0
  /// The newest event that it shares with the device that has its former number.
  var continues = EventID.nothing
  /// The event by which the device of this log left this number for another one; `EventID.nothing` if it
  /// did not.
  var leftAt = EventID.nothing
  /// The newest event that the device of this log wrote under this number, if it left it.
  var wroteThrough = EventID.nothing

  /// Notes that the device of this log has another number from an event on.
  mutating func leave(at event: EventID, through last: EventID) {
    isThis = false
    leftAt = event
    wroteThrough = last
  }

  /// The device as it was known at a moment, or nil if it had not joined.
  func at(_ moment: EventID) -> Device? {
    guard joined <= moment else { return nil }
    guard leftAt > moment else { return self }
    var past = self
    past.isThis = true
    past.leftAt = .nothing
    past.wroteThrough = .nothing
    return past
  }
}
