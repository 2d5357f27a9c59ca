import BrowserModel
import Foundation
import RetraceEventLog
import RetraceStore
import TestSupport
import Testing

@testable import Catalogue
@testable import CommandKit

/// The progress bar of long work.
@Suite(.timeLimit(.minutes(30))) struct ProgressBarTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func line(
    _ done: Int, of total: Int, seconds: Double, columns: Int = 80
  ) -> String {
    ProgressBar.State(
      work: .init("indexing pages"), done: done, total: total, elapsed: .seconds(seconds)
    ).line(columns: columns).text
  }

  @Test func `the bar shows the share, the rate and the remaining time`() {
    #expect(
      line(250_000, of: 1_000_000, seconds: 10)
        == "indexing pages ██████░░░░░░░░░░░░░░░░░░ 25 %, 25,000 events/s, 30 s left")
    #expect(line(1, of: 1_000, seconds: 1).hasSuffix(" 0 %, 1 events/s, 16 min left"))
    #expect(line(1, of: 10_000, seconds: 1).hasSuffix("2 h left"))
  }

  @Test func `the bar shows a count if the total is unknown`() {
    #expect(line(4_096, of: 0, seconds: 2) == "indexing pages 4,096 events, 2,048/s")
  }

  @Test(arguments: 1...90) func `the bar stays in one row`(columns: Int) {
    for (done, total) in [(1, 3), (999_999, 2_000_000), (12_345, 0)] {
      let line = SafeText(trusted: line(done, of: total, seconds: 0.7, columns: columns))
      #expect(line.columns < max(columns, 1))
    }
    #expect(columns < 60 || line(1, of: 3, seconds: 1, columns: columns).contains("░"))
  }

  private func write(lines count: Int) throws {
    let lines = (0..<count).map { "go site\($0 % 300).example/page/\($0)\n" }.joined()
    try Data(("open example.com\n" + lines).utf8).write(to: folder.url.appending(path: "lines"))
  }

  private func onTerminal(_ arguments: [String]) throws -> TerminalProcess {
    try TerminalProcess(
      RetraceProcess.executable.path, arguments,
      environment: ["HOME": folder.path, "TZ": "UTC", "NO_COLOR": "1"])
  }

  @Test func `a script shows the bar in the last row, and Ctrl-C preserves completed work`() throws
  {
    try write(lines: 20_000)
    let process = try onTerminal(["-p", folder.profile])
    try process.expect("Ctrl-D quits")
    try process.waitUntilEditing()
    try process.type("source \(folder.path)/lines\r")
    try process.expect("█")
    try process.expect(" left")
    try process.expect("\r\u{1B}[K")
    try process.type("\u{3}")
    try process.expect("Interrupted.")
    try process.waitUntilEditing()
    try process.type("tabs\r")
    try process.expect("https://site")
    try process.waitUntilEditing()
    try process.type("quit\r")
    #expect(try process.end() == 0)
    #expect(try RetraceProcess.run(["-p", folder.profile, "verify"]).status == 0)
  }

  @Test func `a progress bar is shown only on a terminal`() throws {
    try write(lines: 3_000)
    let run = try RetraceProcess.run(
      ["-p", folder.profile, "-f", "lines"], in: folder.url)
    #expect(run.status == 0)
    #expect(run.errors.split(separator: "\n").count == 1)
    #expect(run.errors.hasPrefix("retrace: created a new profile"))
  }

  @Test func `an export that Ctrl-C stops leaves no file`() throws {
    do {
      let store = try Store(EventLog(profile: folder.profile, access: .readWrite)) { 0 }
      // Long addresses take longer to write than to store.
      let path = String(repeating: "long/", count: 800)
      try store.perform(
        all: (0..<10_000).map { .open(OpenTab(Destination("https://page\($0).example/\(path)"))) })
    }
    let file = folder.path + "/all.jsonl"
    while true {
      let process = try onTerminal(["-p", folder.profile, "export", "jsonl", file])
      // The export has begun when it has created a file.
      while try folder.names == ["profile"] {}
      try? process.type("\u{3}")
      let status = try process.end()
      if status == 130 { break }
      // The export was faster.
      #expect(status == 0)
      try FileManager.default.removeItem(atPath: file)
    }
    #expect(try folder.names == ["profile"])
  }
}
