public import BrowserModel
public import EventCoding

/// A batch of events in the form in which a device sends it to the other devices.
///
/// The records are copied from the log of the device that wrote the batch, and use the numbering of
/// that log. If a record refers to an event of another device, ``origins`` identifies the event.
public struct SharedBatch: Equatable, Sendable {
  /// The number of the device that wrote the batch.
  public let device: UInt32
  /// The records, oldest first.
  public private(set) var records: ContiguousArray<Record> = []
  /// The origins of the numbers that refer to events of other devices.
  public private(set) var origins: [EventID: EventOrigin] = [:]

  /// A stored event.
  public struct Record: Equatable, Sendable {
    /// The number of the event in the log of the device.
    public let sequence: EventID
    /// The bytes of the record, in the format of `retrace.proto`.
    public let bytes: ContiguousArray<UInt8>

    /// Creates a record. Nothing is checked.
    public init(sequence: EventID, bytes: ContiguousArray<UInt8>) {
      self.sequence = sequence
      self.bytes = bytes
    }
  }

  /// Creates a received batch. Nothing is checked until ``renumbered(from:_:)`` is called.
  public init(
    device: UInt32, records: ContiguousArray<Record>, origins: [EventID: EventOrigin]
  ) {
    self.device = device
    self.records = records
    self.origins = origins
  }

  /// The newest event of the batch, in the numbering of its device, or `EventID.nothing` if the
  /// batch has no events.
  public var last: EventID { records.last?.sequence ?? .nothing }

  /// Adds an event of this device's own log.
  mutating func append(
    _ event: borrowing Event, _ record: RawSpan, _ map: DeviceMap
  ) {
    records.append(Record(sequence: event.sequence, bytes: ContiguousArray(record.copied)))
    for reference in event.references {
      let origin = map.origin(of: reference)
      if origin.device != device { origins[reference] = origin }
    }
  }

  /// Adds an event of another device, as stored in this log.
  ///
  /// The event may refer to events that its device had received. The numbers of these events in the
  /// log of that device are unknown here, so the batch assigns them numbers that no event of that
  /// device has.
  mutating func append(
    relayed event: borrowing Event, _ record: RawSpan, _ map: DeviceMap
  ) {
    var own = copy event
    own.device = 0
    own.deviceSequence = 0
    let sequence = EventID(event.deviceSequence)
    let first = records.first?.sequence ?? sequence
    own.batch = BatchID(first)
    var numbers: [EventID: EventID] = [:]
    for reference in event.references {
      let origin = map.origin(of: reference)
      let isOwn = origin.device == device
      let number = isOwn ? origin.sequence : self.number(of: origin, before: first, map)
      guard number.exists else { continue }
      if !isOwn { origins[number] = origin }
      numbers[reference] = number
    }
    var encoder = EventEncoder()
    encoder.encode(
      own, as: sequence, words: ContiguousArray(record.copied), renumbering: numbers)
    records.append(Record(sequence: sequence, bytes: encoder.bytes))
  }

  /// Returns a number for an event of another device: its number in the batch if the event already
  /// has one, otherwise the next free number, or `EventID.nothing` if there is no free number.
  private func number(
    of origin: EventOrigin, before first: EventID, _ map: DeviceMap
  ) -> EventID {
    if let known = origins.first(where: { $0.value == origin }) { return known.key }
    var number = first.advanced(by: -1)
    while number.exists {
      let isTaken =
        origins[number] != nil
        || map.event(EventOrigin(device: device, sequence: number)) != nil
      guard isTaken else { return number }
      number = number.advanced(by: -1)
    }
    return .nothing
  }
}

extension SharedBatch {
  /// Returns the records in the form in which the log of another device stores them, one after the
  /// other.
  ///
  /// References are converted to the numbering of the other log. A reference to an event that never
  /// arrived there is removed.
  ///
  /// - Parameters:
  ///   - first: The number of the first record in the other log.
  ///   - map: The positions of other devices' events in the other log.
  /// - Throws: ``SharedBatchDamage``
  /// - Complexity: O(bytes)
  public func renumbered(
    from first: EventID, _ map: DeviceMap
  ) throws(SharedBatchDamage) -> EventEncoder {
    var numbers: [EventID: EventID] = [:]
    for (index, record) in records.enumerated() {
      numbers[record.sequence] = first.advanced(by: Int32(index))
    }
    var encoder = EventEncoder()
    var newest = EventID.nothing
    for record in records {
      var event = try decoded(record)
      guard event.isShared, record.sequence > newest else { throw .content(record.sequence) }
      newest = record.sequence
      for reference in event.references where numbers[reference] == nil {
        let origin = origins[reference] ?? EventOrigin(device: device, sequence: reference)
        numbers[reference] = map.event(origin) ?? .nothing
      }
      event.device = device
      event.deviceSequence = record.sequence.rawValue
      event.batch = BatchID(first)
      // A key detects repeats only on the device that received it.
      event.batchKey = .absent
      event.batchFingerprint = .absent
      encoder.encode(
        event, as: numbers[record.sequence] ?? first, words: record.bytes, renumbering: numbers)
    }
    return encoder
  }

