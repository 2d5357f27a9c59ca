public import BrowserModel

/// Folds that begin at a checkpoint instead of at the first event.
extension Timeline {
  /// Returns the lineage at the newest checkpoint that is suitable for a moment, or nil if no
  /// checkpoint is suitable.
  ///
  /// A checkpoint is suitable if the batches to exclude before the checkpoint are the batches that
  /// were undone when the checkpoint was created.
  ///
  /// - Parameters:
  ///   - source: The log.
  ///   - last: The moment.
  ///   - batches: The batches to exclude.
  func resumed<Source: EventSource & ~Copyable>(
    _ source: borrowing Source, through last: EventID, leavingOut batches: Set<BatchID>
  ) throws(Source.Failure) -> Timeline? {
    var last = last
    while last.exists {
      let alone = try place(of: .browser, source, through: last, leavingOut: batches)
      let whole =
        Source.storesTimelines
        ? try place(of: .timeline, source, through: last, leavingOut: batches) : nil
      guard let place = [alone, whole].compactMap({ $0 }).max(by: { $0.sequence < $1.sequence })
      else { return nil }
      let browser =
        place.part == .browser || !Source.storesTimelines
        ? try source.browser(at: place)
        : try source.withCheckpoint(at: place) { Timeline(snapshot: $0, of: lineage)?.browser }
      if let browser { return Timeline(resuming: self, with: browser, leavingOut: batches) }
      last = place.sequence.advanced(by: -1)
    }
    return nil
  }

  /// Returns a lineage at the newest checkpoint of a complete timeline, or nil if there is no such
  /// checkpoint.
  static func opened<Source: EventSource & ~Copyable>(
    _ lineage: Lineage, _ source: borrowing Source, through last: EventID
  ) throws(Source.Failure) -> Timeline? {
    guard Source.storesTimelines, last.exists, !last.isPrivate, lineage.device == 0 else {
      return nil
    }
    var place = CheckpointPlace(.timeline, of: lineage.branch, at: last)
    guard let found = try source.newestCheckpoint(atOrBefore: place) else {
      return nil
    }
    place.sequence = found
    return try source.withCheckpoint(at: place) { Timeline(snapshot: $0, of: lineage) }
  }

  /// Returns the library. The first call reads the library from its newest checkpoint and from the
  /// later events of the log.
  ///
  /// - Throws: The error of the log if it cannot be read.
  /// - Complexity: O(library, and the events since its checkpoint) the first time, then O(1)
  public mutating func readLibrary<Source: EventSource & ~Copyable>(
    _ source: borrowing Source
  ) throws(Source.Failure) -> Library {
    if let library { return library }
    if order.isShared {
      try readSharedLibrary(source)
      return library ?? Library()
    }
    let stored = try storedLibrary(source, leavingOut: undoneBatches)
    var library = stored?.library ?? Library()
    if stored?.moment != position {
      try visitFoldedEvents(source, from: stored?.moment.advanced(by: 1)) { event, _ in
        library.apply(event)
        return true
      }
    }
    self.library = library
    return library
  }

  /// Returns the browser and the library, which is read with ``readLibrary(_:)``.
  ///
  /// - Throws: The error of the log if it cannot be read.
  /// - Complexity: That of ``readLibrary(_:)``
  public mutating func readState<Source: EventSource & ~Copyable>(
    _ source: borrowing Source
  ) throws(Source.Failure) -> ProfileState {
    let library = try readLibrary(source)
    return ProfileState(browser: browser, library: library)
  }

  /// Returns the library of the newest suitable checkpoint, with the moment of the checkpoint, or
  /// nil if no checkpoint is suitable.
  ///
  /// - Parameter batches: The batches that the library must exclude.
  func storedLibrary<Source: EventSource & ~Copyable>(
    _ source: borrowing Source, leavingOut batches: Set<BatchID>
  ) throws(Source.Failure) -> (library: Library, moment: EventID)? {
    var last = position
    while last.exists,
      let place = try place(of: .library, source, through: last, leavingOut: batches),
      // Before the device joined others, no event had a place, and the loss of the order removed
      // all places.
      place.sequence > max(order.joined, order.lost)
    {
      if let library = try source.library(at: place) {
        return (library, place.sequence)
      }
      last = place.sequence.advanced(by: -1)
    }
    return nil
  }

  /// Returns whether a batch changes the library.
  func isAboutLibrary<Source: EventSource & ~Copyable>(
    _ batch: BatchID, _ source: borrowing Source
  ) throws(Source.Failure) -> Bool {
    var isAbout = false
    guard batch.isKnown(at: position) else { return false }
    try source.visitEvents(
      from: batch.event, through: position, backwards: false, damaged: { _ in },
      { event, _ in
        guard event.batch == batch else { return false }
        if event.body.isAboutLibrary { isAbout = true }
        return !isAbout
      })
    return isAbout
  }

  /// Returns the newest checkpoint of the lineage's own branch or of an ancestor that is suitable
  /// for a moment, or nil if no checkpoint is suitable.
  func place<Source: EventSource & ~Copyable>(
    of part: CheckpointPart, _ source: borrowing Source, through last: EventID,
    leavingOut batches: Set<BatchID>
  ) throws(Source.Failure) -> CheckpointPlace? {
    for segment in lineage.segments {
      var place = CheckpointPlace(part, of: segment.branch, at: min(last, segment.through))
      while place.sequence.exists, !place.sequence.isPrivate {
        guard let found = try source.newestCheckpoint(atOrBefore: place)
        else { break }
        guard let turned = firstDiffering(between: batches, and: found, of: part) else {
          place.sequence = found
          return place
        }
        place.sequence = turned.event.advanced(by: -1)
      }
    }
    return nil
  }

  /// Returns the oldest batch before a checkpoint that is excluded now but was not excluded at the
  /// time of the checkpoint, or vice versa. Returns nil if there is no such batch, so that the
  /// checkpoint is suitable.
  func firstDiffering(
    between batches: Set<BatchID>, and sequence: EventID, of part: CheckpointPart
  ) -> BatchID? {
    let isShared = part == .library && order.isShared
    if batches.isEmpty, isShared ? order.undoRecords.isEmpty : undoRecords.isEmpty { return nil }
    let undone =
      isShared ? order.undoneBatches(through: sequence) : undoneBatches(through: sequence)
    return undone.symmetricDifference(batches).filter { $0.event <= sequence }.min()
  }
}

extension Lineage {
  /// Returns the last moment up to which this lineage and another are equal.
  func fork(from other: Lineage) -> EventID {
    var fork = EventID.nothing
    for own in segments {
      for segment in other.segments where segment.branch == own.branch {
        fork = max(fork, min(own.through, segment.through))
      }
    }
    return fork
  }

  /// The lineage's own branch and its ancestors, the nearest ancestor first. There are no
  /// checkpoints of other devices' events.
  var segments: [Segment] {
    device == 0 ? [Segment(branch: branch, through: .last)] + inherited : []
  }
}
