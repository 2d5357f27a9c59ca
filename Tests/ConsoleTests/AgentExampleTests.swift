import Foundation
import TestSupport
import Testing

/// The agent in `Examples/Agent`, run as its documentation describes.
@Suite struct AgentExampleTests {
  private static let python = "/usr/bin/python3"
  private static let script = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Examples/Agent/tidy.py").standardizedFileURL

  @Test(.enabled(if: FileManager.default.fileExists(atPath: python), "python3 is not installed"))
  func `changes are tried on a branch, applied once, and can be undone`() throws {
    let folder = try TemporaryFolder()
    let profile = ["--profile", folder.profile]
    for host in ["start", "a", "b", "a"] {
      _ = try RetraceProcess.run(profile + ["open", "https://\(host).example/"])
    }
    func tidy() throws -> String {
      let programs = RetraceProcess.executable.deletingLastPathComponent().path
      let run = try Subprocess.run(
        Self.python, [Self.script.path] + profile,
        environment: ["PATH": programs, "PYTHONDONTWRITEBYTECODE": "1"])
      #expect(run.errors == "")
      return run.output
    }
    #expect(
      try tidy() == """
        would differ: tabClosed #5
        would differ: tabPinned #2
        did: pin 2
        did: close [5]

        """)
    #expect(try tidy() == "There is nothing to tidy.\n")
    let undone = try RetraceProcess.run(profile + ["undo", "--by", "tidier"])
    #expect(
      undone.output
        == "undid: closed https://a.example/\nundid: pinned https://start.example/\n")
  }
}
