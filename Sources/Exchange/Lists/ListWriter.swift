internal import Notation

/// Writes rows as a table in CSV (RFC 4180), or as lines of JSON.
struct ListWriter<Row: ListRow> {
  private let isTable: Bool
  private let stream: ExportStream
  private var json = JSONWriter()

  /// Creates a writer. A table begins with the names of its columns.
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
