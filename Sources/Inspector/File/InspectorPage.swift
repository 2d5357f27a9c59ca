internal import BrowserModel
package import Exchange
internal import RetraceEventLog
package import RetraceStore

/// A web page that contains a log, the module that reads it, and everything that the page shows.
package struct InspectorPage {
  private let start: [UInt8]
  /// The part between the log and the pictures.
  private let middle: [UInt8]
  private let end: [UInt8]

  /// The parts of the template that the log and the pictures replace.
  private static let places = ["@@LOG@@", "@@PICTURES@@"].map { Array($0.utf8) }

  /// Reads the template.
  ///
  /// - Throws: ``ExchangeError`` if the template cannot be read.
  package init(_ files: InspectorFiles) throws {
    let template = try files.contents(of: "inspector.html")
    var parts: [ArraySlice<UInt8>] = []
    var rest = template[...]
    for place in Self.places {
      guard let index = Self.index(of: place, in: rest) else {
        throw ExchangeError(.exportFailed, "The template of the page has no place for the log.")
      }
      parts.append(rest[..<index])
      rest = rest[(index + place.count)...]
    }
    (start, middle, end) = (Array(parts[0]), Array(parts[1]), Array(rest))
  }

  private static func index(of place: [UInt8], in template: ArraySlice<UInt8>) -> Int? {
    template.indices.first { index in
      template[index] == place[0] && template[index...].starts(with: place)
    }
  }

  /// Writes the page with the records of a log, which are compressed and encoded as Base64.
  ///
  /// - Parameters:
  ///   - withPictures: Whether to include the stored pictures of pages, unless names are invented.
  ///   - progress: Receives the number of events that have been written, and their total number. If
  ///     the function throws, the export ends.
  /// - Returns: The counts of what the page contains, and the number of different pictures.
  package func write(
    _ store: Store, _ options: ExportOptions = ExportOptions(), withPictures: Bool = false,
    to stream: ExportStream, progress: (_ done: Int, _ total: Int) throws -> Void = { _, _ in }
  ) throws -> (log: LogContents, pictures: Int) {
    try stream.write(start)
    var base64 = Base64Stream { try stream.write($0) }
    let gzip = try GzipStream { try base64.write($0) }
    let contents = try store.exportRecords(
      options, to: ExportStream { try gzip.write($0) }, progress: progress)
    try gzip.finish()
    try base64.finish()
    try stream.write(middle)
    let pictures = withPictures ? try write(contents.pictures, of: store, to: stream) : 0
    try stream.write(end)
    try stream.flush()
    return (contents, pictures)
  }

  /// Writes a line for each different picture: the events that report it, a colon, and the picture
  /// in Base64. Forgotten pictures are omitted.
  ///
  /// - Returns: The number of pictures.
  private func write(
    _ pictures: [(event: EventID, hash: ContentHash)], of store: Store, to stream: ExportStream
  ) throws -> Int {
    var events: [[UInt8]: [EventID]] = [:]
    for (event, hash) in pictures { events[hash.bytes, default: []].append(event) }
    var count = 0
    for (event, hash) in pictures where events[hash.bytes]?.first == event {
      guard let picture = try store.log.read({ reader in try reader.blob(hash.bytes) }) else {
        continue
      }
      let numbers = (events[hash.bytes] ?? []).map { "\($0.rawValue)" }.joined(separator: " ")
      try stream.write(Array("\(numbers):".utf8))
      var base64 = Base64Stream { try stream.write($0) }
      try base64.write(picture)
      try base64.finish()
      try stream.write([UInt8(ascii: "\n")])
      count += 1
    }
    return count
  }
}
