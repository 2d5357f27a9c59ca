public import BrowserModel
internal import EventLog
public import Session
internal import Timeline

extension Session {
  /// Writes what a moment of the session's line holds in another program's format. Private windows are
  /// never in it.
  ///
  /// - Parameters:
  ///   - moment: The newest event of the moment; nil: the present.
  ///   - milliseconds: What the clock says, since 1970 UTC, for formats that say when they were
  ///     written.
  ///   - put: Gets the bytes, part by part.
  /// - Complexity: O(things), and O(events) for ``ExportFormat/events`` and ``ExportFormat/dot``.
  public func export(
    _ format: ExportFormat, at moment: Sequence? = nil, milliseconds: Int64,
    _ put: ([UInt8]) throws -> Void
  ) throws {
    let last = moment ?? timeline.position
    switch format {
    case .events: return try EventLines.write(self, through: last, put)
    case .dot: return try put(Array(TrailGraph.text(self, through: last).utf8))
    default: break
    }
    let browser =
      try moment.map { try self.moment($0, on: timeline.line.branch).browser } ?? self.browser
    let content = try BrowserContent(browser, self)
    switch format {
    case .netscape: try put(Array(NetscapeWriter.text(content.bookmarks).utf8))
    case .chromiumBookmarks: try put(ChromiumBookmarksWriter.document(content.bookmarks).text)
    case .csv: try put(Array(CSVWriter.text(content.bookmarks).utf8))
    case .opml: try put(Array(OPMLWriter.text(content.bookmarks).utf8))
    case .firefoxSession, .firefoxSessionPacked:
      let document = FirefoxSessionWriter.document(content.session, milliseconds: milliseconds)
      let text = document.text
      try put(format == .firefoxSession ? text : FirefoxPack.packed(text))
    case .oneTab: try put(Array(OneTabWriter.text(content.session).utf8))
    case .markdown: try put(Array(MarkdownWriter.text(content).utf8))
    case .events, .dot: break
    }
  }
}
