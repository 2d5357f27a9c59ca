import Foundation
import TestSupport
import Testing

/// Several processes on one profile, which show the events of the others.
@Suite struct ProcessesTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func retrace(_ arguments: String...) throws -> Subprocess {
    try RetraceProcess.run(["-p", folder.profile] + RetraceProcess.clock + arguments)
  }

  private func follow(_ options: String..., json: Bool = false) throws -> ProbeProcess {
    try ProbeProcess(
      program: "retrace",
      arguments: ["-p", folder.profile] + RetraceProcess.clock + (json ? ["--json"] : [])
        + ["log", "--follow"] + options)
  }

  @Test func `later events of other processes are shown at once, earlier ones are not`() throws {
    _ = try retrace("open", "a.example")
    let following = try follow("--limit", "1")
    #expect(
      try following.answer()?.contains("#2  00:00  user  opened https://a.example/") == true)
    _ = try retrace("open", "b.example")
    #expect(
      try following.answer()?.contains("#3  00:00  user  opened https://b.example/") == true)
    _ = try retrace("zoom", "125")
    #expect(
      try following.answer()?.contains("#4  00:00  user  zoomed b.example to 125 %") == true)
    #expect(try following.interrupt() == 130)
  }

  @Test func `filters apply to new events`() throws {
    _ = try retrace("open", "a.example")
    let following = try follow("--kind", "tab.closed", json: true)
    #expect(try following.answer() == #"{"events":[]}"#)
    _ = try retrace("open", "b.example")
    _ = try retrace("close")
    let answer = try #require(try following.answer())
    let document = try JSONSerialization.jsonObject(with: Data(answer.utf8)) as? [String: Any]
    let events = document?["events"] as? [[String: Any]]
    #expect(events?.map { $0["sequence"] as? Int } == [4])
    #expect(try following.interrupt() == 130)
  }

  @Test func `a console begins on a branch and at a moment`() throws {
    for line in ["open a.example", "branch try", "open b.example"] {
      _ = try retrace("-c", line)
    }
    let added = try RetraceProcess.run(
      ["-p", folder.profile, "--branch", "try"] + RetraceProcess.clock + ["open", "c.example"])
    #expect(added.output == "opened tab 2: https://c.example/\n")
    #expect(try retrace("--branch", "try", "tabs").output.contains("c.example"))
    #expect(
      try retrace("--branch", "try", "--at", "-1", "tabs").output
        == "▸  1  #2  https://a.example/\n")
    #expect(try retrace("tabs").output.contains("b.example"))
    #expect(try retrace("--at", "try", "tabs").output.contains("c.example"))
    #expect(try retrace("--at", "try", "open").status == 1)
  }

  @Test func `log --follow ends when its reader does`() throws {
    _ = try retrace("open", "a.example")
    let following = try follow()
    _ = try following.answer()
    #expect(try following.stopReading() == 0)
  }
}
