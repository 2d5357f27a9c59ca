internal import CPostgreSQL
internal import Platform

/// A row of an answer. Missing values are empty or 0.
struct PostgreSQLRow {
  let columns: [[UInt8]]

  func bytes(_ column: Int) -> [UInt8] {
    columns.indices.contains(column) ? columns[column] : []
  }

  func text(_ column: Int) -> String { String(decoding: bytes(column), as: UTF8.self) }

  /// Returns the value of a `bigint` column.
  func number(_ column: Int) -> UInt64 {
    bytes(column).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }
}
