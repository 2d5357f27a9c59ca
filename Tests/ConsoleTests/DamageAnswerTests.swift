import Foundation
import RetraceEventLog
import TestSupport
import Testing

/// Messages about damaged events of the profile.
@Suite struct DamageAnswerTests {
  private let folder: TemporaryFolder

  /// Creates a profile with four tabs. The event of the second tab is damaged.
  init() throws {
    folder = try TemporaryFolder()
    let opens = (1...4).flatMap { ["-c", "open https://\($0).example/"] }
    #expect(try RetraceProcess.run(["-p", folder.profile] + opens).status == 0)
    let log = try EventLog(profile: folder.profile, access: .readWrite)
    try log.write { writer in try writer.rewrite(at: 3, with: [0xFF]) }
  }

  private func retrace(_ words: String...) throws -> Subprocess {
    try RetraceProcess.run(["-p", folder.profile] + words)
  }

  private static let sentence =
    "retrace: 1 event is damaged (#3), and answers lack what it contained. “verify” reports all "
    + "damage, “recover DIR” saves what is intact.\n"

  @Test(arguments: [
    "tabs", "log", "state", "diff 1", "closed", "bookmarks", "find example", "stats",
  ])
  func `an answer that may be incomplete says so`(line: String) throws {
    let words = line.split(separator: " ").map(String.init)
    let run = try RetraceProcess.run(["-p", folder.profile] + words)
    #expect(run.status == 4)
    #expect(run.errors == Self.sentence)
    let json = try RetraceProcess.run(["-p", folder.profile, "--json"] + words)
    #expect(json.status == 4)
    #expect(json.errors == Self.sentence)
    let answer = try JSONSerialization.jsonObject(with: Data(json.output.utf8))
    #expect((answer as? [String: Any])?["damaged"] as? [Int] == [3])
  }

  @Test func `an action that was written is reported as successful`() throws {
    let run = try retrace("open", "https://5.example/")
    #expect(run.status == 0)
    #expect(run.errors == Self.sentence)
  }

  @Test func `a script is warned once and continues`() throws {
    let run = try retrace("-c", "tabs", "-c", "tabs")
    #expect(run.status == 4)
    #expect(run.errors == Self.sentence)
    #expect(run.output.split(separator: "\n").count == 6)
  }

  @Test func `an export reports that data may be missing`() throws {
    let run = try retrace("export", "onetab")
    #expect(run.status == 4)
    #expect(run.errors == Self.sentence)
    #expect(run.output == (["1", "3", "4"].map { "https://\($0).example/\n" }).joined())
    let json = try retrace("--json", "export", "onetab")
    #expect(json.status == 4)
    #expect(json.output.contains(#""problems":["retrace: 1 event is damaged (#3)"#))
  }

  @Test func `the greeting of the prompt reports damage`() throws {
    let process = try TerminalProcess(
      RetraceProcess.executable.path, ["-p", folder.profile],
      environment: ["XDG_STATE_HOME": folder.path, "HOME": folder.path])
    try process.expect("1 event is damaged (#3), and answers lack what it contained.")
    try process.type("quit\r")
    #expect(try process.end() == 0)
  }
}
