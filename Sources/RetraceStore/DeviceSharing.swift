public import BrowserModel
internal import EventCoding
package import RetraceEventLog
public import RetraceTimeline

/// Shares a profile with other devices: it provides the batches to send and applies received
/// batches.
///
/// `DeviceSharing` does not use a network. The transport must keep all batches in one order, the
/// stream, and deliver all of them, including a device's own, to every device in that order:
///
/// ```swift
/// var (desk, phone) = (DeviceSharing(of: deskStore), DeviceSharing(of: phoneStore))
/// try desk.join(as: 1, named: "desk")
/// try phone.join(as: 2, named: "phone")
/// let stream = try desk.batches() + phone.batches()
/// try desk.receive(stream)
/// try phone.receive(stream)
/// ```
///
/// From then on, both devices have the same library, and each device knows the open tabs of the
/// other (`Timeline.device(_:_:)`).
public struct DeviceSharing {
  let store: Store
  /// The positions of other devices' events in the log, or nil until first needed.
  private var known: Known?

  private struct Known {
    var map: DeviceMap
    /// The tabs that were sent to this device.
    var sent: SentTabs
    /// The events that have a place in the stream.
    var places = SharedPlaces()
    /// The batches of all devices that had, or waited for, a place in a lost stream and have no
    /// place in the new stream, in the order of the lost stream.
    var former: ArraySlice<PreviousStreamOrder.Entry> = []
    /// The event that recorded the loss of the order for which ``former`` was determined.
    private var searched = EventID.nothing
    /// The newest event of the log that has been read.
    var last = EventID.nothing

    init(of device: UInt32) {
      map = DeviceMap(of: device)
      sent = SentTabs(to: device)
    }

    /// Reads new events of the log.
    mutating func look(
      _ reader: borrowing Reader, through newest: EventID
    ) throws {
      guard last < newest else { return }
      try reader.visitEvents(
        from: last.advanced(by: 1), through: newest, backwards: false, damaged: { _ in },
        { event, _ in
          note(event)
          return true
        })
      last = newest
    }

    private mutating func note(_ event: borrowing Event) {
      map.note(event)
      sent.note(event)
      places.note(event)
      last = event.sequence
    }

    /// Determines the batches to send again, if the order of the stream was lost since the last
    /// call.
    mutating func findPrevious(_ reader: borrowing Reader) throws {
      if places.lost > searched {
        searched = places.lost
        var order = PreviousStreamOrder()
        try reader.visitEvents(
          from: searched.firstOfLog, through: places.lost, backwards: false, damaged: { _ in },
          { event, _ in
            order.note(event)
            return true
          })
        former = order.entries[...]
      }
      former = former.drop { hasPlace($0) }
    }

    func hasPlace(_ entry: PreviousStreamOrder.Entry) -> Bool {
      places.hasPlace(entry.batch.event, of: entry.device)
    }
  }

  /// Creates a value that shares the profile of a store with other devices.
  public init(of store: Store) { self.store = store }

  /// The device of the log, or nil before it has joined other devices.
  public var device: Device? { store.timeline.devices.first(where: \.isThis) }

  /// A closure that writes additional data in the transaction in which a call writes its events.
  package typealias Recording = (borrowing Writer) throws -> Void

  /// Joins other devices, or renames this device.
  ///
  /// - Parameters:
  ///   - number: The number of this device, which must be unique within the profile.
  ///   - name: The name of the device for display.
  ///   - past: The previous number of this device before it joined again, and the newest event that
  ///     it wrote under that number and that the other devices have. The events up to that event
  ///     still belong to the previous number. Later events are sent to the other devices under the
  ///     new number. The stream may have lost events that this log has, from any device, or it may
  ///     be a different stream. Therefore the order of the stream is lost, as in ``loseOrder()``.
  /// - Throws: `Refusal` with `Refusal.Code.invalidValue` for the number 0, and
  ///   with `Refusal.Code.notAllowed` if the device has another number that does not match `past`;
  ///   `LogError`.
  /// - Complexity: One durable commit.
  public mutating func join(
    as number: Int32, named name: String, continuing past: EventOrigin? = nil
  ) throws {
    try join(as: number, named: name, continuing: past, recording: { _ in })
  }

