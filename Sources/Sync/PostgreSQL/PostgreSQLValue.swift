internal import CPostgreSQL
internal import Platform

/// A value to send to a server with a command.
enum PostgreSQLValue {
  case text(String)
  case number(UInt64)
  case bytes([UInt8])

  /// The value in the format of libpq, which represents numbers as text.
  var bytes: [UInt8] {
    switch self {
    case .text(let text): Array(text.utf8) + [0]
    case .number(let number): Array("\(number)".utf8) + [0]
    case .bytes(let bytes): bytes
    }
  }

  var isBinary: Bool { if case .bytes = self { true } else { false } }
}
