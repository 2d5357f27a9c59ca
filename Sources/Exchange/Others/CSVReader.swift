/// Reads a table with commas between its fields (RFC 4180). O(bytes).
enum CSVReader {
  /// The rows with their fields; quotes around a field and doubled inside it are resolved.
  static func rows(_ bytes: [UInt8]) -> [[String]] {
    var bytes = bytes[...]
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
    var rows: [[String]] = []
    var row: [String] = []
    var field: [UInt8] = []
    var isQuoted = false
    func endField() {
      row.append(String(decoding: field, as: UTF8.self))
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
      case UInt8(ascii: ",") where !isQuoted: endField()
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
