public import BrowserModel

/// The definition itself: the fold of those events of a lineage that are not undos or redos and
/// whose batch is not undone. The last undo or redo that names a batch determines whether it is
/// undone.
///
/// A library that devices share is the fold of the events of all devices, in the order that they
/// share.
///
/// The implementation is slow and uses nothing of ``Timeline``, not even its branches.
public struct NaiveTimeline {
  public let state: ProfileState
  public let undoneBatches: Set<BatchID>
  /// The batches that are excluded from the library, regardless of who undid them.
  let batchesLeftOutOfLibrary: Set<BatchID>
  /// Whether all events of the library have a place.
  public let isLibrarySettled: Bool
  /// The events of the lineage, including undone events.
  let line: [Event]

  /// - Parameters:
  ///   - events: The events of all branches.
  ///   - count: The number of events at the moment, or nil for all.
  ///   - branch: The branch of the lineage, or nothing for the main branch.
  ///   - device: The device of the lineage, or 0 for the log's own device.
  ///   - skipped: Additional batches to exclude, with any contents.
  public init(
    _ events: some Collection<Event>, count: Int? = nil, branch: BranchID = .nothing,
    device: UInt32 = 0, skipping skipped: Set<BatchID> = []
  ) {
    let line = Self.line(branch, events.filter { $0.device == device })
    let known = Array(events.prefix(count ?? events.count))
    let own = known.filter { line.contains($0.sequence) }
    let undone = Self.undoneBatches(own)
    var browser = Browser()
    for event in known {
      if line.contains(event.sequence), Self.counts(event, without: undone.union(skipped)) {
        browser.apply(event)
      }
      browser.skip(to: event.sequence)
    }
    let ordered = device == 0 ? Self.ordered(known, line) : []
    let leftOut = Self.undoneBatches(ordered.map(\.event)).union(skipped)
    var library = Library()
    for (event, _) in ordered where Self.counts(event, without: leftOut) { library.apply(event) }
    state = ProfileState(browser: browser, library: library)
    isLibrarySettled = !ordered.contains { event, place in
      place == .last && event.body.isAboutLibrary
        && !leftOut.contains(event.batch)
    }
    self.line = own
    batchesLeftOutOfLibrary = leftOut
    undoneBatches = undone
  }

  public var browser: Browser { state.browser }

  static func undoneBatches(_ events: [Event]) -> Set<BatchID> {
    var undone: Set<BatchID> = []
    for event in events {
      switch event.body {
      case .time(.undone(let body)): undone.insert(body.batch)
      case .time(.redone(let body)): undone.remove(body.batch)
      default: break
      }
    }
    return undone
  }

  private static func counts(_ event: Event, without undone: Set<BatchID>) -> Bool {
    switch event.body {
    case .time(.undone), .time(.redone): false
    default: !undone.contains(event.batch)
    }
  }

  /// Returns the events that the library is the fold of, in their order, each with the event that
  /// gave it its place. That is the event itself if another device wrote it after the order was
  /// last lost, or if the library is not shared. Otherwise, it is the event with which the event
  /// was accepted since then, or the last possible event if there is none.
  private static func ordered(
    _ known: [Event], _ line: Set<EventID>
  ) -> [(event: Event, place: EventID)] {
    let isShared = known.contains { event in
      if case .device(.joined) = event.body {
        event.device == 0 && !event.branch.exists
      } else {
        false
      }
    }
    let own = known.filter { line.contains($0.sequence) }
    guard isShared else { return own.map { ($0, $0.sequence) } }
    return known.filter { line.contains($0.sequence) || $0.isOfAnotherDevice }.map { event in
      (event, place(of: event, known))
    }.sorted { left, right in
      left.place == right.place
        ? left.event.sequence < right.event.sequence : left.place < right.place
    }
  }

  private static func place(of event: Event, _ known: [Event]) -> EventID {
    guard !event.branch.exists else { return .last }
    let lost = known.last { $0.body == .device(.orderLost) && $0.device == 0 }?.sequence ?? .nothing
    if event.device != 0, event.sequence > lost { return event.sequence }
    let accepted = known.first { later in
      guard case .device(.accepted(let body)) = later.body, later.device == 0 else { return false }
      return later.sequence > max(event.sequence, lost) && body.through >= event.sequence
        && body.writer == event.device
    }
    return accepted?.sequence ?? .last
  }

  /// Returns the events of a lineage: those of each ancestor up to the fork, then those of its own
  /// branch.
  private static func line(
    _ branch: BranchID, _ events: some Collection<Event>
  ) -> Set<EventID> {
    let own = events.filter { $0.branch == branch }.map(\.sequence)
    guard branch.exists, let fork = events.first(where: { $0.sequence == branch.event }),
      case .time(.branched(let body)) = fork.body
    else { return Set(own) }
    let inherited = line(fork.branch, events).filter { $0 <= body.from && $0 < fork.sequence }
    return inherited.union(own)
  }
}

extension Event {
  fileprivate var isOfAnotherDevice: Bool { device != 0 && !branch.exists }
}
