public import BrowserModel

/// The library that several devices share, and the events of other devices.
extension Timeline {
  /// Returns the timeline of another device: the fold of its events in this log.
  ///
  /// The `Browser` of the timeline contains the windows and tabs of the other device. The moments
  /// are the moments of this log, so each moment shows the state of the other device as this device
  /// knew it. The ``library`` is empty, because the shared library is part of this device's own
  /// timeline.
  ///
  /// - Parameters:
  ///   - number: The number of the device.
  ///   - source: The log.
  /// - Returns: The timeline, or nil if the device is unknown. For the number of this device,
  ///   returns this timeline.
  /// - Throws: The error of the log if it cannot be read.
  /// - Complexity: O(events)
  public func device<Source: EventSource & ~Copyable>(
    _ number: UInt32, _ source: borrowing Source
  ) throws(Source.Failure) -> Timeline? {
    guard let device = devices.first(where: { $0.number == number }) else { return nil }
    if device.isThis { return self }
    var other = Timeline(Lineage(device: number, continuing: past(of: device)))
    try other.advance(source, through: position)
    return other
  }

  /// Returns the events that a device shares with the devices whose past it continues, and the
  /// events that were written to this log under the number of the device.
  private func past(of device: Device) -> [Lineage.Continued] {
    var past: [Lineage.Continued] = []
    var next = device
    var limit = EventID.last
    // No device continues a device that joined later.
    for _ in devices.indices {
      if next.number != device.number {
        past.append(Lineage.Continued(device: next.number, through: limit))
      }
      if next.leftAt.exists {
        past.append(Lineage.Continued(device: 0, through: min(limit, next.wroteThrough)))
      } else if next.isThis {
        past.append(Lineage.Continued(device: 0, through: limit))
      }
      limit = min(limit, next.continues)
      guard let former = devices.first(where: { $0.number == next.former }) else { break }
      next = former
    }
    return past
  }

  /// Records an event about devices. The event counts even if its batch is undone.
  mutating func note(_ body: DeviceEvent, _ event: borrowing Event) {
    switch body {
    case .joined(let joined): note(joined, event)
    case .accepted(let accepted):
      guard event.device == 0 else { return }
      let hasUndo = order.accept(
        through: accepted.through, of: accepted.writer, at: event.sequence)
      // After a loss of the order, accepting events can change which undo comes last.
      if hasUndo, order.lost.exists { invalidateLibrary() }
    case .orderLost:
      guard event.device == 0 else { return }
      order.lose(at: event.sequence)
      invalidateLibrary()
    // The store opens sent tabs (``SentTabs``).
    case .sent, .sentEntry: return
    }
  }

  private mutating func note(_ body: DeviceJoined, _ event: borrowing Event) {
    let isThis = event.device == 0
    let number = isThis ? UInt32(max(body.number, 0)) : event.device
    if let index = devices.firstIndex(where: { $0.number == number }) {
      devices[index].named = event.sequence
    } else {
      var device = Device(
        number: number, joined: event.sequence, named: event.sequence, isThis: isThis)
      if body.former > 0, UInt32(body.former) != number {
        device.former = UInt32(body.former)
        device.continues = min(body.continues, event.sequence)
      }
      if isThis {
        for index in devices.indices where devices[index].isThis {
          devices[index].leave(at: event.sequence, through: device.continues)
        }
      }
      devices.append(device)
    }
    guard isThis, !order.isShared, !event.branch.exists else { return }
    // Events on a branch are not sent to other devices.
    let sequence = event.sequence
    let ofMain = lineage.inherited.first { !$0.branch.exists }
    order.join(at: sequence, with: undoRecords, sentThrough: ofMain?.through ?? sequence)
    invalidateLibrary()
  }

  /// Records an undo or redo, by any device, that belongs to the library.
  mutating func noteShared(_ record: UndoRecord, _ event: borrowing Event) {
    guard isInLibrary(event) else { return }
    order.add(record, of: event.device, isSent: !event.branch.exists)
    invalidateLibrary()
  }

