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

/// The batches of a log in the order that they had before it was lost, so that it can be told again.
///
/// It is worked out from the log, event by event (``note(_:)``), up to the last loss.
public struct LostOrder: Sendable {
  /// A batch of the log, by its first event.
  public struct Entry: Equatable, Sendable {
    /// The batch, in the numbering of this log.
    public let batch: BatchID
    /// The number of the device that wrote it; 0: this one.
    public let device: UInt32
  }

  /// The batches up to the last loss, in the order before it: first those that had a place.
  public private(set) var entries: ContiguousArray<Entry> = []
  private var placed: ContiguousArray<Entry> = []
  /// What has no place, of each device in its order.
  private var waiting: [UInt32: ContiguousArray<Entry>] = [:]
  private var newest = BatchID.nothing

  /// Creates the order of a log without events.
  public init() {}

  /// Takes note of an event, which is newer than those before.
  public mutating func note(_ event: borrowing Event) {
    if event.device == 0 {
      switch event.body {
      case .device(.accepted(let body)):
        accept(through: body.through, of: body.writer)
        return
      case .device(.orderLost):
        lose()
        return
      default: break
      }
    }
    guard event.isShared, event.batch != newest else { return }
    newest = event.batch
    let entry = Entry(batch: event.batch, device: event.device)
    if event.device == 0 { waiting[0, default: []].append(entry) } else { placed.append(entry) }
  }

  private mutating func accept(through last: EventID, of device: UInt32) {
    guard let entries = waiting[device] else { return }
    let accepted = entries.prefix { $0.batch.event <= last }
    placed += accepted
    waiting[device] = ContiguousArray(entries.dropFirst(accepted.count))
  }

  private mutating func lose() {
    entries = placed + left
    placed = []
    waiting = [:]
    for entry in entries { waiting[entry.device, default: []].append(entry) }
  }

  /// What has no place: first what lost it with the order before, as it stood there. A device's batch may name
  /// what another one wrote before it.
  private var left: ContiguousArray<Entry> {
    var left: ContiguousArray<Entry> = []
    var counts: [UInt32: Int] = [:]
    for entry in entries {
      let count = counts[entry.device, default: 0]
      guard let own = waiting[entry.device], count < own.count, own[count] == entry else {
        continue
      }
      counts[entry.device] = count + 1
      left.append(entry)
    }
    for (device, own) in waiting.sorted(by: { $0.key < $1.key }) {
      left += own.dropFirst(counts[device, default: 0])
    }
    return left
  }
}
