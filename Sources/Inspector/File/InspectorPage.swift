package import Exchange
package import RetraceStore

/// A web page that contains a log, the module that reads it, and everything that the page shows.
package struct InspectorPage {
  private let start: [UInt8]
  private let end: [UInt8]

  /// The part of the template that the log replaces.
  private static let place = Array("@@LOG@@".utf8)

  /// Reads the template.
  ///
  /// - Throws: ``ExchangeError`` if the template cannot be read.
  package init(_ files: InspectorFiles) throws {
    let template = try files.contents(of: "inspector.html")
    guard let index = Self.index(in: template) else {
      throw ExchangeError(.exportFailed, "The template of the page has no place for the log.")
    }
    start = Array(template[..<index])
    end = Array(template[(index + Self.place.count)...])
  }

  private static func index(in template: [UInt8]) -> Int? {
    template.indices.first { index in
      template[index] == place[0] && template[index...].starts(with: place)
    }
  }

  /// Writes the page with the records of a log, which are compressed and encoded as Base64.
  ///
  /// - Parameter progress: Receives the number of events that have been written, and their total
  ///   number. If the function throws, the export ends.
  /// - Returns: The counts of what the page contains.
  package func write(
    _ store: Store, _ options: ExportOptions = ExportOptions(), to stream: ExportStream,
    progress: (_ done: Int, _ total: Int) throws -> Void = { _, _ in }
  ) throws -> LogContents {
    try stream.write(start)
    var base64 = Base64Stream { try stream.write($0) }
    let gzip = try GzipStream { try base64.write($0) }
    let contents = try store.exportRecords(
      options, to: ExportStream { try gzip.write($0) }, progress: progress)
    try gzip.finish()
    try base64.finish()
    try stream.write(end)
    try stream.flush()
    return contents
  }
}
