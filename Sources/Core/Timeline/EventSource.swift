public import BrowserModel
public import EventCoding

/// A log that events can be read from, in order.
public protocol EventSource: TextSource, ~Copyable {
  /// What can go wrong with the log as a whole.
  associatedtype Failure: Error

  /// The newest event; nothing in an empty log.
  func newestEvent() throws(Failure) -> EventID

  /// Visits events in order.
  ///
  /// - Parameters:
  ///   - first: The first event to visit, counted in the direction of the log.
  ///   - last: The last one.
  ///   - backwards: Whether to begin with the last.
  ///   - damaged: Gets the sequence of a record that cannot be read; the visit goes on behind it.
  ///   - body: Gets each event, and says whether to go on.
  func visitEvents(
    from first: EventID, through last: EventID, backwards: Bool,
    damaged: (EventID) -> Void, _ body: (borrowing Event) -> Bool
  ) throws(Failure)

  /// Says that a checkpoint is damaged: nobody will be lent it again.
  func reject(_ place: CheckpointPlace)

  /// Lends the newest checkpoint of a lineage at a moment or before it.
  ///
  /// - Parameters:
  ///   - place: What to look for, and up to which moment.
  ///   - body: Gets the checkpoint's moment and its frame, which is valid until it returns.
  /// - Returns: What `body` returns; nil where there is none.
  func withFrame<Value>(
    atOrBefore place: CheckpointPlace, _ body: (EventID, CheckpointFrame) -> Value?
  ) throws(Failure) -> Value?
}

/// A log in memory is a source of events: that of a small front end, of a test, of a private window.
///
/// `isPrivate` decides how its records are named: 1, 2, 3 … or −1, −2, −3 ….
public struct MemoryEvents: EventSource, Sendable {
  public private(set) var log = MemoryLog()
  public let isPrivate: Bool
  private var encoder = EventEncoder()

  public init(isPrivate: Bool = false) { self.isPrivate = isPrivate }

  /// The sequence that the next event will have.
  public var next: EventID { name(log.newest + 1) }

  /// Appends an event, whose texts point into `words`.
  public mutating func append(_ event: Event, words: ContiguousArray<UInt8>) {
    encoder.removeAll()
    encoder.encode(event, words: words)
    let bytes = encoder.bytes
    log.append(bytes.span.bytes)
  }

  /// Appends a record as it was stored under the same sequence, in another log.
  public mutating func append(stored record: RawSpan) { log.append(record) }

  public func newestEvent() -> EventID { name(log.newest) }

  public func visitEvents(
    from first: EventID, through last: EventID, backwards: Bool,
    damaged: (EventID) -> Void, _ body: (borrowing Event) -> Bool
  ) throws(Never) {
    visitStored(from: first, through: last, backwards: backwards) { sequence, record in
      do throws(EventDecoder.Damage) {
        return body(try EventDecoder.decode(record, sequence: sequence))
      } catch {
        damaged(sequence)
        return true
      }
    }
  }

  public func transition(of event: EventID) -> Transition? {
    guard event.exists, event.isPrivate == isPrivate else { return nil }
    return log.withRecord(at: UInt64(event.rawValue.magnitude)) { bytes in
      EventDecoder.transition(in: bytes, sequence: event)
    } ?? nil
  }

  public func text(_ field: TextField, of event: EventID) -> String? {
    guard event.exists, event.isPrivate == isPrivate else { return nil }
    return log.withRecord(at: UInt64(event.rawValue.magnitude)) { bytes in
      EventDecoder.text(field, in: bytes, sequence: event)
    } ?? nil
  }

  fileprivate func name(_ number: UInt64) -> EventID {
    let value = Int32(truncatingIfNeeded: number)
    return EventID(isPrivate ? -value : value)
  }
}

extension MemoryEvents {
  /// Visits records as they are stored, in order, whether or not they are what was written.
  ///
  /// - Parameter body: Gets each record, and says whether to go on.
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
