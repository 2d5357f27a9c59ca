import Foundation
import TestSupport
import Testing

@testable import Catalogue
@testable import CommandKit
@testable import Console

@Suite struct PagerTests {
  init() { Output.ignoreClosedPipes() }

  @Test(arguments: [
    Case("nothing set", ["TERM": "xterm"], "less -FRX"), Case("PAGER", ["PAGER": "more"], "more"),
    Case("a terminal without a cursor", ["TERM": "dumb"], nil), Case("no terminal", [:], nil),
    Case("own before PAGER", ["RETRACE_PAGER": "most", "PAGER": "more"], "most"),
    Case("empty", ["RETRACE_PAGER": "", "PAGER": "more"], nil), Case("cat", ["PAGER": "cat"], nil),
  ])
  func `the pager is chosen`(row: Case<[String: String], String?>) {
    #expect(Pager(environment: EnvironmentVariables(row.input)).command == row.expected)
  }

  @Test(arguments: [
    Case("fits", "a\nb\n", false), Case("too many lines", "a\nb\nc\nd\n", true),
    Case("a line that wraps", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", true),
  ])
  func `only output that does not fit on the screen is paged`(row: Case<String, Bool>) {
    let pager = Pager(environment: EnvironmentVariables(["TERM": "xterm"]))
    let text = SafeText(trusted: row.input)
    #expect(pager.isNeeded(for: text, size: TerminalSize(columns: 10, rows: 3)) == row.expected)
    #expect(!pager.isNeeded(for: text, size: nil))
  }

  @Test func `without a terminal, text is written directly`() throws {
    let folder = try TemporaryFolder()
    let path = folder.url.appending(path: "out").path()
    let number = open(path, O_WRONLY | O_CREAT, 0o600)
    try #require(number >= 0)
    let output = Output(Descriptor(number, name: path))
    let pager = Pager(environment: EnvironmentVariables(["PAGER": "false"]))
    try pager.show(SafeText(trusted: String(repeating: "x\n", count: 500)), on: output)
    try pager.open(on: output) { $0.writeLine("end") }
    output.descriptor.close()
    let written = try String(contentsOfFile: path, encoding: .utf8)
    #expect(written.hasSuffix("x\nend\n") && written.utf8.count == 1004)
  }

  @Test func `a child reads the output, and the program waits for its end`() throws {
    let folder = try TemporaryFolder()
    let path = folder.url.appending(path: "copy").path()
    let child = try ChildProcess(shellLine: "cat > '\(path)'")
    let output = Output(child.input)
    for number in 0..<20_000 { output.writeLine("\(number)") }
    try output.flush()
    child.wait()
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    #expect(lines.count == 20_000 && lines.last == "19999")
  }

  @Test(arguments: [
    Case("a pager", "sed s/^/P:/", "P:a\n"), Case("a missing pager", "no-such-pager", "a\n"),
    Case("one that fails", "false", ""),
  ])
  func `an absent pager loses nothing`(row: Case<String, String>) throws {
    let folder = try TemporaryFolder()
    let path = folder.url.appending(path: "shown").path()
    let line = Pager.orCat(row.input)
    let child = try ChildProcess(shellLine: "exec > '\(path)' 2>&1\n\(line)")
    let output = Output(child.input)
    output.writeLine("a")
    try output.flush()
    child.wait()
    let shown = try String(contentsOfFile: path, encoding: .utf8)
    #expect(shown.hasSuffix(row.expected) && (shown.isEmpty == row.expected.isEmpty))
  }

  @Test func `a child that exits early does not cause an error`() throws {
    let child = try ChildProcess(shellLine: "exit 0")
    let output = Output(child.input, capacityBytes: 1024)
    while !output.isClosed { output.writeLine("until nobody reads") }
    try output.flush()
    child.wait()
  }
}
