import Catalogue
import CommandKit
import Console
import Dispatch
import Foundation
import Notation
import Platform
import Synchronization
import TestSupport
import Testing

@Suite struct OutputTests {
  @Test func `nothing is sent before a flush`() throws {
    let pipe = try DescriptorPipe()
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

  @Test func `a reader that closes the output does not cause an error`() throws {
    Output.ignoreClosedPipes()
    let pipe = try DescriptorPipe()
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
    let pipe = try DescriptorPipe()
    _ = fcntl(pipe.writing.number, F_SETFL, O_NONBLOCK)
    let reading = pipe.reading
    let lines = Mutex(0)
    let hasRead = DispatchSemaphore(value: 0)
    // The reader needs its own thread, because all threads that run tests may be occupied.
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

  @Test func `a pipe is not a terminal`() throws {
    let pipe = try DescriptorPipe()
    defer {
      pipe.reading.close()
      pipe.writing.close()
    }
    #expect(!pipe.writing.isTerminal)
    #expect(pipe.writing.terminalSize == nil)
    #expect(Output(pipe.writing).terminalColumns == nil)
  }
}
