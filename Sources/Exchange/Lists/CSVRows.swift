/// The rows of a table in a file, which are read one by one, so that a long table is never
/// completely in memory.
struct CSVRows {
  /// A row with the number of its first line.
  struct Row {
    var line: Int
    var cells: [String]
    /// Whether the row contains bytes that are not UTF-8.
    var isDamaged: Bool
    /// Whether a quote in the row is still open at the end of the file.
    var isOpen = false
  }

  private let lines: FileLines
  private let path: String
  private var separator = UInt8(ascii: ",")
  private var lineNumber = 0

  /// The maximum length of a row: 16 MiB. A longer row is an error.
  private static let longestRow = 1 << 24

  init(_ path: String) throws {
    self.path = path
    lines = try FileLines(path)
  }

  /// Returns the next non-empty row, or nil at the end of the file.
  ///
  /// - Throws: ``ExchangeError`` if the file cannot be read, or a row is too long.
  mutating func next() throws -> Row? {
    var bytes: [UInt8] = []
    var quotes = Quotes()
    var first = 0
    while let line = try lines.next() {
      lineNumber += 1
      if lineNumber == 1 {
        guard !line.starts(with: [0xFF, 0xFE]), !line.starts(with: [0xFE, 0xFF]) else {
          throw ExchangeError(
            .importFailed, "“\(path)” is in UTF-16. Save it as UTF-8 and import that file.")
        }
        separator = CSVReader.separator(Array(line))
      }
      if bytes.isEmpty {
        if line.allSatisfy({ $0 == UInt8(ascii: "\r") }) { continue }
        first = lineNumber
      } else {
        bytes.append(UInt8(ascii: "\n"))
      }
      quotes.pass(line, separator)
      bytes += line
      if !quotes.isOpen { return row(bytes, first) }
      guard bytes.count <= Self.longestRow else {
        throw ExchangeError(
          .importFailed,
          "“\(path)” has a row of more than 16 MiB in line \(first). A quote may be missing.")
      }
    }
    guard !bytes.isEmpty else { return nil }
    var last = row(bytes, first)
    last.isOpen = true
    return last
  }

  private func row(_ bytes: [UInt8], _ line: Int) -> Row {
    let isDamaged = String(validating: bytes, as: UTF8.self) == nil
    let cells = CSVReader.rows(bytes, separator: separator).first ?? []
    return Row(line: line, cells: cells, isDamaged: isDamaged)
  }

  /// The state of quotes in the lines of a row that were read so far, according to the rules of
  /// ``CSVReader``. A quote may be open at their end.
  private struct Quotes {
    private(set) var isOpen = false
    private var isFieldEmpty = true
    private var isClosedJustNow = false

    mutating func pass(_ line: ArraySlice<UInt8>, _ separator: UInt8) {
      for byte in line {
        switch byte {
        case UInt8(ascii: "\"") where isOpen:
          isOpen = false
          isClosedJustNow = true
          continue
        case UInt8(ascii: "\"") where isClosedJustNow:
          // A doubled quote inside quotes represents a single quote.
          isOpen = true
          isFieldEmpty = false
        case UInt8(ascii: "\"") where isFieldEmpty: isOpen = true
        case separator where !isOpen: isFieldEmpty = true
        default: isFieldEmpty = false
        }
        isClosedJustNow = false
      }
    }
  }
}
