internal import BrowserModel
internal import EventLog
internal import Notation
internal import Store
internal import Timeline

/// The pages that were visited from a tab, as a tree from left to right: the newest way on stays in its
/// row, what Back left behind stands grey below it.
struct TrailDrawing {
  /// Its pages in the order in which they were visited first.
  private(set) var pages: [Page] = []

  struct Page {
    let id: EventID
    let parent: EventID
    let url: String
    let title: String
    /// Whether the tab shows it.
    let isCurrent: Bool
    /// Whether Back or Forward lead to it.
    let isKept: Bool
    /// Its place: steps from the first page, and rows from the top.
    let column: Int
    let row: Int

    /// The lines that it is drawn with: an address alone where there is no title.
    var lines: [String] {
      if url == Destination.startPage { return ["Start page"] }
      return title.isEmpty ? [url] : [title, url]
    }
  }

  /// - Parameters:
  ///   - tab: A tab that is open, or was.
  ///   - moment: The newest event of the moment; nil: the present.
  /// - Throws: ``ExportFailure`` where there is no such tab.
  init(of tab: EventID, in store: Store, at moment: EventID?) throws {
    let timeline = try moment.map { try store.moment($0) } ?? store.timeline
    let trail = try Self.trail(of: tab, in: store, timeline)
    guard !trail.order.isEmpty else {
      throw ExportFailure("There is no tab #\(tab.rawValue) with pages.")
    }
    let shown = timeline.browser.tab(tab) ?? timeline.browser.closedTab(tab)
    let kept = Set(shown?.rows.map(\.entry) ?? [])
    let places = Self.places(trail)
    pages = trail.order.compactMap { id in
      guard let page = trail.pages[id], let place = places[id] else { return nil }
      return Page(
        id: id, parent: trail.pages[page.parent] == nil ? .nothing : page.parent,
        url: page.url, title: page.title, isCurrent: shown?.row?.entry == id,
        isKept: kept.contains(id), column: place.column, row: place.row)
    }
  }

  /// The tab's pages, and those that it was duplicated with.
  private static func trail(
    of tab: EventID, in store: Store, _ timeline: Timeline
  ) throws(LogFailure) -> Trail {
    var ways = [(tab: tab, until: EventID.last)]
    while let origin = try origin(of: ways[ways.count - 1].tab, in: store) {
      ways.append((origin, ways[ways.count - 1].tab))
    }
    var trail = Trail()
    let position = timeline.browser.sequence
    guard position.exists else { return trail }
    try store.visitLog(
      isPrivate: false, from: ways[ways.count - 1].tab, through: position
    ) { event, words in
      let isFollowed = ways.contains { event.concerns($0.tab) && event.sequence < $0.until }
      if isFollowed, timeline.lineage.contains(event), !timeline.undoneBatches.contains(event.batch)
      {
        withoutActuallyEscaping(words) { trail.take(event, words: $0) }
      }
      return true
    }
    return trail
  }

  /// The tab that a tab is a duplicate of.
  private static func origin(
    of tab: EventID, in store: Store
  ) throws(LogFailure) -> EventID? {
    var origin: EventID?
    try store.visitLog(isPrivate: false, from: tab, through: tab) { event, _ in
      if case .tab(.duplicated(let body)) = event.body, body.source < tab { origin = body.source }
      return false
    }
    return origin
  }

  private static func places(_ trail: Trail) -> [EventID: (column: Int, row: Int)] {
    var places: [EventID: (column: Int, row: Int)] = [:]
    var rows = 0
    let roots = trail.order.filter { trail.pages[trail.pages[$0]?.parent ?? .nothing] == nil }
    // A page takes the row that was kept for it, else the next one.
    var waiting: [(id: EventID, column: Int, row: Int?)] = roots.reversed().map { ($0, 0, nil) }
    while let (id, column, kept) = waiting.popLast() {
      let row = kept ?? rows
      if kept == nil { rows += 1 }
      places[id] = (column, row)
      let children = trail.pages[id]?.children ?? []
      for child in children.dropLast() { waiting.append((child, column + 1, nil)) }
      if let newest = children.last { waiting.append((newest, column + 1, row)) }
    }
    return places
  }
}
