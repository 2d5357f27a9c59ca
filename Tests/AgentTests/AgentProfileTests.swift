import Foundation
import Notation
import TestSupport
import Testing

@testable import RetraceEventLog

/// Profiles that an agent cannot use now.
@Suite(.timeLimit(.minutes(30))) struct AgentProfileTests {
  @Test func `a profile of a newer version is explained`() throws {
    let folder = try TemporaryFolder()
    try EventLog(profile: folder.profile, access: .readWrite).write { writer in
      try writer.setReservedMetadata(Metadata.format, [0, 0, 0, 0, 0, 0, 0, 99])
    }
    let agent = try AgentConnection("--scope", "act", profile: folder.profile)
    for (tool, arguments) in [("tabs", "{}"), ("open", #"{"pages":["a.example"]}"#)] {
      let answer = try agent.call(tool, arguments)
      #expect(answer.isError)
      #expect(
        answer.text.hasSuffix(
          "was written by a newer version. Update this program to open it. Tell the person. Each "
            + "call tries again."), "\(answer.text)")
    }
    let resource = try agent.ask("resources/read", [("uri", .string("retrace://overview"))])
    #expect(resource["error"]?["message"]?.string?.contains("newer version") == true)
  }

  @Test func `an agent reads a locked profile, and waits to write to it`() throws {
    let folder = try TemporaryFolder()
    _ = try Subprocess.run(
      URL.builtProgram("retrace").path, ["--profile", folder.profile, "open", "a.example"])
    let agent = try AgentConnection("--scope", "act", profile: folder.profile)
    #expect(try agent.call("tabs", "{}")["total"] == .integer(1))
    let names = try #require(FileManager.default.subpaths(atPath: folder.profile))
    let data = try #require(names.first { $0.hasSuffix("data.mdb") })
    let descriptor = open("\(folder.profile)/\(data)", O_RDWR)
    defer { close(descriptor) }
    #expect(flock(descriptor, LOCK_EX) == 0)
    #expect(try agent.call("tabs", "{}")["total"] == .integer(1))
    let id = try agent.send(
      "tools/call",
      [
        ("name", .string("open")),
        ("arguments", .object([("pages", .array([.string("b.example")]))])),
      ])
    while try !isAwaited(descriptor) { usleep(1_000) }
    #expect(flock(descriptor, LOCK_UN) == 0)
    let answer = try #require(try agent.next())
    #expect(answer["id"] == .integer(id) && answer["result"]?["isError"]?.isTrue != true)
    #expect(try agent.call("tabs", "{}")["total"] == .integer(2))
  }

  /// Whether a process waits for the lock on a file.
  private func isAwaited(_ descriptor: Int32) throws -> Bool {
    var file = stat()
    #expect(fstat(descriptor, &file) == 0)
    let locks = try String(contentsOfFile: "/proc/locks", encoding: .utf8)
    return locks.split(separator: "\n").contains { line in
      line.contains("->") && line.contains(":\(file.st_ino) ")
    }
  }
}