  /// Joins like ``join(as:named:continuing:)``, and writes additional data in the same transaction.
  package mutating func join(
    as number: Int32, named name: String, continuing past: EventOrigin? = nil,
    recording record: Recording
  ) throws {
    guard number > 0 else {
      throw Refusal(.invalidValue, "A device number must be 1 or more.")
    }
    let own = device?.number ?? UInt32(number)
    guard own == UInt32(number) || own == past?.device else {
      throw Refusal(.notAllowed, "This device already has the number \(own).")
    }
    var draft = Draft()
    var body = DeviceJoined()
    body.number = number
    body.name = draft.text(name)
    let joinsAgain = own != UInt32(number)
    if let past, joinsAgain {
      body.former = Int32(clamping: past.device)
      body.continues = past.sequence
    }
    draft.append(.device(.joined(body)))
    try append((joinsAgain ? [Self.orderLost] : []) + [draft], recording: record)
  }

  /// Records that the servers have lost the stream and that a new stream begins. Events no longer
  /// have a place in the stream.
  ///
  /// From then on, ``batches(after:limit:)`` begins with everything in this log, including events
  /// of other devices, in the order of the lost stream. If another device sends some of these
  /// events first, they get their place when they are received (``receive(_:)``).
  ///
  /// - Throws: `LogError`.
  /// - Complexity: One durable commit.
  public mutating func loseOrder() throws { try loseOrder { _ in } }

  /// Does the same as ``loseOrder()``, and writes additional data in the same transaction.
  package mutating func loseOrder(recording record: Recording) throws {
    try append([Self.orderLost], recording: record)
  }

  private static var orderLost: Draft {
    var draft = Draft()
    draft.append(.device(.orderLost))
    return draft
  }

  /// Returns the batches of this device that are not known to be in the stream, oldest first. If
  /// the stream was lost, the batches to send again come first.
  ///
  /// - Parameters:
  ///   - event: Return only batches after this event, or nil to return all batches that were not
  ///     accepted.
  ///   - limit: The maximum number of batches.
  /// - Returns: The batches. The array is empty before the device has joined other devices.
  /// - Throws: `LogError`
  /// - Complexity: O(events) the first time, then O(new events)
  public mutating func batches(
    after event: EventID? = nil, limit: Int = 256
  ) throws -> [SharedBatch] {
    guard let known = try caughtUp(), limit > 0 else { return [] }
    var batches: [SharedBatch] = []
    let places = known.places
    let first = max(event ?? places.accepted(of: 0), places.lost, known.map.previousThrough)
      .advanced(by: 1)
    try store.log.read { reader in
      for entry in known.former where !known.hasPlace(entry) {
        let batch = try reader.sharedBatch(entry, through: known.last, known.map)
        if let batch { batches.append(batch) }
        if batches.count == limit { return }
      }
      try reader.visitSharedBatches(from: first, through: known.last, known.map) { batch in
        batches.append(batch)
        return batches.count < limit
      }
    }
    return batches
  }

  /// Applies the next part of the stream: batches of other devices, and the places of known
  /// batches.
  ///
  /// Batches that were already applied are skipped, so after a failure all batches can be passed
  /// again.
  ///
  /// A tab that another device has sent to this device (`Action.send(_:to:)`) opens in the
  /// background, as a separate batch in the same transaction. The cause of this batch is the event
  /// that sent the tab. The tab opens only once, even if batches are passed again. It does not open
  /// if the sender's undo arrives at the same time or earlier.
  ///
  /// - Parameter batches: The next batches in the order of the stream.
  /// - Returns: The number of new batches of other devices.
  /// - Throws: `Refusal` with `Refusal.Code.notAllowed` before the device has joined other devices,
  ///   with `Refusal.Code.invalidValue` for a damaged batch, in which case nothing is written.
  ///   `LogError`.
  /// - Complexity: One durable commit, and O(bytes).
  @discardableResult
  public mutating func receive(_ batches: [SharedBatch]) throws -> Int {
    try receive(batches) { _ in }
  }

