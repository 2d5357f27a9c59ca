public import BrowserModel

/// What of a log has its place in the order that devices share.
///
/// It is worked out from the log, event by event (``note(_:)``).
public struct SharedPlaces: Sendable {
  /// The event by which the order was last lost; `EventID.nothing` if it never was.
  public private(set) var lost = EventID.nothing
  /// The newest event of each device that was accepted since; this one's are those of device 0.
  private var accepted: [UInt32: EventID] = [:]

  /// Creates the places of a log without events.
  public init() {}

  /// Takes note of an event, which is newer than those before.
  public mutating func note(_ event: borrowing Event) {
    guard event.device == 0 else { return }
    switch event.body {
    case .device(.accepted(let body)): accept(through: body.through, of: body.writer)
    case .device(.orderLost):
      lost = event.sequence
      accepted = [:]
    default: break
    }
  }

  /// Returns the newest event of a device that was accepted since the order was last lost;
  /// `EventID.nothing` if none was.
  ///
  /// - Parameter device: The number of another device; 0: this one.
  public func accepted(of device: UInt32) -> EventID { accepted[device] ?? .nothing }

  /// Returns whether an event of a device has its place: it arrived since the order was last lost, or was
  /// accepted.
  ///
  /// - Parameters:
  ///   - event: The event, in the numbering of this log.
  ///   - device: The number of another device; 0: this one.
  public func hasPlace(_ event: EventID, of device: UInt32) -> Bool {
    event <= accepted(of: device) || device != 0 && event > lost
  }

  /// Gives their places to a device's events up to one.
  public mutating func accept(through event: EventID, of device: UInt32) {
    accepted[device] = max(accepted(of: device), event)
  }
}
