internal import Notation

/// The rows of a list, as many as fit into an answer.
struct ToolRows {
  private(set) var lines: [String] = []
  private(set) var rows: [JSON] = []
  private var bytes = 0

  /// The largest size of all rows, as lines and as JSON.
  private let largestBytes: Int

  /// - Parameter largestBytes: The largest size of all rows. An answer with several lists divides
  ///   the size of an answer among them.
  init(largestBytes: Int = 20_000) { self.largestBytes = largestBytes }

  /// Adds a row, unless the answer would become too large.
  /// - Returns: Whether the row was added.
  mutating func add(_ line: String, _ row: JSON) -> Bool {
    let size = line.utf8.count + row.bytes.count + 8
    guard rows.isEmpty || bytes + size <= largestBytes else { return false }
    bytes += size
    lines.append(line)
    rows.append(row)
    return true
  }
}
