public import BrowserModel

/// A device of the profile, according to its events.
///
/// The name of the device is in the log, as `TextField.name` of the event ``named``.
public struct Device: Equatable, Sendable {
  /// The number of the device among the devices of the profile.
  public let number: UInt32
  /// The event with which the device joined. In the log of another device, this is the copy that
  /// was received there.
  public let joined: EventID
  /// The event that contains the name of the device.
  public internal(set) var named: EventID
  /// Whether this is the device of the log.
  public internal(set) var isThis: Bool
  /// The previous number of the device before it joined again, or 0 if it joined only once.
  var former: UInt32 = 0
  /// The newest event that the device shares with the device that has its previous number.
  var continues = EventID.nothing
  /// The event with which the device of this log changed to another number, or `EventID.nothing` if
  /// the number did not change.
  var leftAt = EventID.nothing
  /// The newest event that the device of this log wrote under this number before it changed to
  /// another number, or `EventID.nothing` if the number did not change.
  var wroteThrough = EventID.nothing

  /// Records that the device of this log changed to another number with an event.
  mutating func leave(at event: EventID, through last: EventID) {
    isThis = false
    leftAt = event
    wroteThrough = last
  }

  /// Returns the device as it was at a moment, or nil if the device had not joined yet.
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
