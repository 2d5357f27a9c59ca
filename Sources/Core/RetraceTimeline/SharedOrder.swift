import BrowserModel

extension Timeline {
  /// The places of the devices in the order in which they joined, from 1, by their numbers. A device that is
  /// removed keeps its place.
  ///
  /// People see these places as the numbers of devices. The numbers in events have gaps, as each is a position
  /// among the messages of all devices.
  public var deviceOrdinals: [UInt32: Int] {
    var ordinals: [UInt32: Int] = [:]
    for number in devices.map({ $0.number }).sorted() { ordinals[number] = ordinals.count + 1 }
    return ordinals
  }
}

/// The order in which a library that several devices share is folded. It is the same for all of
/// them, apart from what one of them wrote last.
///
/// What another device wrote has its place where it arrived in this log. What this device wrote
/// has it once it was accepted (`EventsAccepted`): after everything that had arrived by then.
/// Once the order was lost (`DeviceEvent.orderLost`), what the log has up to there has its place
/// where it is accepted again, whoever wrote it.
///
/// What has no place yet comes last. The library is the fold of the events in this order, of all
/// devices, without the batches that are undone; the last undo or redo of a batch decides, in
/// this order, too.
struct SharedOrder: Equatable, Sendable {
  /// The event by which this device joined others; `EventID.nothing` while it is alone.
  private(set) var joined = EventID.nothing
  /// The events by which the order was lost, the oldest first.
  private(set) var losses: [EventID] = []
  /// The undos and redos of all devices, in the order of the log.
  private(set) var undoRecords: [PlacedUndoRecord] = []

  /// An undo or redo with its place in the order.
  struct PlacedUndoRecord: Equatable, Sendable {
    let record: UndoRecord
    /// The number of the device that wrote it; 0: this one.
    let device: UInt32
    /// The events of the log that gave it its place, the oldest first: one for each time that the order
    /// was lost, and one more.
    var places: [EventID]
    /// Whether it can get a place: what is on a branch is not told to others.
    let isTold: Bool

    /// Its place in an order that was last lost by an event; the last there can be if it has none.
    func place(behind lost: EventID) -> EventID {
      guard let place = places.last, place > lost else { return .last }
      return place
    }
  }

  /// Creates the order of a device that is alone.
  init() {}

  /// Creates an order from its parts.
  init(joined: EventID, losses: [EventID], undoRecords: [PlacedUndoRecord]) {
    self.joined = joined
    self.losses = losses
    self.undoRecords = undoRecords
  }

  /// Whether the library is shared.
  var isShared: Bool { joined.exists }

  /// The event by which the order was last lost; `EventID.nothing` if it never was.
  var lost: EventID { losses.last ?? .nothing }

  /// Takes note that this device joined others. Nothing that it wrote so far has a place.
  ///
  /// - Parameters:
  ///   - records: The undos and redos up to now.
  ///   - last: The newest event of them that can be on the main branch.
  mutating func join(at event: EventID, with records: [UndoRecord], toldThrough last: EventID) {
    guard !isShared else { return }
    joined = event
    undoRecords = records.map {
      PlacedUndoRecord(record: $0, device: 0, places: [], isTold: $0.sequence <= last)
    }
  }

  /// Adds an undo or redo.
  ///
  /// - Parameters:
  ///   - device: The number of the device that wrote it; 0: this one.
  ///   - isTold: Whether it is on the main branch.
  mutating func add(_ record: UndoRecord, of device: UInt32, isTold: Bool) {
    let places = device == 0 ? [] : [record.sequence]
    undoRecords.append(
      PlacedUndoRecord(record: record, device: device, places: places, isTold: isTold))
  }

  /// Gives their places to what a device wrote up to an event.
  ///
  /// - Returns: Whether an undo or redo is among it.
  mutating func accept(through last: EventID, of device: UInt32, at event: EventID) -> Bool {
    var hasUndo = false
    for index in undoRecords.indices.reversed() {
      let placed = undoRecords[index]
      guard placed.isTold, placed.record.sequence <= last, placed.device == device else {
        continue
      }
      if let place = placed.places.last, place > lost {
        // One that arrived since says nothing of those before it; of one that was accepted all have theirs.
        if place == placed.record.sequence { continue }
        break
      }
      undoRecords[index].places.append(event)
      hasUndo = true
    }
    return hasUndo
  }

  /// Takes all places away.
  mutating func lose(at event: EventID) { losses.append(event) }

  /// Returns the order as it was at a moment.
  func through(_ last: EventID) -> SharedOrder {
    guard joined <= last else { return SharedOrder() }
    var past = SharedOrder(
      joined: joined, losses: losses.filter { $0 <= last }, undoRecords: [])
    for var record in undoRecords where record.record.sequence <= last {
      record.places.removeAll { $0 > last }
      past.undoRecords.append(record)
    }
    return past
  }

  /// Returns the batches that are undone for the library at a moment.
  ///
  /// - Complexity: O(undo records), and as for a sort of them
  func undoneBatches(through last: EventID = .last) -> Set<BatchID> {
    let past = through(last)
    let ordered = past.undoRecords.map { ($0.place(behind: past.lost), $0.record) }
      .sorted { left, right in
        left.0 == right.0 ? left.1.sequence < right.1.sequence : left.0 < right.0
      }
    return Timeline.undoneBatches(by: ordered.map { $0.1 }, through: last)
  }
}