  /// Whether an event belongs to the lineage, or to another device that shares the library.
  func concerns(_ event: borrowing Event) -> Bool {
    if lineage.contains(event) { return true }
    guard order.isShared, lineage.device == 0 else { return false }
    return isInLibrary(event)
  }

  /// Whether an event belongs to the library: it was written by this device on the lineage, or by
  /// another device.
  private func isInLibrary(_ event: borrowing Event) -> Bool {
    event.device == 0 ? lineage.contains(event) : !event.branch.exists
  }

  /// Drops the library, which is read from the log again when it is needed.
  mutating func invalidateLibrary() {
    guard lineage.device == 0 else { return }
    library = nil
    pendingLibrary = nil
  }

  /// Folds an event into a shared library, if the library was read. If the caller must then call
  /// ``foldPending()``, the library is nil.
  mutating func applyShared(_ event: borrowing Event) {
    guard lineage.device == 0, library != nil || pendingLibrary != nil else { return }
    if case .device(.accepted(let body)) = event.body, event.device == 0 {
      let isOfThisOrder = event.sequence > order.lost
      guard isOfThisOrder, pendingLibrary != nil else { return }
      pendingLibrary?.accept(through: body.through, of: body.writer)
      // So far, the pending events were folded in the order of the log, not in the order of their
      // places.
      if order.lost.exists { library = nil }
      if pendingLibrary?.isEmpty == true, library != nil { pendingLibrary = nil }
      return
    }
    guard event.body.isAboutLibrary, isInLibrary(event),
      !batchesLeftOutOfLibrary.contains(event.batch)
    else { return }
    let isOfThisOrder = event.sequence > order.lost
    let hasPlace = event.device != 0 && isOfThisOrder
    if hasPlace, pendingLibrary != nil {
      pendingLibrary?.settle(event)
      library = nil
    } else {
      if !hasPlace { addPending(event) }
      library?.apply(event)
    }
  }

  private mutating func addPending(_ event: borrowing Event) {
    if pendingLibrary == nil, let library { pendingLibrary = PendingLibrary(after: library) }
    pendingLibrary?.append(event)
  }

  /// Folds the pending events after the events that have arrived in the meantime.
  mutating func foldPending() {
    guard library == nil, let pending = pendingLibrary else { return }
    library = pending.library
    if pending.isEmpty { pendingLibrary = nil }
  }

  /// Whether ``library`` can be stored as a checkpoint, because all of its events have a place.
  package var isLibrarySettled: Bool { library != nil && pendingLibrary == nil }

  /// The batches excluded from a shared library.
  var batchesToLeaveOutOfLibrary: Set<BatchID> {
    order.undoneBatches().union(skippedBatches).subtracting(restoredBatches)
  }

  /// The batches undone by any device, or only the batches in ``undoneBatches`` if the library is
  /// not shared.
  ///
  /// - Complexity: O(n log n) for n undo records
  public var batchesUndoneAnywhere: Set<BatchID> {
    order.isShared ? undoneBatches.union(order.undoneBatches()) : undoneBatches
  }

  /// Reads a shared library from its newest checkpoint and the events after it.
  mutating func readSharedLibrary<Source: EventSource & ~Copyable>(
    _ source: borrowing Source
  ) throws(Source.Failure) {
    var read = self
    read.batchesLeftOutOfLibrary = batchesToLeaveOutOfLibrary
    let stored = try storedLibrary(source, leavingOut: read.batchesLeftOutOfLibrary)
    read.pendingLibrary = PendingLibrary(after: stored?.library ?? Library())
    let first = stored?.moment.advanced(by: 1) ?? position.firstOfLog
    try source.visitEvents(
      from: first, through: position, backwards: false, damaged: { _ in },
      { event, _ in
        read.applyShared(event)
        return true
      })
    read.foldPending()
    self = read
  }
}
