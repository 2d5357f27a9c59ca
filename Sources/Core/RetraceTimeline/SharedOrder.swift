import BrowserModel

extension Timeline {
  /// The position of each device in the order in which the devices joined, from 1, by the number of
  /// the device. A removed device keeps its position.
  ///
  /// These positions are displayed as the numbers of devices. The numbers in events have gaps,
  /// because each number is a position among the messages of all devices.
  public var deviceOrdinals: [UInt32: Int] {
    var ordinals: [UInt32: Int] = [:]
    for number in devices.map({ $0.number }).sorted() { ordinals[number] = ordinals.count + 1 }
    return ordinals
  }
}

/// The order in which a library that several devices share is folded. The order is the same on all
/// devices, except for the newest events of each device.
///
/// The place of another device's event is its position in this log. An event of this device gets
/// its place when it is accepted (`EventsAccepted`). This place is after everything that had
/// arrived before the acceptance. If the order is lost (`DeviceEvent.orderLost`), all events of the
/// log up to the loss get a new place when they are accepted again, regardless of their device.
///
/// Events without a place come last. The library is the fold of the events of all devices in this
/// order, without undone batches. A batch is undone if its last undo or redo in this order is an
/// undo.
struct SharedOrder: Equatable, Sendable {
  /// The event with which this device joined other devices, or `EventID.nothing` if it has not
  /// joined.
  private(set) var joined = EventID.nothing
  /// The events with which the order was lost, oldest first.
  private(set) var losses: [EventID] = []
  /// The undos and redos of all devices, in the order of the log.
  private(set) var undoRecords: [PlacedUndoRecord] = []

  /// An undo or redo with its place in the order.
  struct PlacedUndoRecord: Equatable, Sendable {
    let record: UndoRecord
    /// The number of the device that wrote the record, or 0 for this device.
    let device: UInt32
    /// The events of the log that assigned a place to the record, oldest first. After each loss of
    /// the order, the record gets a new place.
    var places: [EventID]
    /// Whether the record can get a place. Events on a branch are not sent to other devices, so
    /// they never get a place.
    let isSent: Bool

    /// Returns the place in an order that was last lost with a given event, or the last possible
    /// place if the record has no place in that order.
    func place(after lost: EventID) -> EventID {
      guard let place = places.last, place > lost else { return .last }
      return place
    }
  }

  /// Creates the order of a device that does not share its library.
  init() {}

  /// Creates an order from its parts.
  init(joined: EventID, losses: [EventID], undoRecords: [PlacedUndoRecord]) {
    self.joined = joined
    self.losses = losses
    self.undoRecords = undoRecords
  }

  /// Whether the library is shared.
  var isShared: Bool { joined.exists }

  /// The event with which the order was last lost, or `EventID.nothing` if the order was never
  /// lost.
  var lost: EventID { losses.last ?? .nothing }

  /// Records that this device joined other devices. No event of this device has a place yet.
  ///
  /// - Parameters:
  ///   - records: The undos and redos so far.
  ///   - last: The newest event that can be on the main branch.
  mutating func join(at event: EventID, with records: [UndoRecord], sentThrough last: EventID) {
    guard !isShared else { return }
    joined = event
    undoRecords = records.map {
      PlacedUndoRecord(record: $0, device: 0, places: [], isSent: $0.sequence <= last)
    }
  }

  /// Adds an undo or redo.
  ///
  /// - Parameters:
  ///   - device: The number of the device that wrote the record, or 0 for this device.
  ///   - isSent: Whether the record is on the main branch.
  mutating func add(_ record: UndoRecord, of device: UInt32, isSent: Bool) {
    let places = device == 0 ? [] : [record.sequence]
    undoRecords.append(
      PlacedUndoRecord(record: record, device: device, places: places, isSent: isSent))
  }

  /// Assigns places to the events of a device up to a given event.
  ///
  /// - Returns: Whether these events include an undo or redo.
  mutating func accept(through last: EventID, of device: UInt32, at event: EventID) -> Bool {
    var hasUndo = false
    for index in undoRecords.indices.reversed() {
      let placed = undoRecords[index]
      guard placed.isSent, placed.record.sequence <= last, placed.device == device else {
        continue
      }
      if let place = placed.places.last, place > lost {
        // If a record has arrived since the loss, earlier records may still have no place. If a
        // record was accepted since then, all earlier records have a place.
        if place == placed.record.sequence { continue }
        break
      }
      undoRecords[index].places.append(event)
      hasUndo = true
    }
    return hasUndo
  }

  /// Removes all places.
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

  /// Returns the undone batches of the library at a moment.
  ///
  /// - Complexity: O(n log n) for n undo records
  func undoneBatches(through last: EventID = .last) -> Set<BatchID> {
    let past = through(last)
    let ordered: [(place: EventID, record: UndoRecord)] = past.undoRecords
      .map { ($0.place(after: past.lost), $0.record) }
      .sorted { left, right in
        left.place == right.place
          ? left.record.sequence < right.record.sequence : left.place < right.place
      }
    return Timeline.undoneBatches(by: ordered.map { $0.record }, through: last)
  }
}
