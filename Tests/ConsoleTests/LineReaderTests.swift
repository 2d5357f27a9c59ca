import Catalogue
import Console
import Dispatch
import Foundation
import Notation
import Platform
import Synchronization
import TestSupport
import Testing

@Suite struct LineReaderTests {
  typealias Row = Case<[UInt8], [String]>

  static let rows: [Row] = [
    Row("empty", [], []), Row("one newline", [10], [""]),
    Row("last line without newline", Array("a\nhelp".utf8), ["a", "help"]),
    Row("empty lines", Array("\n\nb\n".utf8), ["", "", "b"]),
    Row("newlines of Windows", Array("a\r\nb\rc\r\n\r".utf8), ["a", "b\rc", "\r"]),
    Row("byte order mark", [0xef, 0xbb, 0xbf] + Array("a\n\u{feff}b".utf8), ["a", "\u{feff}b"]),
    Row("NUL", [97, 0, 98, 10, 0], ["a\0b", "\0"]),
    Row("letters of several bytes", Array("é日本👍\nx".utf8), ["é日本👍", "x"]),
    Row("invalid", [97, 0xff, 0xfe, 10, 0xc3], ["a\u{fffd}\u{fffd}", "\u{fffd}"]),
  ]

  @Test(arguments: rows, [1, 2, 3, 65536])
  func `lines are read in blocks of any size`(row: Row, blockBytes: Int) throws {
    let pipe = try DescriptorPipe()
    defer { pipe.reading.close() }
    try pipe.send(row.input)
    pipe.writing.close()
    let reader = LineReader(pipe.reading, blockBytes: blockBytes)
    var lines: [InputLine] = []
    while let line = try reader.next() { lines.append(line) }
    #expect(lines.map(\.text) == row.expected)
    #expect(lines.map(\.number) == Array(1..<lines.count + 1))
    #expect(try reader.next() == nil)
  }

  @Test func `a line with invalid bytes is marked as repaired`() throws {
    let pipe = try DescriptorPipe()
    defer { pipe.reading.close() }
    try pipe.send([97, 0xff, 10, 98, 10])
    pipe.writing.close()
    let reader = LineReader(pipe.reading)
    #expect(try reader.next()?.isRepaired == true)
    #expect(try reader.next()?.isRepaired == false)
  }

  @Test func `a line is returned before the next line arrives`() throws {
    let pipe = try DescriptorPipe()
    defer { pipe.reading.close() }
    let reader = LineReader(pipe.reading)
    for text in ["first", "second", "third"] {
      try pipe.send(Array("\(text)\n".utf8))
      #expect(try reader.next()?.text == text)
    }
    try pipe.send(Array("half".utf8))
    pipe.writing.close()
    #expect(try reader.next()?.text == "half")
  }

  @Test func `a line may be long`() throws {
    let folder = try TemporaryFolder()
    let path = folder.url.appending(path: "long").path()
    let long = String(repeating: "x", count: 3_000_000)
    try Data("a\n\(long)\nb".utf8).write(to: URL(filePath: path))
    let descriptor = try Descriptor.open(forReading: path)
    defer { descriptor.close() }
    let reader = LineReader(descriptor)
    #expect(try reader.next()?.text == "a")
    #expect(try reader.next()?.text == long)
    #expect(try reader.next()?.text == "b")
    #expect(try reader.next() == nil)
  }

  @Test func `a folder cannot be read`() throws {
    let descriptor = try Descriptor.open(forReading: "/")
    defer { descriptor.close() }
    let error = try #require(throws: SystemError.self) { _ = try LineReader(descriptor).next() }
    #expect(error == SystemError(code: EISDIR, operation: "read", path: "/"))
    #expect(error.description == "“/” cannot be read: Is a directory")
  }

  @Test func `a missing file cannot be opened`() {
    #expect(throws: SystemError(code: ENOENT, operation: "open", path: "/nonexistent/x")) {
      _ = try Descriptor.open(forReading: "/nonexistent/x")
    }
  }
}