  /// Applies batches like ``receive(_:)``, and writes additional data in the same transaction.
  package mutating func receive(
    _ batches: [SharedBatch], recording record: Recording
  ) throws -> Int {
    guard let before = try caughtUp() else { throw Self.hasNotJoined }
    var (reached, newCount) = (before, 0)
    try write { (writer, newest) in
      var known = before
      newCount = 0
      // Another process may have applied some of the batches in the meantime.
      try known.look(writer.reader, through: newest)
      var (map, places) = (known.map, known.places)
      var accepted: EventsAccepted?
      for batch in batches {
        let origin = EventOrigin(device: batch.device, sequence: batch.last)
        let isOwn = map.isWrittenHere(origin)
        if !isOwn, batch.last > map.newest(of: batch.device) {
          try append(&accepted, to: writer, &newest)
          try append(batch, to: writer, &newest, &map)
          newCount += 1
          continue
        }
        let writes = isOwn ? 0 : batch.device
        guard let last = map.event(origin), !places.hasPlace(last, of: writes) else { continue }
        if accepted?.writer != writes { try append(&accepted, to: writer, &newest) }
        accepted = EventsAccepted(through: last, of: writes)
        places.accept(through: last, of: writes)
      }
      try append(&accepted, to: writer, &newest)
      try known.look(writer.reader, through: newest)
      try open(known.sent.waiting, writer, &newest)
      try record(writer)
      reached = known
    }
    known = reached
    return newCount
  }

  /// Returns whether the log contains a batch that is attributed to this device. If the device was
  /// restored from a backup, the numbers of the batch may belong to other events, or to no events.
  ///
  /// - Throws: `LogError`.
  public func isOwn(_ batch: SharedBatch) throws -> Bool {
    guard let record = batch.records.last else { return true }
    return try store.log.read { reader in
      try reader.withRecord(at: UInt64(record.sequence.rawValue.magnitude)) {
        (bytes) throws in Self.isOwn(record, bytes)
      } ?? false
    }
  }

  /// Returns whether this device wrote the last record of a batch, under its current or a previous
  /// number, and the same bytes are stored here. Another log may contain an event with the same
  /// time, but not the same record.
  ///
  /// - Returns: False before the device has joined other devices.
  /// - Throws: `LogError`.
  public mutating func hasWritten(_ batch: SharedBatch) throws -> Bool {
    guard let record = batch.records.last, let known = try caughtUp(),
      known.map.isWrittenHere(EventOrigin(device: batch.device, sequence: record.sequence))
    else { return false }
    return try store.log.read { reader in
      try reader.withRecord(at: UInt64(record.sequence.rawValue.magnitude)) {
        (bytes) throws in bytes.copied == Array(record.bytes)
      } ?? false
    }
  }

  /// Whether a received record was written by this device. A damaged local record proves nothing,
  /// so the result is then true.
  private static func isOwn(_ told: SharedBatch.Record, _ bytes: RawSpan) -> Bool {
    guard let event = try? EventDecoder.decode(bytes, sequence: told.sequence) else { return true }
    return event.device == 0 && event.isShared && told.isSame(as: bytes, at: told.sequence)
  }

  /// Returns, for each other device, the batches that are in this log but not yet in the stream. A
  /// batch is identified by its first event, in the numbering of its device.
  mutating func unsentBatches() throws -> [UInt32: ArraySlice<EventID>] {
    guard let known = try caughtUp() else { throw Self.hasNotJoined }
    var unsent: [UInt32: ArraySlice<EventID>] = [:]
    for entry in known.former where entry.device != 0 && !known.hasPlace(entry) {
      unsent[entry.device, default: []].append(known.map.origin(of: entry.batch.event).sequence)
    }
    return unsent
  }

  /// Returns whether this log contains events of another device from a lost stream.
  ///
  /// - Throws: `LogError`.
  public mutating func hasEarlierEvents(of device: UInt32) throws -> Bool {
    guard let known = try caughtUp(), let arrival = known.map.arrival(of: device) else {
      return false
    }
    return arrival < known.places.lost
  }

  /// Returns the positions of other devices' events in the log.
  ///
  /// - Throws: `Refusal` with `Refusal.Code.notAllowed` before the device has joined other devices.
  mutating func map() throws -> DeviceMap {
    guard let known = try caughtUp() else { throw Self.hasNotJoined }
    return known.map
  }

  private static var hasNotJoined: Refusal {
    Refusal(.notAllowed, "This device has not joined any other devices.")
  }

