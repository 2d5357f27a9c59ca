public import BrowserModel
import EventCoding

/// Determines which actions an undo must preserve, by a literal implementation of the definition.
extension NaiveTimeline {
  /// Returns the events that would lack something that they refer to or created, and that exists
  /// now, if some batches had never happened.
  ///
  /// An event that only closes or removes something refers to nothing.
  ///
  /// - Parameters:
  ///   - events: The events of a log without branches and other devices.
  ///   - going: The batches that would never have happened.
  ///   - isNeeded: Whether the things that an event refers to must be kept. By default, this is
  ///     true for the events of other authors.
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

  /// Returns some batches, together with the batches that followed from them automatically.
  public static func batches(_ events: [Event], thatGoWith acts: Set<BatchID>) -> Set<BatchID> {
    var batches = acts
    var causes: Set<EventID> = []
    for event in events {
      let isAct = event.actor == .user || event.actor == .import
      if !isAct, causes.contains(event.cause) { batches.insert(event.batch) }
      if batches.contains(event.batch) { causes.insert(event.sequence) }
    }
    return batches
  }

  /// Returns the things that an event refers to or may have created.
  private static func references(_ event: Event) -> Set<Subject> {
    switch event.body {
    case .tab(.closed), .window(.closed), .bookmark(.removed): return []
    default: break
    }
    var finder = References()
    event.body.visit(&finder)
    let tabs = finder.tabs + [TabID(event.sequence)]
    let made: [Subject] = [
      .window(WindowID(event.sequence)), .tab(TabID(event.sequence)),
      .group(GroupID(event.sequence)), .bookmark(BookmarkID(event.sequence)),
    ]
    return finder.found.union(made).union(tabs.map { .tab($0) })
      .union(
        (finder.entries + [event.sequence]).flatMap { entry in
          tabs.map { .entry(entry, tab: $0) }
        })
  }

  private struct References: PayloadVisitor, QuietFieldVisitor {
    var found: Set<Subject> = []
    var tabs: [TabID] = []
    var entries: [EventID] = []
    private var kind: EventKind?

    mutating func visit<Payload: FieldVisitable>(_ kind: EventKind, _ payload: inout Payload) {
      self.kind = kind
      payload.visit(&self)
    }

    mutating func reference<Reference: EventReference>(
      _ number: UInt32, _ name: StaticString, _ value: inout Reference
    ) {
      let event = value.event
      switch name.description {
      case "tab", "source": tabs.append(TabID(event))
      case "window": found.insert(.window(WindowID(event)))
      case "group": found.insert(.group(GroupID(event)))
      case "bookmark": found.insert(.bookmark(BookmarkID(event)))
      case "entry": entries.append(event)
      // The page that a tab showed before is only mentioned, not required.
      case "parent" where kind != .navigationCommitted: found.insert(.bookmark(BookmarkID(event)))
      default: break
      }
    }
  }
}

extension ProfileState {
  /// The things that an event can restore without naming them: windows, tabs and bookmarks.
  fileprivate var openThings: Set<Subject> {
    Set(browser.windows.map { .window($0.id) }).union(browser.tabs.map { .tab($0.id) })
      .union(library.bookmarks.all.map { .bookmark($0.id) })
  }

  fileprivate var things: Set<Subject> {
    openThings.union(browser.groups.map { .group($0.id) })
      .union(
        browser.tabs.flatMap { tab in
          tab.entries.flatMap {
            [.entry($0.id.event, tab: tab.id), .entry($0.content, tab: tab.id)]
          }
        })
  }
}
