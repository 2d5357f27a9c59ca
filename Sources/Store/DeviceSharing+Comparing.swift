public import BrowserModel
internal import EventCoding
internal import EventLog
public import Timeline

/// Events of which one side has forgotten all words and the other has not: this log, and what devices tell
/// of it in a stream that came in the place of another.
///
/// What is forgotten can depend on what a device has: with a page goes the search that led to it, and who
/// hears of the page when it has no words any longer does not know that. So what one device has forgotten,
/// the others forget as well.
public struct ForgottenApart: Equatable, Sendable {
  /// What others have forgotten and this log has, by the device that wrote it and in its numbering.
  public internal(set) var byOthers: [UInt32: RangeSet<EventID>] = [:]
  /// What this log has forgotten and others tell, in the same way. No more than ``limit``: what is left is
  /// found in the next stream.
  public internal(set) var here: [UInt32: RangeSet<EventID>] = [:]

  /// How many events are ``here``.
  private var noted = 0

  /// So many events fit into what others are told.
  public static let limit = 4_096

  /// Creates an answer of nothing.
  public init() {}

  mutating func note(_ origin: EventOrigin, here: EventWordCount, there: EventWordCount) {
    let number = origin.sequence..<origin.sequence.advanced(by: 1)
    if there.isForgotten, here.count > 0 {
      byOthers[origin.device, default: RangeSet()].insert(contentsOf: number)
    } else if here.isForgotten, there.count > 0, noted < Self.limit {
      self.here[origin.device, default: RangeSet()].insert(contentsOf: number)
      noted += 1
    }
  }
}

/// How many texts an event has, and whether it has lost all that it had.
struct EventWordCount {
  var count = 0
  var isForgotten = false

  /// Counts the texts of a record; none for a damaged one.
  init(_ record: RawSpan, at sequence: EventID) {
    do throws(EventDecoder.Damage) {
      let event = try EventDecoder.decode(record, sequence: sequence)
      count = EventTexts(event, words: EventWords(record)).fields.count
      isForgotten = event.isRedacted && count == 0
    } catch {
      // What cannot be read says nothing about the other side.
    }
  }
}

extension DeviceSharing {
  /// Compares what is told of events with what this log has of them, where it has them.
  ///
  /// - Parameter batches: What comes next in a stream.
  /// - Throws: ``StoreFailure/refused(_:)`` with `Refusal.Code.notAllowed` before the device has
  ///   joined others; ``StoreFailure/log(_:)``.
  /// - Complexity: O(bytes)
  public mutating func forgottenApart(
    _ batches: [SharedBatch]
  ) throws(StoreFailure) -> ForgottenApart {
    let map = try map()
    var apart = ForgottenApart()
    try store.failing { () throws(LogFailure) in
      try store.log.read { (reader) throws(LogFailure) in
        for batch in batches {
          for record in batch.records {
            let origin = EventOrigin(device: batch.device, sequence: record.sequence)
            guard let event = map.event(origin) else { continue }
            let here = try reader.withRecord(at: UInt64(event.rawValue)) {
              (bytes) throws(LogFailure) in EventWordCount(bytes, at: event)
            }
            guard let here else { continue }
            let there = EventWordCount(record.bytes.span.raw, at: record.sequence)
            apart.note(origin, here: here, there: there)
          }
        }
      }
    }
    return apart
  }
}

/// Finding devices that tell something else under the same numbers than they did before.
extension DeviceSharing {
  /// Returns a device of which something else is told than this log has: one that was put back from before,
  /// and went on with numbers that had been used. Nil if there is none.
  ///
  /// Only in a stream that came in the place of another can that be.
  ///
  /// - Parameter batches: What comes next in the stream, before ``receive(_:)``.
  /// - Throws: ``StoreFailure/refused(_:)`` with `Refusal.Code.notAllowed` before the device has joined others;
  ///   ``StoreFailure/log(_:)``.
  /// - Complexity: O(bytes), and O(batches) that have no place in the stream yet.
  public mutating func deviceToldOtherwise(
    by batches: [SharedBatch]
  ) throws(StoreFailure) -> UInt32? {
    let map = try map()
    // Of what a damaged log does not have it says nothing.
    let isDamaged = !store.damagedEvents.isEmpty
    var untold = isDamaged ? [:] : try untoldBatches()
    return try store.failing { () throws(LogFailure) in
      try store.log.read { (reader) throws(LogFailure) in
        for batch in batches where batch.device != map.device {
          // A device's batches are told in its order: none that is known is passed by.
          let waiting = untold[batch.device] ?? []
          if let next = waiting.first, next < batch.records.first?.sequence ?? .nothing {
            return batch.device
          }
          untold[batch.device] = waiting.drop { $0 <= batch.last }
          for record in batch.records {
            let origin = EventOrigin(device: batch.device, sequence: record.sequence)
            guard let event = map.event(origin) else {
              // What came later is known, so this was not there.
              if !isDamaged, record.sequence < map.newest(of: batch.device) { return batch.device }
              continue
            }
            let isSame = try reader.withRecord(at: UInt64(event.rawValue)) {
              (bytes) throws(LogFailure) in record.isSame(as: bytes, at: event)
            }
            guard isSame ?? true else { return batch.device }
          }
        }
        return nil
      }
    }
  }
}

extension SharedBatch.Record {
  /// Whether a record of a log is this one: words may have been forgotten, but not when it was written. A
  /// damaged one says nothing about that.
  func isSame(as bytes: RawSpan, at sequence: EventID) -> Bool {
    guard let here = try? EventDecoder.decode(bytes, sequence: sequence),
      let told = try? EventDecoder.decode(self.bytes.span.raw, sequence: self.sequence)
    else { return true }
    return here.milliseconds == told.milliseconds
  }
}
