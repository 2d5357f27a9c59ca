import Console
import Dispatch
import Foundation
import Notation
import Synchronization
import TestSupport
import Testing

/// Both ends of a pipe.
private struct Pipe {
  let reading: Descriptor
  let writing: Descriptor

  init() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    reading = Descriptor(ends[0], name: "pipe")
    writing = Descriptor(ends[1], name: "pipe")
  }

  func send(_ bytes: some Sequence<UInt8>) throws {
    let output = Output(writing)
    output.write(bytes: bytes)
    try output.flush()
  }
}

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
    let pipe = try Pipe()
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

  @Test func `a repaired line says so`() throws {
    let pipe = try Pipe()
    defer { pipe.reading.close() }
    try pipe.send([97, 0xff, 10, 98, 10])
    pipe.writing.close()
    let reader = LineReader(pipe.reading)
    #expect(try reader.next()?.isRepaired == true)
    #expect(try reader.next()?.isRepaired == false)
  }

  @Test func `a line is handed out before the next arrives`() throws {
    let pipe = try Pipe()
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

  @Test func `a file that is not there cannot be opened`() {
    #expect(throws: SystemError(code: ENOENT, operation: "open", path: "/nonexistent/x")) {
      _ = try Descriptor.open(forReading: "/nonexistent/x")
    }
  }
}

@Suite struct OutputTests {
  @Test func `nothing is sent before it is flushed`() throws {
    let pipe = try Pipe()
    let reader = LineReader(pipe.reading)
    defer { pipe.reading.close() }
    let output = Output(pipe.writing)
    output.write("a\u{1b}[1m")
    output.writeLine("\("b\u{1b}")")
    var json = JSONWriter()
    json.value(1)
    output.writeLine(json)
    var waiting = pollfd(fd: pipe.reading.number, events: Int16(POLLIN), revents: 0)
    #expect(poll(&waiting, 1, 0) == 0)
    try output.flush()
    pipe.writing.close()
    #expect(try reader.next()?.text == "a\u{1b}[1mb\\u{1b}")
    #expect(try reader.next()?.text == "1")
    #expect(try reader.next() == nil)
  }

  @Test func `a reader that goes away ends the output quietly`() throws {
    Output.ignoreClosedPipes()
    let pipe = try Pipe()
    defer { pipe.writing.close() }
    pipe.reading.close()
    let output = Output(pipe.writing, capacityBytes: 8)
    for _ in 0..<100 { output.writeLine("more than eight bytes") }
    try output.flush()
    #expect(output.isClosed)
  }

  @Test func `a full disk is an error`() throws {
    let number = open("/dev/full", O_WRONLY)
    try #require(number >= 0)
    let output = Output(Descriptor(number, name: "standard output"))
    defer { output.descriptor.close() }
    output.writeLine("a")
    let expected = SystemError(code: ENOSPC, operation: "write", path: "standard output")
    #expect(throws: expected) { try output.flush() }
    #expect(throws: expected) { try output.flush() }
    #expect(!output.isClosed)
    #expect(expected.description == "“standard output” cannot be written: No space left on device")
  }

  @Test func `a slow reader gets everything`() throws {
    let pipe = try Pipe()
    _ = fcntl(pipe.writing.number, F_SETFL, O_NONBLOCK)
    let reading = pipe.reading
    let lines = Mutex(0)
    let hasRead = DispatchSemaphore(value: 0)
    // A thread of its own: while this one waits for it, all that run tests may be taken.
    Thread.detachNewThread {
      let reader = LineReader(reading)
      while (try? reader.next()) != nil { lines.withLock { $0 += 1 } }
      hasRead.signal()
    }
    let output = Output(pipe.writing)
    for number in 0..<50_000 { output.writeLine("line \(number) of many that fill the pipe") }
    try output.flush()
    pipe.writing.close()
    hasRead.wait()
    #expect(lines.withLock { $0 } == 50_000)
    pipe.reading.close()
  }

  @Test func `a pipe is no terminal`() throws {
    let pipe = try Pipe()
    defer {
      pipe.reading.close()
      pipe.writing.close()
    }
    #expect(!pipe.writing.isTerminal)
    #expect(pipe.writing.terminalSize == nil)
    #expect(Output(pipe.writing).terminalColumns == nil)
  }
}
