internal import BrowserModel
internal import Notation
internal import RetraceEventLog
internal import RetraceStore
internal import RetraceTimeline

/// The pages visited in a tab, as a tree from left to right. The newest path is a single row.
/// Abandoned pages are drawn in grey below that row.
struct TrailDrawing {
  /// The pages, in the order in which they were first visited.
  private(set) var pages: [Page] = []

  struct Page {
    let id: EntryID
    let parent: EntryID
    let url: String
    let title: String
    /// Whether the tab shows the page.
    let isCurrent: Bool
    /// Whether Back or Forward can reach the page.
    let isKept: Bool
    /// The position of the page: the number of steps from the first page, and the row from the top.
    let column: Int
    let row: Int

    /// The lines of the page's label: its title and address, or only the address if it has no
    /// title.
    var lines: [String] {
      if url == Destination.startPage { return ["Start page"] }
      return title.isEmpty ? [url] : [title, url]
    }
  }

  /// - Parameters:
  ///   - tab: A tab that is or was open.
  ///   - moment: The moment to draw.
  /// - Throws: ``ExchangeError`` if the tab does not exist or has no pages.
  init(of tab: TabID, in store: Store, at moment: Moment) throws {
    let timeline = try store.moment(moment)
    let trail = try Trail(of: tab, in: store, timeline)
    guard !trail.order.isEmpty else {
      throw ExchangeError(.exportFailed, "Tab #\(tab.rawValue) does not exist or has no pages.")
    }
    let shown = timeline.browser.tab(tab) ?? timeline.browser.closedTab(tab)
    let kept = Set(shown?.entries.map(\.id) ?? [])
    let places = Self.places(trail)
    pages = trail.order.compactMap { id in
      guard let page = trail.pages[id], let place = places[id] else { return nil }
      return Page(
        id: id, parent: trail.pages[page.parent] == nil ? .nothing : page.parent,
        url: page.url, title: page.title, isCurrent: shown?.currentEntry?.id == id,
        isKept: kept.contains(id), column: place.column, row: place.row)
    }
  }

  private static func places(_ trail: Trail) -> [EntryID: (column: Int, row: Int)] {
    var places: [EntryID: (column: Int, row: Int)] = [:]
    var rows = 0
    let roots = trail.order.filter { trail.pages[trail.pages[$0]?.parent ?? .nothing] == nil }
    // A page uses the row that its parent reserved for it, otherwise the next free row.
    var waiting: [(id: EntryID, column: Int, row: Int?)] = roots.reversed().map { ($0, 0, nil) }
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

extension TrailDrawing {
  private static let columnWidth = 220
  private static let rowHeight = 56
  private static let boxWidth = 180
  private static let boxHeight = 40
  private static let margin = 16
  private static let captionHeight = 20
  private static let captionWidth = 400

  /// Writes a picture without scripts, for light and dark mode.
  func writeSVG(to stream: ExportStream) throws {
    let columns = (pages.map(\.column).max() ?? 0) + 1
    let rows = (pages.map(\.row).max() ?? 0) + 1
    let content = columns * Self.columnWidth - (Self.columnWidth - Self.boxWidth)
    let width = max(content, Self.captionWidth) + 2 * Self.margin
    let bottom = rows * Self.rowHeight - (Self.rowHeight - Self.boxHeight) + 2 * Self.margin
    try stream.write(SVGText.start(width: width, height: bottom + Self.captionHeight))
    let places = Dictionary(pages.map { ($0.id, $0) }) { first, _ in first }
    for page in pages {
      if let parent = places[page.parent] { try stream.write(edge(from: parent, to: page)) }
    }
    for page in pages { try stream.write(box(page)) }
    try stream.write(
      "<text class=\"small\" x=\"\(Self.margin)\" y=\"\(bottom + 4)\">\(Self.caption)</text>\n")
    try stream.write("</svg>\n")
  }

  private static let caption =
    "Green: the page shown. Grey: pages that Back and Forward no longer reach."

  private func edge(from parent: Page, to page: Page) -> String {
    let start = (x: left(parent) + Self.boxWidth, y: top(parent) + Self.boxHeight / 2)
    let end = (x: left(page), y: top(page) + Self.boxHeight / 2)
    let middle = (start.x + end.x) / 2
    let look = page.isKept || page.isCurrent ? "edge" : "edge left"
    let curve = "M\(start.x) \(start.y)C\(middle) \(start.y) \(middle) \(end.y) \(end.x) \(end.y)"
    return "<path class=\"\(look)\" d=\"\(curve)\"/>\n"
  }

  private func box(_ page: Page) -> String {
    let (x, y) = (left(page), top(page))
    let look = page.isCurrent ? "page current" : page.isKept ? "page" : "page left"
    let size = "width=\"\(Self.boxWidth)\" height=\"\(Self.boxHeight)\""
    let title = MarkupEscaping.xml(page.lines.joined(separator: "\n"))
    return """
      <g class="\(look)"><title>\(title)</title>\
      <rect x="\(x)" y="\(y)" \(size) rx="6"/>\
      \(text(of: page))</g>

      """
  }

  /// Returns the label of a page. A single line is centred in its box.
  private func text(of page: Page) -> String {
    let (x, y) = (left(page) + 10, top(page))
    let width = Self.boxWidth - 16
    let first = MarkupEscaping.xml(page.lines[0].cut(to: 24))
    guard page.lines.count > 1 else {
      return SVGText.line(first, x: x, baseline: y + 24, width: width)
    }
    let second = MarkupEscaping.xml(page.lines[1].cut(to: 29))
    return SVGText.line(first, x: x, baseline: y + 17, width: width)
      + SVGText.line(second, x: x, baseline: y + 32, width: width, look: "small")
  }

  private func left(_ page: Page) -> Int { Self.margin + page.column * Self.columnWidth }

  private func top(_ page: Page) -> Int { Self.margin + page.row * Self.rowHeight }

  /// Writes a graph in the DOT language. The name of a node is the id of its entry, so the name
  /// never changes.
  func writeDot(to stream: ExportStream) throws {
    try stream.write(
      """
      digraph trail {
        rankdir=LR;
        node [shape=box, style="rounded,filled", fillcolor=white, fontname="sans-serif", fontsize=10];
        edge [color="#808080"];

      """)
    for page in pages {
      let label = GraphText.quoted(page.lines.map { $0.cut(to: 44) }.joined(separator: "\n"))
      let look =
        if page.isCurrent {
          "fillcolor=\"#cfe8cf\", penwidth=2"
        } else if page.isKept {
          "fillcolor=white"
        } else {
          "color=\"#b0b0b0\", fontcolor=\"#808080\""
        }
      try stream.write("  e\(page.id.rawValue) [label=\(label), \(look)];\n")
    }
    for page in pages where page.parent.exists {
      let look = page.isKept || page.isCurrent ? "" : " [style=dashed]"
      try stream.write("  e\(page.parent.rawValue) -> e\(page.id.rawValue)\(look);\n")
    }
    try stream.write("}\n")
  }
}
