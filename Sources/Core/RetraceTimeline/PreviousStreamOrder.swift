public import BrowserModel

/// The batches of a log in the order that the devices shared before the order was lost, so that the
/// batches can be sent again.
///
/// The order is built from the log, event by event (``note(_:)``), up to the last loss.
public struct PreviousStreamOrder: Sendable {
  /// A batch of the log, identified by its first event.
  public struct Entry: Equatable, Sendable {
    /// The batch, in the numbering of this log.
    public let batch: BatchID
    /// The number of the device that wrote the batch, or 0 for this device.
    public let device: UInt32
  }

  /// The batches before the last loss, in the order before the loss. Batches that had a place come
  /// first.
  public private(set) var entries: ContiguousArray<Entry> = []
  private var placed: ContiguousArray<Entry> = []
  /// The batches of each device that have no place, in the order of the device.
  private var waiting: [UInt32: ContiguousArray<Entry>] = [:]
  private var newest = BatchID.nothing

  /// Creates the order of a log without events.
  public init() {}

  /// Records an event, which must be newer than all previous events.
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

  /// The batches without a place. Batches that lost their place come first, in their previous
  /// order, because a batch of one device may refer to an earlier batch of another device.
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
