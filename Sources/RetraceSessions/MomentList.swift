internal import BrowserModel
internal import EventCoding
internal import RetraceEventLog
package import RetraceStore
internal import RetraceTimeline

/// The newest labeled moments of a store, which are extended as the log grows.
package struct MomentList: Sendable {
  /// The moments, oldest first.
  package private(set) var moments: [LabeledMoment] = []
  private let limit: Int
  /// The newest event that was read.
  private var position = EventID.nothing
  /// The branch of the moments.
  private var branch = BranchID.nothing
  /// The title or address of the page that each tab shows, as far as events mention it.
  private var names: [TabID: String] = [:]
  /// The title or address of each page, by the entry or the content.
  private var pages: [EventID: String] = [:]

  /// Creates an empty list.
  ///
  /// - Parameter limit: The maximum number of moments.
  package init(limit: Int) { self.limit = max(limit, 1) }

  /// An action that was read, before it has a label.
  private struct FoundAction {
    let batch: BatchID
    let milliseconds: Int64
    /// The first event of the batch that changes what the user sees, or nil so far.
    var first: EventID?
    var title = ActionTitle()
    var tabName: String?
  }

  /// Adds the actions since the last call.
  ///
  /// - Parameter store: The store, which has caught up with the log.
  /// - Throws: `LogError` if the log cannot be read.
  /// - Complexity: O(events since the last call), or for the first call, O(events of the listed
  ///   moments)
  package mutating func update(from store: Store) throws {
    let last = store.timeline.position
    if branch != store.timeline.lineage.branch || position > last {
      self = MomentList(limit: limit)
      branch = store.timeline.lineage.branch
    }
    guard position < last else { return }
    let start =
      position.exists ? position.advanced(by: 1) : try firstListedEvent(of: store, upTo: last)
    var found: [FoundAction] = []
    var (names, pages) = (names, pages)
    try store.visitLog(isPrivate: false, from: start, through: last) { event, words in
      guard store.timeline.lineage.contains(event), event.device == 0 else { return true }
      if found.last?.batch != event.batch {
        if found.last?.first == nil { _ = found.popLast() }
        found.append(FoundAction(batch: event.batch, milliseconds: event.milliseconds))
      }
      let index = found.count - 1
      if found[index].first == nil, event.body.isVisibleStep { found[index].first = event.sequence }
      if case .navigation(.traveled(let body)) = event.body {
        names[body.tab] = pages[body.entry.event]
      }
      found[index].title.add(event, words)
      found[index].tabName = found[index].title.tab.flatMap { names[$0] }
      if let tab = event.subject?.tab, let (page, name) = event.namedPage(words) {
        // A report can be about a page that the tab no longer shows.
        if names[tab] == pages[page] || page == event.sequence { names[tab] = name }
        pages[page] = name
      }
      return true
    }
    if found.last?.first == nil { _ = found.popLast() }
    try append(found, from: store)
    if !moments.isEmpty { moments[moments.count - 1].newest = last }
    (self.names, self.pages, position) = (names, pages, last)
    moments.removeFirst(max(moments.count - limit, 0))
  }

  private mutating func append(_ found: [FoundAction], from store: Store) throws {
    let unnamed = Set(found.compactMap { $0.tabName == nil ? $0.title.tab : nil })
    let present = unnamed.isEmpty ? [:] : try store.names(of: unnamed)
    for action in found {
      guard let first = action.first else { continue }
      if !moments.isEmpty { moments[moments.count - 1].newest = first.advanced(by: -1) }
      let title = action.title
      let reverted = title.revertedBatch.map { batch in
        moments.last { $0.id == batch }?.label ?? "#\(batch.rawValue)"
      }
      let label = title.text(
        tabName: action.tabName ?? title.tab.flatMap { present[$0] }, reverted: reverted)
      moments.append(
        LabeledMoment(
          id: action.batch, newest: first, milliseconds: action.milliseconds, label: label,
          agent: title.agent))
    }
  }

  /// Returns the first event to read for a list of ``limit`` moments.
  private func firstListedEvent(of store: Store, upTo last: EventID) throws -> EventID {
    var (first, batch) = (EventID(1), BatchID.nothing)
    var count = 0
    try store.visitLog(isPrivate: false, through: last, backwards: true) { event, _ in
      guard store.timeline.lineage.contains(event), event.device == 0 else { return true }
      if event.body.isVisibleStep, event.batch != batch {
        batch = event.batch
        count += 1
        first = batch.event
      }
      return count < limit
    }
    return first
  }
}

extension Body {
  /// Whether the event changes what the user sees, so that its action is a moment of its own.
  fileprivate var isVisibleStep: Bool {
    switch self {
    case .tab(.selected), .time(.undone), .time(.redone), .time(.branched): true
    case .tab(.discarded), .window(.placed), .window(.focused): false
    default: isUndoable
    }
  }
}

extension Event {
  /// Returns a page and its title or address, or nil if the event contains neither.
  fileprivate func namedPage(_ words: EventWords) -> (page: EventID, name: String)? {
    let page: EventID
    switch body {
    case .tab, .navigation(.committed): page = sequence
    case .page(.titled(let body)): page = body.content
    default: return nil
    }
    return leadText(words).map { (page, $0) }
  }
}
