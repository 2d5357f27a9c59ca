import Foundation
import TestSupport
import Testing

/// The client of the PyPI package `mcp`, in both of its versions.
///
/// ```sh
/// RETRACE_MCP_CLIENTS=/v1/bin/python:/v2/bin/python swift test --filter AgentClientTests
/// ```
///
/// The variable names Python interpreters that have the package.
@Suite(.timeLimit(.minutes(30))) struct AgentClientTests {
  private static let interpreters =
    ProcessInfo.processInfo.environment["RETRACE_MCP_CLIENTS"]?.split(separator: ":").map(
      String.init) ?? []
  private static let script = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Clients/validate.py").path

  @Test(
    .enabled(
      if: !interpreters.isEmpty,
      "RETRACE_MCP_CLIENTS does not name a Python that has the package mcp"),
    arguments: interpreters, [[], ["--stateless"]])
  func `the client accepts all answers`(interpreter: String, options: [String]) throws {
    let folder = try TemporaryFolder()
    for url in ["a.example", "b.example", "b.example"] {
      _ = try Subprocess.run(
        URL.builtProgram("retrace").path, ["--profile", folder.profile, "open", url])
    }
    let run = try Subprocess.run(
      interpreter, [Self.script, URL.builtProgram("retrace").path, folder.profile] + options)
    #expect(run.status == 0, "\(run.errors.suffix(3_000))")
    #expect(run.output.hasPrefix("20"))
    #expect(!run.output.contains("refused"), "\(run.output)")
  }
}
