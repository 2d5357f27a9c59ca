internal import BrowserModel
internal import EventCoding
internal import RetraceEventLog
internal import RetraceTimeline

/// The events of a log that is read page by page, after its leaves were found. `PageEvents` has no
/// checkpoints, so every fold begins at the first event.
struct PageEvents: EventSource {
  typealias Failure = Never

  let pages: PageLog

  func newestEvent() -> EventID { EventID(Int32(clamping: pages.highestNumber)) }

  func visitEvents(
    from first: EventID, through last: EventID, backwards: Bool,
    damaged: (EventID) -> Void, _ body: (borrowing Event, EventWords) -> Bool
  ) {
    guard first.exists, first <= last else { return }
    var event = Event.blank
    var next = first
    pages.scan(from: UInt64(first.rawValue), through: UInt64(last.rawValue)) {
      number, record in
      let sequence = EventID(Int32(truncatingIfNeeded: number))
      while next < sequence {
        damaged(next)
        next = next.advanced(by: 1)
      }
      next = sequence.advanced(by: 1)
      do {
        try EventDecoder.decode(record, sequence: sequence, into: &event)
      } catch {
        damaged(sequence)
        return true
      }
      return body(event, EventWords(record))
    }
  }

  func transition(of event: EventID) -> Transition? {
    let found = pages.withRecord(at: UInt64(event.rawValue.magnitude)) { record in
      do {
        return try EventDecoder.transition(in: record, sequence: event)
      } catch {
        return nil
      }
    }
    return found ?? nil
  }

  func text(_ field: TextField, of event: EventID) -> String? {
    let found = pages.withRecord(at: UInt64(event.rawValue.magnitude)) { record -> String? in
      do {
        return try EventDecoder.text(field, in: record, sequence: event)
      } catch {
        return nil
      }
    }
    return found ?? nil
  }

  /// Returns the checksum stored in a record, or 0 if the event has no record.
  func checksum(at sequence: EventID) -> UInt32 {
    pages.withRecord(at: UInt64(sequence.rawValue.magnitude)) {
      EventDecoder.storedChecksum(of: $0)
    } ?? 0
  }
}

extension ContentChecks {
  /// The checks for the records and pictures of a profile.
  static var ofProfiles: ContentChecks {
    var checks = ContentChecks()
    var event = Event.blank
    checks.firstByte = EventRedactor.nothing[0]
    checks.isIntactRecord = { number, bytes in
      guard let number = Int32(exactly: number) else { return false }
      do {
        try EventDecoder.decode(bytes, sequence: EventID(number), into: &event)
        return true
      } catch {
        return false
      }
    }
    checks.isIntactBlob = { key, bytes in ContentHash.of(bytes.copied).bytes == key }
    return checks
  }
}
