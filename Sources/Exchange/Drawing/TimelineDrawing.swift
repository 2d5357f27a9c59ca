internal import BrowserModel
internal import Notation
internal import RetraceEventLog
internal import RetraceStore
internal import RetraceTimeline

/// A picture of the log. It has a lane for each tab, from the event that opened the tab to the
/// event that closed it, with a tick for each page.
///
/// The horizontal axis shows event numbers, not times, because a clock also runs at night and is
/// sometimes set back, whereas event numbers have no gaps.
struct TimelineDrawing {
  private let lanes: [TabLanes.Lane]
  /// The number of tabs that were ever opened.
  private let tabCount: Int
  private let first: EventID
  private let last: EventID
  /// The events that have a time label.
  private var times: [(event: EventID, text: String)] = []

  private static let labelWidth = 220
  private static let plotWidth = 960
  private static let laneHeight = 22
  private static let headHeight = 40
  private static let captionHeight = 16
  private static let margin = 12

  /// - Parameter moment: The moment to export.
  /// - Throws: ``ExchangeError`` if no tab was ever open.
  init(_ store: Store, at moment: Moment) throws {
    let timeline = try store.moment(moment)
    let all = try TabLanes(store, timeline)
    lanes = all.lanes.filter { !$0.spans.isEmpty }
    tabCount = all.tabCount
    guard let first = lanes.compactMap({ $0.spans.first?.first }).min() else {
      throw ExchangeError(.exportFailed, "There are no tabs to draw.")
    }
    self.first = first
    let newest = timeline.browser.sequence
    last = max(newest, first.advanced(by: 1))
    try readTimes(store, through: newest)
  }

  private mutating func readTimes(
    _ store: Store, through newest: EventID
  ) throws {
    let count = min(6, Int(last.rawValue - first.rawValue))
    for step in 0...count {
      let offset = Int64(last.rawValue - first.rawValue) * Int64(step) / Int64(count)
      let event = first.advanced(by: Int32(offset))
      guard event <= newest else { return }
      var text = ""
      try store.visitLog(isPrivate: false, from: event, through: event) { found, _ in
        // The date and time up to the minute, in UTC.
        text = String(Timestamp(milliseconds: found.happenedMilliseconds).description.prefix(16))
        return false
      }
      times.append((event, text.split(separator: "T").joined(separator: " ")))
    }
  }

  /// Writes a picture without scripts, for light and dark mode. The tooltip of a tick shows its
  /// page.
  func writeSVG(to stream: ExportStream) throws {
    let width = Self.labelWidth + Self.plotWidth + 2 * Self.margin
    let bottom = Self.headHeight + lanes.count * Self.laneHeight + 2 * Self.margin
    let height = bottom + captions.count * Self.captionHeight
    try stream.write(SVGText.start(width: width, height: height))
    for time in times { try stream.write(grid(time, bottom)) }
    for (row, lane) in lanes.enumerated() { try write(lane, row, to: stream) }
    for (row, caption) in captions.enumerated() {
      let y = bottom + row * Self.captionHeight + 4
      try stream.write(
        "<text class=\"small\" x=\"\(Self.margin)\" y=\"\(y)\">\(caption)</text>\n")
    }
    try stream.write("</svg>\n")
  }

  /// The captions, which explain the picture and state its omissions.
  private var captions: [String] {
    var captions = [
      "Each lane is a tab: green if it is still open, blue if it was closed. Each stroke is a "
        + "page. Events run from left to right in the order of the log. Times are in UTC."
    ]
    if lanes.count < tabCount {
      captions.append(
        "\(lanes.count) of \(tabCount) tabs: open tabs first, then the newest closed ones.")
    }
    if lanes.contains(where: \.isShortened) {
      captions.append(
        "If a tab has more than \(TabLanes.maximumVisits) pages, some of the oldest have no stroke."
      )
    }
    return captions
  }

  private func grid(_ time: (event: EventID, text: String), _ height: Int) -> String {
    let x = x(time.event)
    // The labels at both ends must not exceed the picture.
    let anchor = time.event == first ? "start" : time.event == last ? "end" : "middle"
    return """
      <path class="grid" d="M\(x) \(Self.headHeight)V\(height - Self.margin)"/>\
      <text class="small" x="\(x)" y="18" text-anchor="\(anchor)">\(time.text)</text>\
      <text class="small" x="\(x)" y="31" text-anchor="\(anchor)">#\(time.event.rawValue)</text>

      """
  }

  private func write(_ lane: TabLanes.Lane, _ row: Int, to stream: ExportStream) throws {
    let y = Self.headHeight + Self.margin + row * Self.laneHeight
    let label = "#\(lane.tab.rawValue) \(lane.label)"
    let words = MarkupEscaping.xml(label.cut(to: 32))
    try stream.write(
      """
      <g><title>\(MarkupEscaping.xml(label))</title>\
      \(SVGText.line(words, x: Self.margin, baseline: y + 12, width: Self.labelWidth - 8))</g>

      """)
    for span in lane.spans {
      let (start, end) = (x(span.first), x(span.last ?? last))
      let look = span.last == nil ? "lane open" : "lane"
      try stream.write(
        "<rect class=\"\(look)\" x=\"\(start)\" y=\"\(y + 1)\" "
          + "width=\"\(max(end - start, 4))\" height=\"14\" rx=\"3\"/>\n")
    }
    for visit in lane.visits {
      let text = visit.title.isEmpty ? visit.url : "\(visit.title)\n\(visit.url)"
      try stream.write(
        "<rect class=\"tick\" x=\"\(x(visit.content))\" y=\"\(y + 3)\" width=\"3\" height=\"10\">"
          + "<title>\(MarkupEscaping.xml(text))</title></rect>\n")
    }
  }

  /// Returns the horizontal position of an event.
  private func x(_ event: EventID) -> Int {
    let part = Int64(event.rawValue - first.rawValue) * Int64(Self.plotWidth)
    return Self.margin + Self.labelWidth + Int(part / Int64(last.rawValue - first.rawValue))
  }
}
