public import BrowserModel

/// A device of the profile, as its events say.
///
/// Its name is in the log, as `TextField.name` of the event ``named``.
public struct Device: Equatable, Sendable {
  /// Its number among the devices of the profile.
  public let number: UInt32
  /// The event by which it joined; in the log of another device, the one that arrived there.
  public let joined: EventID
  /// The event that says what it is called.
  public internal(set) var named: EventID
  /// Whether the log is that of this device.
  public let isThis: Bool
}

/// The order in which a library that several devices share is folded. It is the same for all of
/// them, apart from what one of them wrote last.
///
/// What another device wrote has its place where it arrived in this log. What this device wrote
/// has it once it was accepted (`EventsAccepted`): after everything that had arrived by then.
/// What has none yet comes last. The library is the fold of the events in this order, of all
/// devices, without the batches that are undone; the last undo or redo of a batch decides, in
/// this order, too.
struct SharedOrder: Equatable, Sendable {
  /// The event by which this device joined others; `EventID.nothing` while it is alone.
  private(set) var joined = EventID.nothing
  /// The undos and redos of all devices, in the order of the log.
  private(set) var undoRecords: [PlacedUndoRecord] = []

  /// An undo or redo with its place in the order.
  struct PlacedUndoRecord: Equatable, Sendable {
    let record: UndoRecord
    /// The event of the log that gave it its place; `EventID.nothing` if none has.
    var place: EventID
    /// Whether it can get a place: what is on a branch is not told to others.
    let isTold: Bool

    /// Whether another device wrote it.
    var isOther: Bool { place == record.sequence }
  }

  /// Creates the order of a device that is alone.
  init() {}

  /// Creates an order from its parts.
  init(joined: EventID, undoRecords: [PlacedUndoRecord]) {
    self.joined = joined
    self.undoRecords = undoRecords
  }

  /// Whether the library is shared.
  var isShared: Bool { joined.exists }

  /// Takes note that this device joined others. Nothing that it wrote so far has a place.
  ///
  /// - Parameters:
  ///   - records: The undos and redos up to now.
  ///   - last: The newest event of them that can be on the main branch.
  mutating func join(at event: EventID, with records: [UndoRecord], toldThrough last: EventID) {
    guard !isShared else { return }
    joined = event
    undoRecords = records.map {
      PlacedUndoRecord(record: $0, place: .nothing, isTold: $0.sequence <= last)
    }
  }

  /// Adds an undo or redo.
  ///
  /// - Parameters:
  ///   - isOther: Whether another device wrote it.
  ///   - isTold: Whether it is on the main branch.
  mutating func add(_ record: UndoRecord, isOther: Bool, isTold: Bool) {
    let place = isOther ? record.sequence : .nothing
    undoRecords.append(PlacedUndoRecord(record: record, place: place, isTold: isTold))
  }

  /// Gives their places to what this device wrote up to an event.
  mutating func accept(through last: EventID, at event: EventID) {
    for index in undoRecords.indices.reversed() {
      let placed = undoRecords[index]
      guard placed.isTold, placed.record.sequence <= last, !placed.isOther else { continue }
      // Those before it have their places, too.
      if placed.place.exists { return }
      undoRecords[index].place = event
    }
  }

  /// Returns the order as it was at a moment.
  func through(_ last: EventID) -> SharedOrder {
    guard joined <= last else { return SharedOrder() }
    var past = SharedOrder(joined: joined, undoRecords: [])
    for var record in undoRecords where record.record.sequence <= last {
      if record.place > last { record.place = .nothing }
      past.undoRecords.append(record)
    }
    return past
  }

  /// Returns the batches that are undone for the library at a moment.
  ///
  /// - Complexity: O(undo records), and as for a sort of them
  func undoneBatches(through last: EventID = .last) -> Set<BatchID> {
    let known = through(last).undoRecords
    let ordered = known.sorted { left, right in
      let leftPlace = left.place.exists ? left.place : .last
      let rightPlace = right.place.exists ? right.place : .last
      return leftPlace == rightPlace
        ? left.record.sequence < right.record.sequence : leftPlace < rightPlace
    }
    return Timeline.undoneBatches(by: ordered.map { $0.record }, through: last)
  }
}

/// What this device wrote about a shared library and what has no place in the order yet, with the
/// library before it.
struct PendingLibrary: Sendable {
  /// The fold of everything that has its place.
  private var settled: Library
  /// The events without a place, in order.
  private var events: ContiguousArray<Event> = []

  init(behind settled: Library) { self.settled = settled }

  var isEmpty: Bool { events.isEmpty }

  /// The library with everything.
  var library: Library {
    var library = settled
    for event in events { library.apply(event) }
    return library
  }

  /// Adds an event of this device.
  mutating func append(_ event: borrowing Event) { events.append(copy event) }

  /// Folds an event of another device, before all that waits.
  mutating func settle(_ event: borrowing Event) { settled.apply(event) }

  /// Gives their places to the events up to one. Those on a branch never get one.
  mutating func accept(through last: EventID) {
    let accepted = events.prefix { $0.sequence <= last && !$0.branch.exists }
    for event in accepted { settled.apply(event) }
    events.removeFirst(accepted.count)
  }
}
