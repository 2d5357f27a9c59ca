internal import CPostgreSQL
internal import Platform

/// What is given to a server with a command.
enum PostgreSQLValue {
  case text(String)
  case number(UInt64)
  case bytes([UInt8])

  /// As libpq has it: numbers as text.
  var bytes: [UInt8] {
    switch self {
    case .text(let text): Array(text.utf8) + [0]
    case .number(let number): Array("\(number)".utf8) + [0]
    case .bytes(let bytes): bytes
    }
  }

  var isBinary: Bool { if case .bytes = self { true } else { false } }
}
