public import BrowserModel
internal import EventCoding
public import RetraceEventLog
public import RetraceTimeline

/// The conformance that lets a `Timeline` read its events from a state of a log on disk.
extension Reader: EventSource {
  /// Any error. Errors of the log are of type ``LogError``.
  public typealias Failure = any Error

  /// Returns the id of the newest event, or `.nothing` for an empty log.
  public func newestEvent() throws -> EventID {
    EventID(Int32(clamping: try newest()))
  }

  /// Visits events in order, decoded and checked against their checksums.
  ///
  /// - Parameters:
  ///   - first: The smallest id to visit.
  ///   - last: The greatest id to visit.
  ///   - backwards: Whether to begin with the greatest id.
  ///   - damaged: Receives, in order, the id of each record that is missing or cannot be read.
  ///   - body: Receives each event and its texts, which are valid until it returns, and returns
  ///     whether to continue.
  public func visitEvents(
    from first: EventID, through last: EventID, backwards: Bool,
    damaged: (EventID) -> Void, _ body: (borrowing Event, EventWords) -> Bool
  ) throws {
    var event = Event.blank
    try visitRecords(
      from: first, through: last, backwards: backwards, missing: damaged
    ) { sequence, record in
      do {
        try EventDecoder.decode(record, sequence: sequence, into: &event)
      } catch {
        noteDamaged(sequence)
        damaged(sequence)
        return true
      }
      return body(event, EventWords(record))
    }
  }

  /// Visits each record of a range of events once, in order, until `body` returns false.
  ///
  /// - Parameter missing: Receives, in order, each id without a record.
  @inline(__always)
  func visitRecords(
    from first: EventID, through last: EventID, backwards: Bool,
    missing: (EventID) -> Void, _ body: (EventID, RawSpan) -> Bool
  ) throws {
    guard first.exists, first <= last else { return }
    try scan(
      from: UInt64(first.rawValue.magnitude), through: UInt64(last.rawValue.magnitude),
      backwards: backwards, missing: { missing(EventID(Int32(truncatingIfNeeded: $0))) },
      { (number, record) in
        body(EventID(Int32(truncatingIfNeeded: number)), record)
      })
  }

  /// Finds the newest matching checkpoint at or before a moment, and passes it to a closure.
  ///
  /// A checkpoint that was created for a different record at its moment is rejected, and an older
  /// checkpoint is tried.
  public func withFrame<Value>(
    atOrBefore place: CheckpointPlace, _ body: (EventID, CheckpointFrame) -> Value?
  ) throws -> Value? {
    var place = place
    while place.sequence.exists {
      var value: Value?
      guard let misfit = try misfit(atOrBefore: place, { value = body($0, $1) }) else {
        return value
      }
      // A checkpoint that does not match the log is treated as missing.
      place.sequence = misfit
      reject(place)
      place.sequence = misfit.advanced(by: -1)
    }
    return nil
  }

  /// Marks a checkpoint as useless, so that the next write removes it.
  public func reject(_ place: CheckpointPlace) { rejectCheckpoint(CheckpointKey(place).bytes) }

  /// If the newest checkpoint matches the record at its moment, passes the checkpoint to a closure
  /// and returns nil. Otherwise, returns the moment of the checkpoint.
  private func misfit(
    atOrBefore place: CheckpointPlace, _ body: (EventID, CheckpointFrame) -> Void
  ) throws -> EventID? {
    var failure: (any Error)?
    let misfit = try withCheckpoint(
      atOrBefore: CheckpointKey(place).bytes, sharing: CheckpointKey.sharedCount
    ) { key, stored -> EventID? in
      // The next write removes all checkpoints of another version together.
      guard let sequence = CheckpointKey.sequence(in: key),
        CheckpointFrame.isOfThisVersion(stored)
      else { return nil }
      var found = place
      found.sequence = sequence
      do {
        let identity = CheckpointIdentity(found, record: try checksum(at: sequence))
        guard let frame = CheckpointFrame(stored, of: identity) else { return sequence }
        body(sequence, frame)
      } catch {
        failure = error
      }
      return nil
    }
    if let failure { throw failure }
    return misfit
  }

  /// Returns the checksum stored in a record, or 0 if the event has no record.
  func checksum(at sequence: EventID) throws -> UInt32 {
    var checksum: UInt32 = 0
    _ = try visitRecord(at: UInt64(sequence.rawValue.magnitude)) {
      checksum = EventDecoder.storedChecksum(of: $0)
    }
    return checksum
  }

  /// Notes that the record of an event is damaged.
  func noteDamaged(_ event: EventID) { noteDamaged(UInt64(event.rawValue.magnitude)) }

  /// Returns the way in which the user reached the page of an event, or nil if the event does not
  /// state it or its record cannot be read. An unreadable record is noted as damaged.
  public func transition(of event: EventID) -> Transition? {
    decoded(event) { record in
      try EventDecoder.transition(in: record, sequence: event)
    }
  }

  /// Returns the text of a field of an event, or nil if the event has no such text or its record
  /// cannot be read. An unreadable record is noted as damaged.
  public func text(_ field: TextField, of event: EventID) -> String? {
    decoded(event) { record in
      try EventDecoder.text(field, in: record, sequence: event)
    }
  }

  /// Calls a closure with the record of an event. Returns nil if the record is missing or cannot be
  /// read.
  func decoded<Value>(
    _ event: EventID, _ body: (RawSpan) throws -> Value?
  ) -> Value? {
    guard event.exists, !event.isPrivate else { return nil }
    var value: Value?
    do {
      _ = try visitRecord(at: UInt64(event.rawValue)) { record in
        do { value = try body(record) } catch { noteDamaged(event) }
      }
    } catch {
      noteDamaged(event)
    }
    return value
  }
}

extension Reader {
  /// Returns the events of a batch in the form in which its author received them. Damaged events
  /// are omitted.
  ///
  /// - Complexity: O(bytes of the batch).
  func commit(of batch: BatchID) throws -> Commit {
    var commit = Commit.nothing
    try visitRecords(
      from: batch.event, through: .last, backwards: false, missing: { _ in },
      { sequence, record in
        let start = commit.words.count
        commit.words.append(record)
        do {
          var event = Event.blank
          try EventDecoder.decode(
            commit.words.span.raw, from: start, sequence: sequence, into: &event)
          guard event.batch == batch else { return false }
          commit.events.append(event)
          return true
        } catch {
          noteDamaged(sequence)
          return true
        }
      })
    return commit
  }
}
