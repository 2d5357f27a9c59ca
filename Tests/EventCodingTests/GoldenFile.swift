import BrowserModel
import EventCoding
import Foundation

/// The records of a format version, as bytes and as text.
///
/// A released file is never changed, because its records must stay readable forever. To write the file
/// of an unreleased format, run the tests once with `RETRACE_WRITE_GOLDEN=1`.
struct GoldenFile {
  struct Entry {
    var kind: String
    var sequence: EventID
    var record: [UInt8]
    var says: String
  }

  var entries: [Entry]

  static let format1 = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Golden/format-1.txt")

  /// Records written by earlier versions, without the fields that were added later.
  static let earlier1 = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Golden/format-1-earlier.txt")

  /// The same records without their texts.
  static let redacted1 = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Golden/format-1-redacted.txt")

  static var isToBeWritten: Bool {
    ProcessInfo.processInfo.environment["RETRACE_WRITE_GOLDEN"] == "1"
  }

  init(_ entries: [Entry]) { self.entries = entries }

  init(contentsOf url: URL) throws {
    let lines = try String(contentsOf: url, encoding: .utf8)
      .split(separator: "\n").filter { !$0.hasPrefix("#") }
    entries = stride(from: 0, to: lines.count - 2, by: 3).map { start in
      let head = lines[start].split(separator: " ")
      return Entry(
        kind: String(head[0]), sequence: EventID(Int32(head[1]) ?? 0),
        record: Self.bytes(lines[start + 1]), says: String(lines[start + 2].dropFirst(2)))
    }
  }

  func write(to url: URL) throws { try text.write(to: url, atomically: true, encoding: .utf8) }

  private var text: String {
    let head = """
      # Records of format version 1, one of every kind: kind and sequence, the stored bytes, and what
      # they say in Protocol Buffers' text format.
      """
    return entries.reduce(into: head + "\n") { text, entry in
      let digits = entry.record.map { String(format: "%02x", $0) }.joined()
      text += "\n\(entry.kind) \(entry.sequence.rawValue)\n  \(digits)\n  \(entry.says)\n"
    }
  }

  private static func bytes(_ line: Substring) -> [UInt8] {
    let digits = Array(line.drop { $0 == " " })
    return stride(from: 0, to: digits.count - 1, by: 2).compactMap {
      UInt8(String(digits[$0...($0 + 1)]), radix: 16)
    }
  }
}
