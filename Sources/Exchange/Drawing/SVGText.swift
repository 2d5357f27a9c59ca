/// The SVG elements that several drawings use.
enum SVGText {
  /// Returns the element for a line of text. In any font, the line is clipped to the available
  /// space.
  ///
  /// - Parameters:
  ///   - text: The text, escaped for XML.
  ///   - look: The CSS class, or an empty string.
  static func line(
    _ text: String, x: Int, baseline: Int, width: Int, look: String = ""
  ) -> String {
    let look = look.isEmpty ? "" : " class=\"\(look)\""
    return "<svg x=\"\(x)\" y=\"\(baseline - 13)\" width=\"\(width)\" height=\"18\">"
      + "<text\(look) y=\"13\">\(text)</text></svg>"
  }

  /// Returns the beginning of a picture with a size in pixels, including its styles.
  static func start(width: Int, height: Int) -> String {
    """
    <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
    viewBox="0 0 \(width) \(height)" font-family="sans-serif" font-size="12">
    <style>
    svg { background: #fff; color-scheme: light dark }
    text { fill: #202020 }
    .small { font-size: 10px; fill: #606060 }
    .edge { fill: none; stroke: #808080; stroke-width: 1.5 }
    .page rect { fill: #f6f6f6; stroke: #606060 }
    .current rect { fill: #d5ecd5; stroke: #2b7a2b; stroke-width: 2 }
    .edge.left { stroke: #c0c0c0; stroke-dasharray: 4 3 }
    .page.left rect { fill: #fff; stroke: #c8c8c8 }
    .page.left text { fill: #909090 }
    .grid { stroke: #e4e4e4 }
    .lane { fill: #c9d8ee }
    .lane.open { fill: #bfe0c4 }
    .tick { fill: #35597f }
    @media (prefers-color-scheme: dark) {
      svg { background: #1c1c1e }
      text { fill: #e8e8e8 }
      .small { fill: #a0a0a0 }
      .page rect { fill: #2c2c2e; stroke: #909090 }
      .current rect { fill: #24452a; stroke: #6cc070 }
      .edge.left { stroke: #505050 }
      .page.left rect { fill: #1c1c1e; stroke: #505050 }
      .page.left text { fill: #808080 }
      .grid { stroke: #38383a }
      .lane { fill: #2f4664 }
      .lane.open { fill: #2f5a38 }
      .tick { fill: #a9c8ea }
    }
    </style>

    """
  }
}

extension String {
  /// Returns the text as a single line of at most a number of characters, for a label.
  func cut(to count: Int) -> String {
    let line = onOneLine
    return line.count <= count ? line : "\(line.prefix(count - 1))…"
  }
}
