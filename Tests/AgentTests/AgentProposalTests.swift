import Foundation
import Notation
import TestSupport
import Testing

/// Proposals over the Model Context Protocol.
@Suite(.timeLimit(.minutes(30))) struct AgentProposalTests {
  private func run(_ folder: TemporaryFolder, _ command: [String]) throws -> String {
    let run = try Subprocess.run(
      URL.builtProgram("retrace").path, ["--profile", folder.profile] + command)
    #expect(run.status == 0, "\(run.errors)")
    return run.output
  }

  private func json(_ folder: TemporaryFolder, _ command: String...) throws -> JSON {
    try JSONParser.parse(Array(try run(folder, ["--json"] + command).utf8))
  }

  private func states(_ agent: AgentConnection) throws -> [String?] {
    try agent.call("moments", "{}")["proposals"]?.elements.map { $0["state"]?.string } ?? []
  }

  @Test func `the user approves, and the agent sees the outcome`() throws {
    let folder = try TemporaryFolder()
    for page in ["a.example", "b.example", "c.example"] { _ = try run(folder, ["open", page]) }
    let agent = try AgentConnection("--as", "tidier", profile: folder.profile)
    #expect(
      try agent.call("propose", "{}").text
        == "There is nothing to propose yet. Change something on your branch first.")
    _ = try agent.call("close", #"{"tabs":[2,3]}"#)
    let proposed = try agent.call("propose", #"{"name":"tidy","say":"Two less.","key":"p"}"#)
    #expect(proposed["state"] == .string("waiting"))
    #expect(
      proposed["changes"]?.elements.compactMap { $0["kind"]?.string } == ["tabClosed", "tabClosed"])
    #expect(
      try agent.call("propose", #"{"name":"tidy","say":"Two less.","key":"p"}"#).isError == false)
    #expect(try states(agent) == ["waiting"])
    _ = try agent.ask("resources/subscribe", [("uri", .string("retrace://proposals"))])
    // The user has used one of the tabs in the meantime.
    _ = try run(folder, ["go", "--tab", "2", "d.example"])
    _ = try run(folder, ["approve", "tidy", "--yes"])
    while try states(agent) == ["waiting"] { _ = try agent.next() }
    #expect(try states(agent) == ["approved"])
    let urls = try agent.call("tabs", "{}")["tabs"]?.elements.compactMap { $0["url"]?.string }
    #expect(urls == ["https://d.example/", "https://c.example/"])
    _ = try run(folder, ["undo"])
    #expect(try agent.call("tabs", "{}")["total"] == .integer(3))
    #expect(try states(agent) == ["waiting"])
    #expect(
      try agent.call("propose", #"{"operation":"withdraw","name":"tidy"}"#)["state"]
        == .string("withdrawn"))
    #expect(try states(agent) == ["withdrawn"])
  }

  @Test func `another agent cannot withdraw a proposal or propose the branch`() throws {
    let folder = try TemporaryFolder()
    _ = try run(folder, ["open", "a.example"])
    let agent = try AgentConnection("--as", "one", profile: folder.profile)
    let branch = try agent.call("open", #"{"pages":[{"url":"b.example"}]}"#)["branch"]?.string ?? ""
    #expect(try agent.call("propose", #"{"name":"more"}"#).isError == false)
    let other = try AgentConnection("--as", "two", profile: folder.profile)
    #expect(try other.call("propose", #"{"operation":"withdraw","name":"more"}"#).isError)
    #expect(try other.call("propose", #"{"name":"mine","branch":"\#(branch)"}"#).isError)
    #expect(try states(other) == ["waiting"])
  }

  /// Lets an agent propose to close tab #2 with `--ask-here`.
  private func asking(
    _ folder: TemporaryFolder, isStateless: Bool, canAsk: Bool = true
  ) throws -> (agent: AgentConnection, answer: JSON) {
    for page in ["a.example", "b.example"] { _ = try run(folder, ["open", page]) }
    let agent = try AgentConnection(
      "--as", "tidier", "--ask-here", profile: folder.profile, isStateless: isStateless,
      canAsk: canAsk)
    if !isStateless {
      _ = try agent.ask(
        "initialize",
        [
          ("protocolVersion", .string("2025-11-25")),
          ("capabilities", .object(canAsk ? [("elicitation", .object([]))] : [])),
        ])
    }
    _ = try agent.call("close", #"{"tabs":[2]}"#)
    let answer = try agent.ask("tools/call", Self.proposal)
    return (agent, answer["result"] ?? .null)
  }

  private static let proposal: [(name: String, value: JSON)] = [
    ("name", .string("propose")), ("arguments", .object([("name", .string("tidy"))])),
  ]

  @Test(arguments: ["accept", "decline", "cancel"])
  func `a program with a session asks, and only a yes approves`(action: String) throws {
    let folder = try TemporaryFolder()
    let (agent, answer) = try asking(folder, isStateless: false)
    #expect(ToolResult(answer)["state"] == .string("waiting"))
    let question = try #require(try agent.notifications.last ?? agent.next())
    #expect(question["method"] == .string("elicitation/create"))
    #expect(question["params"]?["message"]?.string?.contains("tab closed #2") == true)
    try agent.tell(
      .object([
        ("jsonrpc", .string("2.0")), ("id", question["id"] ?? .null),
        ("result", .object([("action", .string(action)), ("content", .object([]))])),
      ]))
    #expect(try states(agent) == [action == "accept" ? "approved" : "waiting"])
    // The approval is an action of the user, not of the agent.
    let newest = try json(folder, "log", "--limit", "1")["events"]?.elements.last
    #expect((newest?["agent"] == nil) == (action == "accept"))
  }

  @Test(arguments: [true, false])
  func `a stateless program repeats the call with the answer`(isYes: Bool) throws {
    let folder = try TemporaryFolder()
    let (agent, answer) = try asking(folder, isStateless: true)
    #expect(answer["resultType"] == .string("input_required"))
    #expect(
      answer["inputRequests"]?["approve"]?["method"] == .string("elicitation/create"))
    let state = answer["requestState"] ?? .null
    let reply = JSON.object([
      ("approve", .object([("action", .string(isYes ? "accept" : "decline"))]))
    ])
    let repeated = try agent.ask(
      "tools/call", Self.proposal + [("inputResponses", reply), ("requestState", state)])
    #expect(
      ToolResult(repeated["result"] ?? .null)["state"] == .string(isYes ? "approved" : "waiting"))
    #expect(try states(agent) == [isYes ? "approved" : "waiting"])
  }

  @Test func `a yes to something that has changed since is refused`() throws {
    let folder = try TemporaryFolder()
    let (agent, answer) = try asking(folder, isStateless: true)
    _ = try run(folder, ["go", "--tab", "1", "c.example"])
    let reply = JSON.object([("approve", .object([("action", .string("accept"))]))])
    let repeated = try agent.ask(
      "tools/call",
      Self.proposal + [
        ("inputResponses", reply), ("requestState", answer["requestState"] ?? .null),
      ])
    #expect(ToolResult(repeated["result"] ?? .null).isError)
    #expect(try agent.call("tabs", "{}")["total"] == .integer(2))
  }

  @Test(arguments: [true, false])
  func `a program that cannot ask is not asked`(isStateless: Bool) throws {
    let folder = try TemporaryFolder()
    let (agent, answer) = try asking(folder, isStateless: isStateless, canAsk: false)
    #expect(ToolResult(answer)["state"] == .string("waiting"))
    _ = try agent.call("overview", "{}")
    #expect(agent.notifications.isEmpty)
  }

  private static let python = "/usr/bin/python3"

  @Test(.enabled(if: FileManager.default.fileExists(atPath: python), "python3 is not installed"))
  func `the example proposes for 200 tabs, and accepts a partial approval`() throws {
    let folder = try TemporaryFolder()
    let retrace = URL.builtProgram("retrace")
    func open(_ urls: [String], _ options: [String] = []) throws {
      let lines = urls.map { "open https://\($0)\n" }.joined()
      let run = try Subprocess.run(
        retrace.path, ["--profile", folder.profile] + options, input: Data(lines.utf8))
      #expect(run.status == 0)
    }
    try open(
      (0..<50).map { "old\($0 % 10).example/\($0)" }, ["--clock", "2020-01-01T00:00:00Z+1s"])
    try open((0..<100).map { "site\($0 % 10).example/\($0)" })
    try open((0..<50).map { "single\($0).example/" })
    let script = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Examples/Agent/propose.py").standardizedFileURL.path
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: Self.python)
    process.arguments = [script, "--wait", "--profile", folder.profile]
    process.environment = [
      "PATH": retrace.deletingLastPathComponent().path, "PYTHONDONTWRITEBYTECODE": "1",
    ]
    process.standardOutput = output
    try process.run()
    var text = ""
    while !text.contains("wait for your answer") {
      let more = output.fileHandleForReading.availableData
      if more.isEmpty { break }
      text += String(decoding: more, as: UTF8.self)
    }
    #expect(
      text.contains(
        "49 tabs closed: not used for a month. 10 tabs grouped: all from site0.example."))
    #expect(try json(folder, "groups")["groups"] == .array([]))
    let proposal = try #require(try json(folder, "proposals")["proposals"]?.elements.first)
    let name = proposal["name"]?.string ?? ""
    let changes = try json(folder, "proposals", name)["diff"]?.elements ?? []
    let group = try #require(
      changes.first { $0["kind"]?.string == "groupAdded" }?["group"]?.integer)
    let closing = changes.compactMap {
      $0["kind"]?.string == "tabClosed" ? $0["tab"]?.integer : nil
    }
    #expect(closing.count == 49)
    _ = try run(
      folder,
      ["approve", name, "--yes", "--only", "#\(group)", "--only", "#\(closing[0])"])
    text += String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(text.hasSuffix("\(name) was approved\napplied 1 of 49 closings and 1 of 10 groups\n"))
    _ = try run(folder, ["undo"])
    #expect(try json(folder, "tabs", "--all")["tabs"]?.elements.count == 200)
    #expect(try json(folder, "groups")["groups"] == .array([]))
  }
}
