internal import Notation

/// Writes rows as a table in CSV (RFC 4180), or as lines of JSON.
struct ListWriter<Row: ListRow> {
  private let isTable: Bool
  private let stream: ExportStream
  private var json = JSONWriter()

  /// Begins a table with the names of its columns.
  init(_ rows: Row.Type, isTable: Bool, to stream: ExportStream) throws {
    self.isTable = isTable
    self.stream = stream
    if isTable { try stream.write(Row.columns.joined(separator: ",") + "\r\n") }
  }

  mutating func write(_ row: Row) throws {
    if isTable {
      try stream.write(row.cells.map(CSVCell.written).joined(separator: ",") + "\r\n")
    } else {
      json.removeAll()
      json.object { row.write(to: &$0) }
      json.endLine()
      try stream.write(Array(json.bytes))
    }
  }
}

/// Writes bookmarks as a list.
enum BookmarkListWriter {
  static func write(_ items: [PortableItem], isTable: Bool, to stream: ExportStream) throws {
    var writer = try ListWriter(ListedBookmark.self, isTable: isTable, to: stream)
    var path: [String] = []
    for item in items {
      switch item {
      case .folderBegan(let folder):
        try writer.write(ListedBookmark(folder, in: path))
        path.append(folder.title)
      case .folderEnded: path.removeLast()
      case .bookmark(let bookmark): try writer.write(ListedBookmark(bookmark, in: path))
      default: break
      }
    }
  }
}
