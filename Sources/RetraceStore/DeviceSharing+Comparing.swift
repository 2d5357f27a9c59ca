import BrowserModel
internal import EventCoding
internal import RetraceEventLog
public import RetraceTimeline

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
  /// Returns a device of which something else is told than this log has: one that was put back from
  /// before, and continued with numbers that had been used. Nil if there is none.
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
