public import BrowserModel
public import RetraceEventLog
internal import RetraceTimeline

/// The events of a log that are known to be damaged: their records are missing or were altered.
///
/// ```swift
/// let store = try Store(EventLog()) { 1_767_225_600_000 }
/// let isComplete = store.damagedEvents.isEmpty  // true: nothing that was read was damaged
/// ```
///
/// Damage becomes known when this process encounters it, or when a process that derived data from
/// the log did. Derived data lacks the content of damaged events, and the programs that read
/// derived data must know this. An empty set does not mean that there is no damage.
public struct DamagedEvents: Equatable, Sendable {
  /// The numbers of the events.
  public private(set) var records: RecordRanges

  /// Collects the known damage in the log of a store.
  init(of store: Store) {
    records = store.log.damagedRecords
    for event in store.timeline.damaged where !event.isPrivate {
      records.insert(UInt64(event.rawValue.magnitude))
    }
    // These are already known to be unreadable. “stats” and “verify” report them.
    records.subtract(store.lostEvents)
  }

  /// Whether no damage is known.
  public var isEmpty: Bool { records.isEmpty }

  /// The number of events that are known to be damaged.
  ///
  /// - Complexity: O(ranges).
  public var count: Int { records.count }

  /// Returns the first events, at most `limit`, in order.
  public func prefix(_ limit: Int) -> [EventID] {
    var events: [EventID] = []
    for range in records.ranges {
      for number in range.prefix(limit - events.count) {
        events.append(EventID(Int32(clamping: number)))
      }
    }
    return events
  }

  // MARK: Storage beside derived data

  /// The key of the stored damage, among the keys of the checkpoints.
  static let key: [UInt8] = [0, 2]

  /// Stores the known damage, in the transaction that stores data derived without the damaged
  /// events.
  static func save(_ writer: borrowing Writer) throws {
    let known = writer.reader.damagedRecords
    guard !known.isEmpty, try stored(writer.reader) != known.bytes else { return }
    try writer.setCheckpoint(key, known.bytes)
  }

  /// Adds the stored damage to `EventLog.damagedRecords`.
  static func read(_ log: EventLog) throws {
    try log.read { reader in
      guard let bytes = try stored(reader) else { return }
      // A damaged list is ignored, because reading those records finds the damage again.
      guard let known = RecordRanges(bytes), let last = known.ranges.last,
        last.upperBound <= (try reader.newest())
      else { return }
      reader.noteDamaged(known)
    }
  }

  private static func stored(_ reader: borrowing Reader) throws -> [UInt8]? {
    try reader.withCheckpoint(atOrBefore: key, sharing: key.count) { $1.copied }
  }
}
