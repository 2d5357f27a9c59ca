import BrowserModel
package import ExchangeFormats
internal import RetraceEventLog
package import RetraceStore
import RetraceTimeline

extension Store {
  /// Writes a state or the log in a format of another program. Private windows are not included.
  ///
  /// Data that the format does not support is omitted and counted.
  ///
  /// - Parameter progress: Receives the number of events that have been written, and their total
  ///   number. If the function throws, the export ends.
  /// - Throws: ``ExchangeError`` if there is nothing to draw, `StoreFailure` or `LogError` if the
  ///   profile cannot be read, and the errors of the stream.
  /// - Complexity: O(state), or O(events) for the log, drawings of the log, and visits. Uses memory
  ///   for the state and for one event at a time.
  @discardableResult
  package func export(
    _ format: ExportFormat, _ options: ExportOptions = ExportOptions(), to stream: ExportStream,
    progress: (_ done: Int, _ total: Int) throws -> Void = { _, _ in }
  ) throws -> ExportReport {
    var report = ExportReport()
    switch format {
    case .events:
      try EventLines.write(self, at: options.moment, to: stream, progress: progress)
    case .records:
      try exportRecords(options, to: stream, progress: progress)
    case .dot, .svg: try draw(format, options, to: stream)
    case .visitTable, .visitLines:
      report.leftOut = try VisitExport.write(
        self, at: options.moment, isTable: format == .visitTable, to: stream, progress: progress)
    default:
      let exported = try ExportedItems(self, at: options.moment)
      report.problems = try Self.write(exported.items, format, to: stream)
      report.leftOut = exported.losses.only(format.omittedKinds)
      report.notShown = exported.losses.only(format.hiddenKinds)
    }
    try stream.flush()
    return report
  }

  /// Writes the log as records, each after its length. Private windows are not included.
  ///
  /// - Parameter progress: Receives the number of events that have been written, and their total
  ///   number. If the function throws, the export ends.
  /// - Returns: The counts of what was written.
  @discardableResult
  package func exportRecords(
    _ options: ExportOptions = ExportOptions(), to stream: ExportStream,
    progress: (_ done: Int, _ total: Int) throws -> Void = { _, _ in }
  ) throws -> LogContents {
    let contents = try EventRecords.write(
      self, at: options.moment, disclosing: options.disclosure, to: stream, progress: progress)
    try stream.flush()
    return contents
  }

  /// - Returns: A sentence for each item that could not be written.
  private static func write(
    _ items: [PortableItem], _ format: ExportFormat, to stream: ExportStream
  ) throws -> [String] {
    switch format {
    case .netscapeBookmarks: try NetscapeWriter.write(items, to: stream)
    case .chromiumBookmarks: return try ChromiumBookmarkWriter.write(items, to: stream)
    case .firefoxSession:
      try stream.write(FirefoxPack.packed(FirefoxSessionWriter.bytes(items)))
    case .firefoxSessionJSON: try stream.write(FirefoxSessionWriter.bytes(items))
    case .oneTab: try OneTabWriter.write(items, to: stream)
    case .markdown: try MarkdownWriter.write(items, to: stream)
    case .csv: try CSVWriter.write(items, to: stream)
    case .opml: try OPMLWriter.write(items, to: stream)
    case .bookmarkTable, .bookmarkLines:
      try BookmarkListWriter.write(items, isTable: format == .bookmarkTable, to: stream)
    case .visitTable, .visitLines, .events, .records, .dot, .svg:
      preconditionFailure("These are written from the log.")
    }
    return []
  }

  private func draw(
    _ format: ExportFormat, _ options: ExportOptions, to stream: ExportStream
  ) throws {
    if let tab = options.tab {
      let drawing = try TrailDrawing(of: tab, in: self, at: options.moment)
      return try format == .dot ? drawing.writeDot(to: stream) : drawing.writeSVG(to: stream)
    }
    if format == .dot {
      return try BranchDrawing(self, at: options.moment).writeDot(to: stream)
    }
    try TimelineDrawing(self, at: options.moment).writeSVG(to: stream)
  }
}
