internal import BrowserModel
internal import EventCoding
internal import RetraceTimeline

/// The things that an action depends on, as far as they can be determined without a state. A caller
/// may require that none of these things has changed in the meantime.
struct ActionTarget {
  /// The tabs, windows, groups, bookmarks and closed items that the action refers to.
  private var things: Set<EventID> = []
  /// The dependencies of the action that have no id.
  private var scope = Scope.things

  /// The kinds of dependencies that are not identified by an id.
  private enum Scope {
    case things
    case zoom
    case setting(Settings.Name)
    /// A custom value of the profile.
    case value(ValueKey)
    /// The item that closed last.
    case closedList
    /// Anything that has the focus.
    case focus
    case everything
  }

  /// The target of an action that depends on every undoable event.
  static let everything = ActionTarget(scope: .everything)

  private init(scope: Scope) { self.scope = scope }

  /// The target of an action that depends only on some things.
  init(things: [EventID]) { self.things = Set(things.filter { $0.exists }) }

  /// Determines the target of an action.
  init(_ action: Action) {
    things = Set(action.namedThings.filter { $0.exists })
    switch action {
    case .zoomSite, .zoomDefault: scope = .zoom
    case .set(let name, _): scope = .setting(name)
    case .setValue(.profile, let name, _): scope = .value(ValueKey(name: name))
    case .reopen(nil): scope = .closedList
    case .go(nil, _, _): scope = .focus
    case .restore: scope = .everything
    default: scope = .things
    }
  }

  /// Whether an event created or changed something that the action depends on.
  func isTouched(by event: Event) -> Bool {
    if things.contains(event.sequence) { return true }
    var finder = ReferenceFinder(things)
    event.body.visit(&finder)
    return finder.isFound || isInScope(event.body)
  }

  private func isInScope(_ body: Body) -> Bool {
    switch (scope, body) {
    case (.everything, _): body.isUndoable
    case (.zoom, .zoom(.siteSet)), (.zoom, .zoom(.defaultSet)): true
    case (.setting(let name), .setting(let body)): body.name == name
    case (.value(let key), .value(let event)): event.owner == .profile && event.key == key
    case (.closedList, .tab(.closed)), (.closedList, .tab(.reopened)),
      (.closedList, .window(.closed)), (.closedList, .window(.reopened)):
      true
    case (.focus, .window(.focused)), (.focus, .tab(.selected)), (.focus, .navigation(.committed)),
      (.focus, .tab(.opened)), (.focus, .tab(.closed)):
      true
    default: false
    }
  }
}

/// Finds the references from an event to the things that the event changes.
private struct ReferenceFinder: PayloadVisitor, QuietFieldVisitor {
  private let things: Set<EventID>
  private(set) var isFound = false

  init(_ things: Set<EventID>) { self.things = things }

  mutating func visit<Payload: FieldVisitable>(_ kind: EventKind, _ payload: inout Payload) {
    if !things.isEmpty { payload.visit(&self) }
  }

  mutating func reference<Reference: EventReference>(
    _ number: UInt32, _ name: StaticString, _ value: inout Reference
  ) {
    guard things.contains(value.event) else { return }
    // Other references, such as to the opener of a tab, do not change the thing that they refer to.
    switch name.description {
    case "tab", "window", "group", "bookmark", "folder", "item", "site": isFound = true
    default: break
    }
  }
}

extension Action {
  /// The events that created the things in the action. Some of the events may be `.nothing`.
  fileprivate var namedThings: [EventID] {
    switch self {
    case .open(let action): [action.window?.event ?? .nothing]
    case .closeTabs(let tabs), .ungroup(let tabs), .moveTabsToNewWindow(let tabs): tabs.map(\.event)
    case .group(let tabs, let group, _, _): tabs.map(\.event) + [group?.event ?? .nothing]
    case .moveTabs(let tabs, _, let window): tabs.map(\.event) + [window?.event ?? .nothing]
    case .moveGroup(let id, _, let window): [id.event, window?.event ?? .nothing]
    case .reopen(let id): [id ?? .nothing]
    case .restoreTab(let closed): [closed.tab.id.event]
    case .go(let tab, _, _): [tab?.event ?? .nothing]
    case .move(let id, _, let window): [id.event, window?.event ?? .nothing]
    case .select(let id, _), .moveToNewWindow(let id), .moveBy(let id, _), .pin(let id, _),
      .mute(let id, _), .duplicate(let id, _), .discard(let id), .send(let id, _),
      .follow(let id, _, _),
      .startLoad(let id, _), .commitLoad(let id, _), .travel(let id, _, _),
      .startTravel(let id, _), .step(let id, _, _), .reload(let id, _), .stop(let id),
      .failLoad(let id, _), .finishLoad(let id), .reportTitle(let id, _, _),
      .reportScroll(let id, _, _, _), .reportPicture(let id, _, _), .reportActivation(let id, _),
      .zoom(let id, _), .zoomTemporarily(let id, _):
      [id.event]
    case .closeWindow(let id), .focusWindow(let id), .placeWindow(let id, _, _),
      .nameWindow(let id, _):
      [id.event]
    case .changeGroup(let id, _, _), .collapse(let id, _), .moveGroupToNewWindow(let id):
      [id.event]
    case .editBookmark(let id, _), .removeBookmark(let id, _): [id.event]
    case .moveBookmark(let id, let folder, _): [id.event, folder.event]
    case .setValue(let owner, _, _): [owner.event]
    case .take, .openWindow, .zoomSite, .zoomDefault, .addBookmark, .restore, .set, .openSession,
      .endSession:
      []
    }
  }
}

extension EventSource where Self: ~Copyable {
  /// Returns the events of a timeline's branch, after a given event, that affected the targets of
  /// actions.
  ///
  /// An undo and a redo affect the same things as the batch that they undo or redo.
  ///
  /// - Complexity: O(events after `seen` + events of the batches that were undone after `seen`).
  func events(
    touching targets: [ActionTarget], after seen: EventID, of timeline: Timeline
  ) throws(Failure) -> [EventID] {
    var found: [EventID] = []
    var undos: [UndoRecord] = []
    let first = timeline.position.isPrivate ? EventID(-1) : EventID(1)
    try visitEvents(
      from: seen.exists ? seen.advanced(by: 1) : first, through: timeline.position,
      backwards: false, damaged: { _ in },
      { event, _ in
        guard timeline.lineage.contains(event) else { return true }
        if let undo = UndoRecord(event) {
          undos.append(undo)
        } else if targets.contains(where: { $0.isTouched(by: copy event) }) {
          found.append(event.sequence)
        }
        return true
      })
    for undo in undos where try isTouched(targets, byBatch: undo.batch, of: timeline) {
      found.append(undo.sequence)
    }
    return found.sorted { $0.rawValue.magnitude < $1.rawValue.magnitude }
  }

  private func isTouched(
    _ targets: [ActionTarget], byBatch batch: BatchID, of timeline: Timeline
  ) throws(Failure) -> Bool {
    var isTouched = false
    try visitEvents(
      from: batch.event, through: timeline.position, backwards: false, damaged: { _ in },
      { event, _ in
        guard event.batch == batch else { return false }
        isTouched = targets.contains { $0.isTouched(by: copy event) }
        return !isTouched
      })
    return isTouched
  }
}