  /// Reads new events of the log.
  private mutating func caughtUp() throws -> Known? {
    _ = try store.catchUp()
    guard let device else { return nil }
    var known = self.known ?? Known(of: device.number)
    let newest = store.timeline.position
    // A log that has become shorter was replaced by an older copy. A device that has joined again
    // has another number.
    if newest < known.last || known.map.device != device.number { known = Known(of: device.number) }
    try store.log.read { reader in
      try known.look(reader, through: newest)
      try known.findPrevious(reader)
    }
    self.known = known
    return known
  }

  /// Runs a write transaction, and folds the written events.
  ///
  /// - Parameter body: Receives the newest event of the log, and sets it to the newest event that
  ///   it wrote.
  private func write(
    _ body: (borrowing Writer, inout EventID) throws -> Void
  ) throws {
    try store.write { writer in
      var newest = store.timeline.position
      try body(writer, &newest)
    }
    _ = try store.catchUp()
    store.raiseSignals()
  }

  /// Appends the event that states the places of a contiguous run of a device's events, if there is
  /// such a run.
  private func append(
    _ accepted: inout EventsAccepted?, to writer: borrowing Writer, _ newest: inout EventID
  ) throws {
    guard let body = accepted else { return }
    accepted = nil
    var draft = Draft()
    draft.append(.device(.accepted(body)))
    try append(draft, to: writer, &newest)
  }

  /// Opens tabs that were sent to this device, on the main branch like all shared events.
  private func open(
    _ tabs: [TakenTab], _ writer: borrowing Writer, _ newest: inout EventID
  ) throws {
    guard !tabs.isEmpty else { return }
    let main = try store.timeline.branch(.nothing, writer.reader)
    guard var browser = main?.browser else { return }
    // The caches are copied, and the copy is discarded later, because it may contain text that is
    // not on disk yet.
    let words = LogText(copying: store.words)
    for tab in tabs {
      browser.skip(to: newest)
      let action = Action.take(tab)
      let draft: Draft
      do {
        draft = try store.decide(
          action, on: ProfileState(browser: browser, library: Library()), words, writer.reader)
      } catch is Refusal {
        // The tab's contents are no longer known here.
        continue
      }
      let commit = try store.append(
        draft, to: writer, after: newest, onMainBranch: true, milliseconds: store.clock(),
        origin: Origin().because(of: action))
      for event in commit.events { browser.apply(event) }
      newest = commit.sequence
    }
  }

  /// Appends events about the devices themselves, in a separate transaction.
  private func append(_ drafts: [Draft], recording record: Recording) throws {
    try write { (writer, newest) in
      for draft in drafts { try append(draft, to: writer, &newest) }
      try record(writer)
    }
  }

  /// Appends an event about the devices themselves, which cannot be undone.
  private func append(
    _ draft: Draft, to writer: borrowing Writer, _ newest: inout EventID
  ) throws {
    let commit = try store.append(
      draft, to: writer, after: newest, onMainBranch: true, milliseconds: store.clock(),
      origin: Origin(.policy))
    newest = commit.events.last?.sequence ?? newest
  }

  /// Appends a batch of another device, and assigns new numbers to its events.
  private func append(
    _ batch: SharedBatch, to writer: borrowing Writer, _ newest: inout EventID,
    _ map: inout DeviceMap
  ) throws {
    let first = try store.sequence(after: newest)
    let records: EventEncoder
    do {
      records = try batch.renumbered(from: first, map)
    } catch {
      throw Refusal(.invalidValue, error.sentence)
    }
    var start = 0
    let bytes = records.bytes
    for end in records.ends {
      _ = try writer.append(bytes.span.raw.extracting(start..<end))
      start = end
    }
    map.note(batch, from: first)
    newest = first.advanced(by: Int32(records.ends.count) - 1)
  }
}

extension EventsAccepted {
  fileprivate init(through last: EventID, of device: UInt32) {
    self.init()
    through = last
    self.device = Int32(clamping: device)
  }
}

extension SharedBatchDamage {
  fileprivate var sentence: String {
    switch self {
    case .record(let event):
      "Event \(event.rawValue) of another device was damaged in transit, so nothing was applied."
    case .content(let event):
      "Event \(event.rawValue) of another device is not of a kind that devices share, so nothing "
        + "was applied."
    }
  }
}
