public import BrowserModel
import EventCoding

/// What an undo has to spare, word by word as it is defined.
extension NaiveTimeline {
  /// The events that would lack something that they refer to, or that they made, if some batches had never
  /// been, although they have it now.
  ///
  /// What only closes or removes something refers to nothing.
  ///
  /// - Parameters:
  ///   - events: The events of a log without branches and other devices.
  ///   - going: The batches that would never have been.
  ///   - isNeeded: Whether an event has to keep what it refers to: by default those of other authors.
  public static func lacking(
    _ events: [Event], without going: Set<BatchID>, where isNeeded: (Event) -> Bool
  ) -> [EventID] {
    let undone = undoneBatches(events)
    let counted = events.filter { event in
      if case .time = event.body { return false }
      return !undone.contains(event.batch)
    }
    var (present, future) = (ProfileState(), ProfileState())
    var found: [EventID] = []
    for event in counted {
      let before = present.openThings
      present.apply(event)
      if !going.contains(event.batch) { future.apply(event) }
      guard !going.contains(event.batch), event.body.isUndoable, isNeeded(event) else { continue }
      let made = present.openThings.subtracting(before)
      let has = future.things
      let had = present.things
      if references(event).union(made).contains(where: { had.contains($0) && !has.contains($0) }) {
        found.append(event.sequence)
      }
    }
    return found
  }

  /// What an event refers to, and itself.
  private static func references(_ event: Event) -> Set<EventID> {
    switch event.body {
    case .tab(.closed), .window(.closed), .bookmark(.removed): return []
    default: break
    }
    var finder = References()
    event.body.visit(&finder)
    return finder.found.union([event.sequence])
  }

  private struct References: PayloadVisitor, QuietFieldVisitor {
    var found: Set<EventID> = []
    private var kind: EventKind?

    mutating func visit<Payload: FieldVisitable>(_ kind: EventKind, _ payload: inout Payload) {
      self.kind = kind
      payload.visit(&self)
    }

    mutating func reference<Reference: EventReference>(
      _ number: UInt32, _ name: StaticString, _ value: inout Reference
    ) {
      switch name.description {
      case "tab", "window", "group", "bookmark", "source", "entry": found.insert(value.event)
      // The page that a tab showed before is only told.
      case "parent" where kind != .navigationCommitted: found.insert(value.event)
      default: break
      }
    }
  }
}

extension ProfileState {
  /// What can come back by an event that does not name it: windows, tabs and bookmarks.
  fileprivate var openThings: Set<EventID> {
    Set(browser.windows.map(\.id.event)).union(browser.tabs.map(\.id.event))
      .union(library.bookmarks.all.map(\.id.event))
  }

  fileprivate var things: Set<EventID> {
    openThings.union(browser.groups.map(\.id.event))
      .union(browser.tabs.flatMap { $0.entries.flatMap { [$0.id.event, $0.content] } })
  }
}