  private func decoded(_ record: Record) throws(SharedBatchDamage) -> Event {
    do throws(EventDecoder.Damage) {
      return try EventDecoder.decode(record.bytes.span.raw, sequence: record.sequence)
    } catch {
      throw .record(record.sequence)
    }
  }
}

extension EventSource where Self: ~Copyable {
  /// Visits the batches of this device that other devices receive, oldest first.
  ///
  /// Events on a branch are not sent. Events that concern only this log are not sent either: marks,
  /// branches, forget requests, pictures and acceptances. A batch without any event to send is
  /// omitted.
  ///
  /// - Parameters:
  ///   - first: The oldest event to consider.
  ///   - last: The newest event to consider.
  ///   - map: The positions of other devices' events in the log.
  ///   - body: Called with each batch. Returns whether to continue.
  /// - Throws: The error of the log if it cannot be read.
  /// - Complexity: O(events)
  public func visitSharedBatches(
    from first: EventID, through last: EventID, _ map: DeviceMap, _ body: (SharedBatch) -> Bool
  ) throws(Failure) {
    var batch = SharedBatch(device: map.device, records: [], origins: [:])
    var current = BatchID.nothing
    var goesOn = true
    // The other devices have everything that the device wrote under a previous number.
    try visitEvents(
      from: max(first, map.previousThrough.advanced(by: 1)), through: last, backwards: false,
      damaged: { _ in },
      { event, words in
        if event.batch != current {
          if !batch.records.isEmpty { goesOn = body(batch) }
          batch = SharedBatch(device: map.device, records: [], origins: [:])
          current = event.batch
        }
        if goesOn, event.device == 0, event.isShared { batch.append(event, words.record, map) }
        return goesOn
      })
    if goesOn, !batch.records.isEmpty { _ = body(batch) }
  }
}

extension EventSource where Self: ~Copyable {
  /// Returns the batch that begins at an event of the log, as other devices receive it. The batch
  /// was written by this device, or by another device whose batch this device relays.
  ///
  /// - Parameters:
  ///   - entry: The batch.
  ///   - last: The newest event of the log.
  ///   - map: The positions of other devices' events in the log.
  /// - Returns: The batch, or nil if none of its events is sent.
  /// - Throws: The error of the log if it cannot be read.
  /// - Complexity: O(batch · log events)
  public func sharedBatch(
    _ entry: PreviousStreamOrder.Entry, through last: EventID, _ map: DeviceMap
  ) throws(Failure) -> SharedBatch? {
    var batch = SharedBatch(
      device: entry.device == 0 ? map.origin(of: entry.batch.event).device : entry.device,
      records: [], origins: [:])
    try visitEvents(
      from: entry.batch.event, through: last, backwards: false, damaged: { _ in },
      { event, words in
        guard event.batch == entry.batch else { return false }
        guard event.isShared, event.device == entry.device else { return true }
        if event.device == 0 {
          batch.append(event, words.record, map)
        } else {
          batch.append(relayed: event, words.record, map)
        }
        return true
      })
    return batch.records.isEmpty ? nil : batch
  }
}

extension Event {
  /// Whether the event is sent to other devices: it is on the main branch and does not concern only
  /// this log.
  public var isShared: Bool {
    guard !branch.exists else { return false }
    switch body {
    case .time(.undone), .time(.redone), .device(.joined), .device(.sent), .device(.sentEntry):
      return true
    case .time, .device, .page(.pictured), .unknown: return false
    case .window, .tab, .group, .navigation, .page, .zoom, .bookmark, .setting, .value, .session:
      return true
    }
  }

  /// The events that this event refers to.
  var references: [EventID] {
    var visitor = ReferenceVisitor()
    if cause.exists { visitor.references.append(cause) }
    body.visit(&visitor)
    return visitor.references
  }
}

/// Collects the events that an event refers to.
private struct ReferenceVisitor: QuietFieldVisitor, PayloadVisitor {
  var references: [EventID] = []

  mutating func reference<Reference: EventReference>(
    _ number: UInt32, _ name: StaticString, _ value: inout Reference
  ) {
    if value.exists { references.append(value.event) }
  }

  mutating func visit<Payload: FieldVisitable>(_ kind: EventKind, _ payload: inout Payload) {
    var copy = payload
    copy.visit(&self)
  }
}
