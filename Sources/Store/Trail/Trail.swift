package import BrowserModel
internal import EventCoding

/// The tree of all pages that were visited from a tab, those that Back left behind included.
///
/// A page's parent is the entry it was reached from; a replacement takes the place of its page.
package struct Trail {
  package struct Page {
    package let entry: EventID
    /// The entry that it was reached from; nothing for the first page.
    package let parent: EventID
    /// The event that says what is shown now.
    package var content: EventID
    package var url: String
    package var title = ""
    /// The pages reached from it, the oldest first.
    package var children: [EventID] = []
  }

  package private(set) var pages: [EventID: Page] = [:]
  /// Entries in the order in which they were visited first.
  package private(set) var order: [EventID] = []
  private var entries: [EventID: EventID] = [:]

  package init() {}

  /// Takes an event of the tab, in the order of the log.
  package mutating func take(_ event: Event, words: (Text) -> String) {
    guard !event.isForgottenPage else { return }
    switch event.body {
    case .tab(.opened(let body)):
      add(event.sequence, parent: .nothing, url: url(body.url, words))
    case .navigation(.committed(let body)):
      let url = url(body.url, words)
      if body.isReplacement, pages[body.parent] != nil {
        pages[body.parent]?.url = url
        pages[body.parent]?.content = event.sequence
        if !body.isSameDocument { pages[body.parent]?.title = "" }
        entries[event.sequence] = body.parent
      } else {
        let title = body.isSameDocument ? pages[body.parent]?.title : nil
        add(event.sequence, parent: body.parent, url: url)
        pages[event.sequence]?.title = title ?? ""
      }
    case .page(.titled(let body)):
      guard let entry = entries[body.content] else { return }
      pages[entry]?.title = words(body.title)
    default: break
    }
  }

  private mutating func add(_ entry: EventID, parent: EventID, url: String) {
    pages[entry] = Page(entry: entry, parent: parent, content: entry, url: url)
    pages[parent]?.children.append(entry)
    entries[entry] = entry
    order.append(entry)
  }

  private func url(_ text: Text, _ words: (Text) -> String) -> String {
    text.isPresent ? words(text) : Destination.startPage
  }

  /// A page as it is drawn.
  package struct Place {
    package let page: Page
    /// How many columns go on at its left.
    package let depth: Int
    /// Whether the last of them is the one that it leaves.
    package let beginsBranch: Bool
  }

  /// The pages from top to bottom.
  ///
  /// The newest way on stays in its column; what was left behind stands indented before it. O(pages).
  package var places: [Place] {
    var places: [Place] = []
    var waiting: [(entry: EventID, depth: Int, beginsBranch: Bool)] =
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
  /// Whether it said which page a tab shows, and that was forgotten.
  fileprivate var isForgottenPage: Bool {
    switch body {
    case .tab(.opened(let body)): body.url.isPresent && body.url.count == 0
    case .navigation(.committed(let body)): body.url.isPresent && body.url.count == 0
    default: false
    }
  }

  /// Whether it names a tab, or made it.
  package func concerns(_ tab: EventID) -> Bool {
    if sequence == tab { return true }
    var finder = TabFinder(tab: tab)
    body.visit(&finder)
    return finder.isFound
  }
}

private struct TabFinder: PayloadVisitor, QuietFieldVisitor {
  let tab: EventID
  var isFound = false

  init(tab: EventID) { self.tab = tab }

  mutating func visit<Payload: FieldVisitable>(_ kind: EventKind, _ payload: inout Payload) {
    payload.visit(&self)
  }

  mutating func reference(_ number: UInt32, _ name: StaticString, _ value: inout EventID) {
    let isTab = name.description == "tab" || name.description == "source"
    if isTab, value == tab { isFound = true }
  }
}
