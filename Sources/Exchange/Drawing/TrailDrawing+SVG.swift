internal import BrowserModel

extension TrailDrawing {
  private static let columnWidth = 220
  private static let rowHeight = 56
  private static let boxWidth = 180
  private static let boxHeight = 40
  private static let margin = 16

  /// As a picture, without scripts and in light and dark.
  func writeSVG(to stream: ExportStream) throws {
    let columns = (pages.map(\.column).max() ?? 0) + 1
    let rows = (pages.map(\.row).max() ?? 0) + 1
    let width = columns * Self.columnWidth - (Self.columnWidth - Self.boxWidth) + 2 * Self.margin
    let height = rows * Self.rowHeight - (Self.rowHeight - Self.boxHeight) + 2 * Self.margin
    try stream.write(SVGText.start(width: width, height: height))
    let places = Dictionary(pages.map { ($0.id, $0) }) { first, _ in first }
    for page in pages {
      if let parent = places[page.parent] { try stream.write(edge(from: parent, to: page)) }
    }
    for page in pages { try stream.write(box(page)) }
    try stream.write("</svg>\n")
  }

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

  /// One line stands in the middle of its box.
  private func text(of page: Page) -> String {
    let (x, y) = (left(page) + 10, top(page))
    let first = MarkupEscaping.xml(page.lines[0].cut(to: 25))
    guard page.lines.count > 1 else { return "<text x=\"\(x)\" y=\"\(y + 24)\">\(first)</text>" }
    let second = MarkupEscaping.xml(page.lines[1].cut(to: 30))
    return "<text x=\"\(x)\" y=\"\(y + 17)\">\(first)</text>"
      + "<text class=\"small\" x=\"\(x)\" y=\"\(y + 32)\">\(second)</text>"
  }

  private func left(_ page: Page) -> Int { Self.margin + page.column * Self.columnWidth }

  private func top(_ page: Page) -> Int { Self.margin + page.row * Self.rowHeight }
}
