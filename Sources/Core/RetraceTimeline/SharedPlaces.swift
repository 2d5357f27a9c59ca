public import BrowserModel

/// The events of a log that have a place in the order that devices share.
///
/// The places are determined from the log, event by event (``note(_:)``).
public struct SharedPlaces: Sendable {
  /// The event with which the order was last lost, or `EventID.nothing` if the order was never
  /// lost.
  public private(set) var lost = EventID.nothing
  /// The newest event of each device that was accepted since the order was last lost. The key of
  /// this device is 0.
  private var accepted: [UInt32: EventID] = [:]

  /// Creates the places of a log without events.
  public init() {}

  /// Records an event, which must be newer than all previous events.
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

  /// Returns the newest event of a device that was accepted since the order was last lost, or
  /// `EventID.nothing` if no event of the device was accepted.
  ///
  /// - Parameter device: The number of another device, or 0 for this device.
  public func accepted(of device: UInt32) -> EventID { accepted[device] ?? .nothing }

  /// Returns whether an event of a device has a place: since the order was last lost, the event has
  /// arrived or was accepted.
  ///
  /// - Parameters:
  ///   - event: The event, in the numbering of this log.
  ///   - device: The number of another device, or 0 for this device.
  public func hasPlace(_ event: EventID, of device: UInt32) -> Bool {
    event <= accepted(of: device) || device != 0 && event > lost
  }

  /// Assigns places to the events of a device up to a given event.
  public mutating func accept(through event: EventID, of device: UInt32) {
    accepted[device] = max(accepted(of: device), event)
  }
}
