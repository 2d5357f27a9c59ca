package import BrowserModel
internal import EventCoding
internal import RetraceEventLog
package import RetraceTimeline

/// The tree of all pages visited in a tab, including pages that were dropped when the user went
/// back and opened another page (H2).
///
/// The parent of a page is the entry from which it was reached. A replacement (H3) does not add a
/// page, but changes the existing page.
package struct Trail {
  /// One page of the tree, which is an entry of the tab's history with its current content.
  package struct Page {
    /// The event that created the entry.
    package let entry: EntryID
    /// The entry from which the page was reached, or `.nothing` for the first page of the tab.
    package let parent: EntryID
    /// The event with the current content of the entry.
    package var content: EventID
    /// The current address, in the URL standard's serialised form.
    package var url: String
    /// The newest reported title, or empty if no title was reported.
    package var title = ""
    /// The entries reached from the page, oldest first.
    package var children: [EntryID] = []
  }

  /// The pages by their entries.
  package private(set) var pages: [EntryID: Page] = [:]
  /// The entries in the order in which they were first visited.
  package private(set) var order: [EntryID] = []
  /// For each event with content, the entry that shows the content.
  private var entries: [EventID: EntryID] = [:]

  /// Creates an empty tree.
  package init() {}

  /// Reads the tree of a tab, including the pages of the tab from which it was duplicated.
  ///
  /// - Parameter timeline: The timeline whose events are considered.
  /// - Throws: `LogError` if the log cannot be read.
  /// - Complexity: O(events since the oldest tab of the chain of duplications was opened)
  package init(of tab: TabID, in store: Store, _ timeline: Timeline) throws {
    let ancestry = try TabAncestry(of: tab, in: store)
    var trail = Trail()
    try store.visitFoldedEvents(of: timeline, from: ancestry.first) { event, words in
      if ancestry.concerns(event) { trail.add(event, words: words) }
      return true
    }
    self = trail
  }

  /// Adds an event of the tab. Events must be added in the order of the log.
  ///
  /// Forgotten pages are not in the tree.
  ///
  /// - Parameters:
  ///   - event: An event of the tab according to `Event.concerns(_:)`. Events of kinds that do not
  ///     show a page have no effect.
  ///   - words: The texts of the event.
  package mutating func add(_ event: Event, words: EventWords) {
    guard !event.isForgottenPage else { return }
    switch event.body {
    case .tab(.opened(let body)):
      add(EntryID(event.sequence), parent: .nothing, url: url(body.url, words))
    case .navigation(.committed(let body)):
      let url = url(body.url, words)
      if body.isReplacement, pages[body.parent] != nil {
        pages[body.parent]?.url = url
        pages[body.parent]?.content = event.sequence
        if !body.isSameDocument { pages[body.parent]?.title = "" }
        entries[event.sequence] = body.parent
      } else {
        let title = body.isSameDocument ? pages[body.parent]?.title : nil
        add(EntryID(event.sequence), parent: body.parent, url: url)
        pages[EntryID(event.sequence)]?.title = title ?? ""
      }
    case .page(.titled(let body)):
      guard let entry = entries[body.content] else { return }
      pages[entry]?.title = words(body.title)
    default: break
    }
  }

  /// Adds a page below its parent.
  private mutating func add(_ entry: EntryID, parent: EntryID, url: String) {
    pages[entry] = Page(entry: entry, parent: parent, content: entry.event, url: url)
    pages[parent]?.children.append(entry)
    entries[entry.event] = entry
    order.append(entry)
  }

  /// Returns the address in a text, or the start page if the text is absent (H1).
  private func url(_ text: Text, _ words: EventWords) -> String {
    text.isPresent ? words(text) : Destination.startPage
  }

  /// One row of the tree for display, which shows one page.
  package struct Place {
    /// The page of the row.
    package let page: Page
    /// The number of columns to the left of the page, for paths that continue further down.
    package let depth: Int
    /// Whether the page begins an abandoned path. The path branches off from the last of the
    /// ``depth`` columns.
    package let beginsBranch: Bool
  }

  /// The pages from top to bottom, for display.
  ///
  /// The path to the newest page stays in its column. An abandoned path is indented, and is placed
  /// above the continuation of the newest path.
  ///
  /// - Complexity: O(pages).
  package var places: [Place] {
    var places: [Place] = []
    var waiting: [(entry: EntryID, depth: Int, beginsBranch: Bool)] =
      order.filter { pages[pages[$0]?.parent ?? .nothing] == nil }.reversed()
      .map { ($0, 0, false) }
    while let (entry, depth, beginsBranch) = waiting.popLast() {
      guard let page = pages[entry] else { continue }
      places.append(Place(page: page, depth: depth, beginsBranch: beginsBranch))
      guard let newest = page.children.last else { continue }
      waiting.append((newest, depth, false))
      for child in page.children.dropLast().reversed() { waiting.append((child, depth + 1, true)) }
    }
    return places
  }
}

extension Event {
  /// Whether the event states which page a tab shows, and the text of that page was forgotten.
  var isForgottenPage: Bool {
    switch body {
    case .tab(.opened(let body)): body.url.isPresent && body.url.count == 0
    case .navigation(.committed(let body)): body.url.isPresent && body.url.count == 0
    default: false
    }
  }

  /// Whether the event created a tab or refers to it.
  package func concerns(_ tab: TabID) -> Bool {
    if sequence == tab.event { return true }
    var finder = TabFinder(tab: tab)
    body.visit(&finder)
    return finder.isFound
  }
}

/// Checks whether a field of an event refers to a tab.
private struct TabFinder: PayloadVisitor, QuietFieldVisitor {
  let tab: TabID
  var isFound = false

  init(tab: TabID) { self.tab = tab }

  mutating func visit<Payload: FieldVisitable>(_ kind: EventKind, _ payload: inout Payload) {
    payload.visit(&self)
  }

  mutating func reference<Reference: EventReference>(
    _ number: UInt32, _ name: StaticString, _ value: inout Reference
  ) {
    let isTab = name.description == "tab" || name.description == "source"
    if isTab, value.event == tab.event { isFound = true }
  }
}
