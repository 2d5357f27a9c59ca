import Foundation
import Notation
import TestSupport
import Testing

@testable import Agents
@testable import Catalogue
@testable import CommandKit

/// The table of tools.
@Suite(.timeLimit(.minutes(30))) struct AgentToolTableTests {
  @Test func `each command is a tool, or there is a reason why it is none`() {
    let used = Set(AgentTool.all.flatMap(\.commands))
    let commands = CommandCatalogue.table.index.declarations.map(\.name)
    for command in commands {
      let reason = AgentTool.reasonForExcluding(command)
      #expect(
        used.contains(command) != (reason != nil),
        "“\(command)” must be either beneath a tool or excluded with a reason")
    }
    for name in used.union(AgentTool.excluded.keys) {
      #expect(
        commands.contains { $0 == name || $0.hasPrefix(name + " ") }, "there is no “\(name)”")
    }
  }

  @Test func `there are 29 tools and forget, with names and hints that all programs accept`() throws
  {
    #expect(AgentTool.all.count == 30)
    #expect(Set(AgentTool.all.map(\.name)).count == 30)
    for tool in AgentTool.all {
      #expect(tool.name.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == 0x5F })
      #expect(tool.sentence.last == "." && tool.sentence.count > 15)
      let description = tool.description
      #expect(description["outputSchema"]?["type"] == .string("object"))
      #expect(description["inputSchema"]?["type"] == .string("object"))
      let hints = description["annotations"]?.members.map(\.name) ?? []
      #expect(hints.contains("readOnlyHint") && hints.contains("openWorldHint"))
      if !tool.onlyReads {
        #expect(hints.contains("destructiveHint") && hints.contains("idempotentHint"))
      }
      let names = tool.allParameters.map(\.name)
      #expect(Set(names).count == names.count)
      #expect(names.contains("branch"))
    }
  }

  @Test(arguments: [false, true])
  func `the list of tools is at most 16 kB`(isStateless: Bool) throws {
    let agent = try AgentConnection(
      "--scope", "act+closed+bookmarks+history", "--allow-forget", isStateless: isStateless)
    let tools = try agent.ask("tools/list")["result"]?["tools"]?.elements
    #expect(tools?.count == 30)
    #expect(agent.lastBytes <= 16_000)
  }

  @Test func `rights decide about the tools`() throws {
    func names(_ options: String...) throws -> Set<String> {
      let agent =
        switch options.count {
        case 0: try AgentConnection()
        case 1: try AgentConnection(options[0])
        default: try AgentConnection(options[0], options[1])
        }
      let tools = try agent.ask("tools/list")["result"]?["tools"]?.elements ?? []
      return Set(tools.compactMap { $0["name"]?.string })
    }
    let all = Set(AgentTool.all.map(\.name))
    let hidden: Set = [
      "closed", "reopen", "bookmarks", "bookmark", "remove_bookmarks", "visits", "show_tab",
      "forget",
    ]
    #expect(try names() == all.subtracting(hidden))
    #expect(
      try names("--scope", "act+closed")
        == all.subtracting(hidden).union(
          ["show_tab", "closed", "reopen"]))
    #expect(
      try names("--tools", "read") == [
        "overview", "tabs", "find", "tab", "log", "why", "diff", "moments",
      ])
    #expect(try names("--allow-forget").contains("forget"))
    let agent = try AgentConnection()
    for name in hidden {
      let result = try agent.call(name)
      #expect(result.isError && result.text.hasPrefix("“\(name)” is not available"))
      #expect(result.json["structuredContent"] == nil)
    }
  }

  @Test func `wrong options of the server are explained`() throws {
    for (options, message) in [
      (["--scope", "all"], "“all” is not a scope."),
      (["--as", "user"], "“user” is reserved"),
      (["--as", String(repeating: "x", count: 300)], "1 to 40 characters"),
      (["--socket", "/tmp/x"], "cannot be combined"),
    ] {
      let run = try Subprocess.run(
        URL.builtProgram("retrace").path, ["--memory", "serve", "--mcp"] + options)
      #expect(run.status == 2)
      #expect(run.errors.contains(message), "\(run.errors)")
      #expect(run.output == "")
    }
    let run = try Subprocess.run(
      URL.builtProgram("retrace").path, ["--memory", "serve", "--scope", "act"])
    #expect(run.status == 2)
    #expect(run.errors == "retrace: --scope requires --mcp.\n")
  }
}
