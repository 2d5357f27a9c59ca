import BrowserModel
internal import EventCoding
internal import RetraceEventLog
public import RetraceTimeline

extension DeviceSharing {
  /// Compares received events with the same events of this log, as far as the log contains them.
  ///
  /// - Parameter batches: The next batches in a stream.
  /// - Throws: `Refusal` with `Refusal.Code.notAllowed` before the device has joined other devices;
  ///   `LogError`.
  /// - Complexity: O(bytes)
  public mutating func forgottenApart(
    _ batches: [SharedBatch]
  ) throws -> ForgottenApart {
    let map = try map()
    var apart = ForgottenApart()
    try store.log.read { reader in
      for batch in batches {
        for record in batch.records {
          let origin = EventOrigin(device: batch.device, sequence: record.sequence)
          guard let event = map.event(origin) else { continue }
          let here = try reader.withRecord(at: UInt64(event.rawValue)) {
            (bytes) throws in EventWordCount(bytes, at: event)
          }
          guard let here else { continue }
          let there = EventWordCount(record.bytes.span.raw, at: record.sequence)
          apart.note(origin, here: here, there: there)
        }
      }
    }
    return apart
  }
}

/// Finding devices whose events differ from earlier events with the same numbers.
extension DeviceSharing {
  /// Returns a device whose received events differ from the same events in this log. Such a device
  /// was restored to an earlier state and reused numbers. Returns nil if there is no such device.
  ///
  /// Such a device can appear only in a stream that replaced a lost stream.
  ///
  /// - Parameter batches: The next batches in the stream, before ``receive(_:)``.
  /// - Throws: `Refusal` with `Refusal.Code.notAllowed` before the device has joined other devices;
  ///   `LogError`.
  /// - Complexity: O(bytes), and O(batches) that have no place in the stream yet.
  public mutating func deviceWithConflictingEvents(
    by batches: [SharedBatch]
  ) throws -> UInt32? {
    let map = try map()
    // If the log is damaged, missing events prove nothing.
    let isDamaged = !store.damagedEvents.isEmpty
    var unsent = isDamaged ? [:] : try unsentBatches()
    return try store.log.read { reader in
      for batch in batches where batch.device != map.device {
        // The batches of a device arrive in the device's order, and no known batch is skipped.
        let waiting = unsent[batch.device] ?? []
        if let next = waiting.first, next < batch.records.first?.sequence ?? .nothing {
          return batch.device
        }
        unsent[batch.device] = waiting.drop { $0 <= batch.last }
        for record in batch.records {
          let origin = EventOrigin(device: batch.device, sequence: record.sequence)
          guard let event = map.event(origin) else {
            // A later event is known, so this one did not exist at that time.
            if !isDamaged, record.sequence < map.newest(of: batch.device) { return batch.device }
            continue
          }
          let isSame = try reader.withRecord(at: UInt64(event.rawValue)) {
            (bytes) throws in record.isSame(as: bytes, at: event)
          }
          guard isSame ?? true else { return batch.device }
        }
      }
      return nil
    }
  }
}

extension SharedBatch.Record {
  /// Whether a record of a log contains the same event as this record. Text may have been
  /// forgotten, but the time must match. If either record is damaged, the result is true, because a
  /// damaged record proves nothing.
  func isSame(as bytes: RawSpan, at sequence: EventID) -> Bool {
    guard let here = try? EventDecoder.decode(bytes, sequence: sequence),
      let told = try? EventDecoder.decode(self.bytes.span.raw, sequence: self.sequence)
    else { return true }
    return here.milliseconds == told.milliseconds
  }
}
