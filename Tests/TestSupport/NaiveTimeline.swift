public import BrowserModel

/// The definition of a state: the fold of a lineage's events, except undo and redo events and
/// events whose batch is undone. The last undo or redo of a batch decides.
///
/// A library that devices share is the fold of the events of all devices, in their shared order.
///
/// It is slow, and does not use ``Timeline`` or its concept of branches.
public struct NaiveTimeline {
  public let state: ProfileState
  public let undoneBatches: Set<BatchID>
  /// The batches that are excluded from the library, regardless of who undid them.
  let batchesLeftOutOfLibrary: Set<BatchID>
  /// Whether no event of the library is waiting for its place in the order.
  public let isLibrarySettled: Bool
  /// The events of the lineage, including undone ones.
  let line: [Event]

  /// - Parameters:
  ///   - events: The events of all lineages.
  ///   - count: The number of events to consider. Nil: all.
  ///   - branch: The branch of the lineage. Zero: the main branch.
  ///   - device: The device of the lineage. 0: the log's own device.
  ///   - skipped: Further batches to exclude, with any content.
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

  /// The events of the library in order, each with the event that determines its place. This is the
  /// event itself if another device has written it since the order was last lost, or if this device
  /// has no others; otherwise the later event that accepted it; otherwise the highest possible one.
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

  /// The events of a lineage: those of its ancestors up to each fork, and then its own.
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
