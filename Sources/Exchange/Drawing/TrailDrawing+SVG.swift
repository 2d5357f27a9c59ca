internal import BrowserModel

extension TrailDrawing {
  private static let columnWidth = 220
  private static let rowHeight = 56
  private static let boxWidth = 180
  private static let boxHeight = 40
  private static let margin = 16
  private static let captionHeight = 20
  private static let captionWidth = 400

  /// As a picture, without scripts and in light and dark.
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
    "Green: the page that is shown. Grey: what Back left behind, and no button leads to."

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
}
