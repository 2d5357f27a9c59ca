internal import BrowserModel
internal import Notation

/// Reads a table whose fields are separated by commas (RFC 4180), semicolons or tabs. O(bytes).
enum CSVReader {
  /// Returns the most frequent separator in the first row, or a comma if there is none.
  static func separator(_ bytes: [UInt8]) -> UInt8 {
    let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
    let signs = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]
    let counts = signs.map { sign in line.count { $0 == sign } }
    return counts.max().flatMap(counts.firstIndex).map { signs[$0] } ?? signs[0]
  }

  /// Returns the rows with their fields. Quotes around a field and doubled quotes inside it are
  /// resolved.
  static func rows(_ bytes: [UInt8], separator: UInt8 = UInt8(ascii: ",")) -> [[String]] {
    var bytes = bytes[...]
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
    var rows: [[String]] = []
    var row: [String] = []
    var field: [UInt8] = []
    var isQuoted = false
    func endField() {
      row.append(CSVCell.text(of: String(decoding: field, as: UTF8.self)))
      field = []
    }
    var position = bytes.startIndex
    while position < bytes.endIndex {
      let byte = bytes[position]
      position += 1
      switch byte {
      case UInt8(ascii: "\"") where isQuoted:
        if position < bytes.endIndex, bytes[position] == byte {
          field.append(byte)
          position += 1
        } else {
          isQuoted = false
        }
      case UInt8(ascii: "\"") where field.isEmpty: isQuoted = true
      case separator where !isQuoted: endField()
      case UInt8(ascii: "\r") where !isQuoted: break
      case UInt8(ascii: "\n") where !isQuoted:
        endField()
        rows.append(row)
        row = []
      default: field.append(byte)
      }
    }
    if !field.isEmpty || !row.isEmpty {
      endField()
      rows.append(row)
    }
    return rows
  }
}
