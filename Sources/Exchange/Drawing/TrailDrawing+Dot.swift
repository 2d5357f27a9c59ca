internal import BrowserModel

extension TrailDrawing {
  /// As a graph, in the DOT language. A page's name in it is its entry, so it stays the same.
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
