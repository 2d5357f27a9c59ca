internal import BrowserModel
internal import EventCoding
internal import RetraceTimeline

/// A title for an action, composed from the events of its batch.
struct ActionTitle {
  /// The event that describes the action best: the last event that does not only select something.
  private var last: EventDescription?
  /// The event that opened a window. The tab in the window usually describes the action better.
  private var window: EventDescription?
  /// The number of events of each kind. Events that accompany an action are of other kinds.
  private var counts: [EventKind?: Int] = [:]
  private var count = 0
  private var (isImport, isRestore, isMerge) = (false, false, false)
  private(set) var name: String?
  private(set) var agent: String?

  /// Adds an event of the batch. The events must be added in their order.
  mutating func add(_ event: Event, _ words: EventWords) {
    if event.batchName.count > 0 { name = words(event.batchName) }
    if event.agent.isPresent, agent == nil { agent = words(event.agent) }
    if case .time(.merged) = event.body { isMerge = true }
    if event.body.accompaniesAction { return }
    count += 1
    // An import can have a hundred thousand events, and none of them describes the import.
    isImport = event.actor == .import
    if isImport { return }
    if case .window(.opened) = event.body {
      window = EventDescription(event, words)
      return
    }
    counts[event.body.kind, default: 0] += 1
    isRestore = isRestore || event.body.isRestoring
    if last == nil || !event.body.onlySelects { last = EventDescription(event, words) }
  }

  /// The tab whose name the title needs, or nil if the title needs no name of a tab.
  var tab: TabID? {
    guard name == nil, !isImport, let event = described?.event else { return nil }
    return event.subject?.tab
  }

  /// The batch that the action undid or redid, or nil for another action.
  var revertedBatch: BatchID? {
    switch described?.event.body {
    case .time(.undone(let body)), .time(.redone(let body)): body.batch
    default: nil
    }
  }

  private var described: EventDescription? {
    if let last, case .tab(.opened(let body)) = last.event.body, !body.url.isPresent, let window {
      return window
    }
    return last ?? window
  }

  /// Returns the title.
  ///
  /// - Parameters:
  ///   - tabName: The name of ``tab``, or nil if the name is unknown.
  ///   - reverted: The title of ``revertedBatch``, or nil if the title is unknown.
  func text(tabName: String?, reverted: String?) -> String {
    if isImport { return "imported \(count) \(count == 1 ? "item" : "items")" }
    if let name { return name }
    if isMerge { return "merged a branch" }
    guard let described else { return "changed nothing" }
    if isRestore, count > 1 { return "restored an earlier moment" }
    if let reverted { return "\(described.event.body.verb): \(reverted)" }
    let text: String
    if case .navigation(.traveled) = described.event.body, let tabName {
      text = "went to \(tabName)"
    } else {
      text = described.sentence(calling: tabName ?? "a tab")
    }
    let others = counts[described.event.body.kind, default: 1] - 1
    return others < 1 ? text : "\(text) and \(others) more"
  }
}

extension Body {
  /// Whether the event describes a part of something that another event of the batch is about: a
  /// page of a tab, or the group that tabs join.
  fileprivate var accompaniesAction: Bool {
    switch self {
    case .tab(.entryRestored), .device(.sentEntry), .group(.created): true
    default: false
    }
  }

  /// Whether the event restores a window, a tab or a group.
  fileprivate var isRestoring: Bool {
    switch self {
    case .window(.restored), .tab(.restored), .group(.restored): true
    default: false
    }
  }

  /// Whether the event only selects a tab or focuses a window.
  fileprivate var onlySelects: Bool {
    switch self {
    case .tab(.selected), .window(.focused): true
    default: false
    }
  }
}
