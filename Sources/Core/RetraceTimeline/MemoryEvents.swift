public import BrowserModel
public import EventCoding

/// A log of events in memory, for a small front end, a test or a private window.
///
/// ```swift
/// var log = MemoryEvents()
/// var draft = Draft()
/// var visit = PageVisited()
/// visit.url = draft.text("https://example.com/")
/// let event = Event(
///   sequence: log.next, batch: BatchID(log.next), milliseconds: now, body: .page(.visited(visit)))
/// log.append(event, words: draft.bytes)
/// let url = log.text(.url, of: event.sequence)
/// ```
///
/// The log stores the same records as a log on disk, so reading a text requires decoding an event.
/// The log has no checkpoints, so every fold begins at the first event. A copy is O(1) until either
/// copy is changed.
public struct MemoryEvents: EventSource, Sendable {
  /// The records.
  public private(set) var log = MemoryLog()
  /// Whether event ids are negative: −1, −2, −3 … instead of 1, 2, 3 … (T7).
  public let isPrivate: Bool
  private var encoder = EventEncoder()

  /// False: a log in memory has no checkpoints.
  public static var storesTimelines: Bool { false }

  /// Creates an empty log.
  ///
  /// - Parameter isPrivate: Whether the log is private.
  public init(isPrivate: Bool = false) { self.isPrivate = isPrivate }

  /// The id that the next event will have.
  public var next: EventID { name(log.newest + 1) }

  /// Reserves memory for records that will be appended. See `MemoryLog.reserve(byteCount:)`.
  public mutating func reserve(byteCount: Int) { log.reserve(byteCount: byteCount) }

  /// Appends an event.
  ///
  /// - Parameters:
  ///   - event: The event. Its `Event.sequence` must be ``next``. This is not checked.
  ///   - words: The bytes that contain the texts of the event: the bytes of its `Draft`.
  public mutating func append(_ event: Event, words: ContiguousArray<UInt8>) {
    encoder.removeAll()
    encoder.encode(event, words: words)
    let bytes = encoder.bytes
    log.append(bytes.span.raw)
  }

  /// Appends a record that was stored under the same id in another log.
  ///
  /// - Precondition: The record has at least one byte.
  public mutating func append(stored record: RawSpan) { log.append(record) }

  /// Removes all events after a given event.
  ///
  /// - Precondition: The log contains the event.
  package mutating func truncate(to event: EventID) {
    log.truncate(to: UInt64(event.rawValue.magnitude))
  }

  /// Returns the newest event, or `EventID.nothing` if the log is empty. O(1).
  public func newestEvent() -> EventID { name(log.newest) }

  /// Visits events in order and decodes each of them. See ``EventSource``.
  public func visitEvents(
    from first: EventID, through last: EventID, backwards: Bool,
    damaged: (EventID) -> Void, _ body: (borrowing Event, EventWords) -> Bool
  ) throws(Never) {
    visitStored(from: first, through: last, backwards: backwards) { sequence, record in
      do throws(EventDecoder.Damage) {
        return body(try EventDecoder.decode(record, sequence: sequence), EventWords(record))
      } catch {
        damaged(sequence)
        return true
      }
    }
  }

  /// Returns the transition of an event that opened a tab, started a load or committed a
  /// navigation, or nil for other events and for events that are not in this log.
  public func transition(of event: EventID) -> Transition? {
    decoded(event) { (record) throws(EventDecoder.Damage) in
      try EventDecoder.transition(in: record, sequence: event)
    }
  }

  /// Returns a text of an event, or nil if the event is not in the log, is damaged, or has no such
  /// text.
  public func text(_ field: TextField, of event: EventID) -> String? {
    decoded(event) { (record) throws(EventDecoder.Damage) in
      try EventDecoder.text(field, in: record, sequence: event)
    }
  }

  /// Calls a closure with the decoded record of an event. Returns nil if the record is missing or
  /// damaged.
  private func decoded<Value>(
    _ event: EventID, _ body: (RawSpan) throws(EventDecoder.Damage) -> Value?
  ) -> Value? {
    guard event.exists, event.isPrivate == isPrivate else { return nil }
    return log.withRecord(at: UInt64(event.rawValue.magnitude)) { record in
      do throws(EventDecoder.Damage) { return try body(record) } catch { return nil }
    } ?? nil
  }

  /// Returns the id of the record with the given number.
  func name(_ number: UInt64) -> EventID {
    let value = Int32(truncatingIfNeeded: number)
    return EventID(isPrivate ? -value : value)
  }
}

extension MemoryEvents {
  /// Visits the stored bytes of records in order, without decoding them or verifying their
  /// checksums.
  ///
  /// - Parameters:
  ///   - first: The oldest record to visit, or nil for the first record of the log.
  ///   - last: The newest record to visit, or nil for the newest record of the log.
  ///   - backwards: Whether to begin with the newest record.
  ///   - body: Called with the id and the bytes of each record. Returns whether to continue.
  public func visitStored(
    from first: EventID? = nil, through last: EventID? = nil, backwards: Bool = false,
    _ body: (EventID, RawSpan) -> Bool
  ) {
    let low = UInt64((first?.rawValue ?? 1).magnitude)
    let high = min(last.map { UInt64($0.rawValue.magnitude) } ?? .max, log.newest)
    guard low > 0, low <= high else { return }
    var number = backwards ? high : low
    while (low...high).contains(number) {
      let goesOn = log.withRecord(at: number) { body(name(number), $0) }
      guard goesOn ?? false else { return }
      number = backwards ? number - 1 : number + 1
    }
  }
}
