public import BrowserModel
public import RetraceEventLog
internal import RetraceTimeline

/// The events of a log that are known to be damaged: their records are missing, or are not what was
/// written.
///
/// ```swift
/// let store = try Store(EventLog()) { 1_767_225_600_000 }
/// let isComplete = store.damagedEvents.isEmpty  // true: nothing that was read was damaged
/// ```
///
/// Damage is known once it was met, by this process or by one that derived something from the log:
/// what is derived lacks what a damaged event said, and whoever reads only that must know it. So no
/// damage that is known does not mean that there is none.
public struct DamagedEvents: Equatable, Sendable {
  /// Their numbers.
  public private(set) var records: RecordRanges

  /// Collects what is known in a store.
  init(of store: Store) {
    records = store.log.damagedRecords
    for event in store.timeline.damaged where !event.isPrivate {
      records.insert(UInt64(event.rawValue.magnitude))
    }
    // That these cannot be read is known: “stats” and “verify” tell it.
    records.subtract(store.lostEvents)
  }

  /// Whether none is known.
  public var isEmpty: Bool { records.isEmpty }

  /// The number known.
  ///
  /// - Complexity: O(ranges)
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

  // MARK: Stored beside what is derived

  /// Where they are stored, among the checkpoints.
  static let key: [UInt8] = [0, 2]

  /// Stores which are known, in the transaction that stores something that was derived without them.
  static func save(_ writer: borrowing Writer) throws(LogFailure) {
    let known = writer.reader.damagedRecords
    guard !known.isEmpty, try stored(writer.reader) != known.bytes else { return }
    try writer.setCheckpoint(key, known.bytes)
  }

  /// Reads which are known into `EventLog.damagedRecords`.
  static func read(_ log: EventLog) throws(LogFailure) {
    try log.read { (reader) throws(LogFailure) in
      guard let bytes = try stored(reader) else { return }
      // A list that is damaged itself is left out: who reads those records finds them again.
      guard let known = RecordRanges(bytes), let last = known.ranges.last,
        last.upperBound <= (try reader.newest())
      else { return }
      reader.noteDamaged(known)
    }
  }

  private static func stored(_ reader: borrowing Reader) throws(LogFailure) -> [UInt8]? {
    try reader.withCheckpoint(atOrBefore: key, sharing: key.count) { $1.copied }
  }
}
