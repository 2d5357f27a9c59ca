import Foundation
import Notation
import TestSupport
import Testing

@testable import Agents

/// The two eras of the protocol.
@Suite(.timeLimit(.minutes(30))) struct AgentProtocolTests {
  private func version(_ requested: String) throws -> JSON? {
    let agent = try AgentConnection()
    return try agent.ask(
      "initialize",
      [
        ("protocolVersion", .string(requested)), ("capabilities", .object([])),
        ("clientInfo", .object([("name", .string("t")), ("version", .string("1"))])),
      ])["result"]?["protocolVersion"]
  }

  @Test func `each version with a session is accepted, and others get the newest one`() throws {
    for known in ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"] {
      #expect(try version(known) == .string(known))
    }
    for unknown in ["2026-07-28", "2099-01-01", "", "x"] {
      #expect(try version(unknown) == .string("2025-11-25"))
    }
  }

  @Test func `an unknown stateless version is refused with the supported ones`() throws {
    let agent = try AgentConnection()
    let error = try agent.ask(
      "tools/list",
      [
        (
          "_meta", .object([("io.modelcontextprotocol/protocolVersion", .string("2099-01-01"))])
        )
      ])["error"]
    #expect(error?["code"] == .integer(-32_022))
    #expect(error?["data"]?["requested"] == .string("2099-01-01"))
    #expect(error?["data"]?["supported"]?.elements.first == .string("2026-07-28"))
  }

  @Test func `a program may initialize after it has discovered, and mix both eras`() throws {
    let agent = try AgentConnection(isStateless: true)
    let discovered = try agent.ask("server/discover")["result"]
    #expect(discovered?["resultType"] == .string("complete"))
    #expect(discovered?["supportedVersions"]?.elements.first == .string("2026-07-28"))
    #expect(discovered?["instructions"]?.string?.split(separator: "\n").count == 5)
    let answer = try agent.ask("initialize", [("protocolVersion", .string("2025-06-18"))])
    #expect(answer["result"]?["protocolVersion"] == .string("2025-06-18"))
    #expect(answer["result"]?["resultType"] == nil)
    try agent.tell(
      .object([("jsonrpc", .string("2.0")), ("method", .string("notifications/initialized"))]))
    // A request without an envelope gets an answer without the members of the envelope's era.
    try agent.tell(
      .object([
        ("jsonrpc", .string("2.0")), ("id", .string("a")), ("method", .string("tools/list")),
      ]))
    let list = try #require(try agent.next())
    #expect(list["id"] == .string("a"))
    #expect(list["result"]?["ttlMs"] == nil)
    let stateless = try agent.ask("tools/list")["result"]
    #expect(stateless?["cacheScope"] == .string("private"))
    #expect(stateless?["ttlMs"]?.integer != nil)
    #expect(stateless?["tools"] == list["result"]?["tools"])
  }

  @Test func `unknown methods, tools, resources and prompts are errors of the protocol`() throws {
    let agent = try AgentConnection()
    func code(_ method: String, _ parameters: [(name: String, value: JSON)] = []) throws -> JSON? {
      try agent.ask(method, parameters)["error"]?["code"]
    }
    #expect(try code("logging/setLevel") == .integer(-32_601))
    #expect(try code("tools/call", [("name", .string("nothing"))]) == .integer(-32_602))
    #expect(try code("tools/call") == .integer(-32_602))
    #expect(
      try code("resources/read", [("uri", .string("retrace://tab/7"))]) == .integer(-32_002))
    #expect(
      try code("resources/read", [("uri", .string("file:///etc/passwd"))]) == .integer(-32_002))
    #expect(try code("prompts/get", [("name", .string("nothing"))]) == .integer(-32_602))
    #expect(try code("prompts/get", [("name", .string("find_again"))]) == .integer(-32_602))
    #expect(try agent.ask("ping")["result"] == .object([]))
  }

  @Test func `lines that are no messages are refused, and the next one is answered`() throws {
    let agent = try AgentConnection()
    for (line, code) in [
      ("{", -32_700), ("[]", -32_600), (#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#, -32_600),
      (#"{"id":1,"method":"ping"}"#, -32_600), (#"{"jsonrpc":"2.0","id":1}"#, -32_600),
      (#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#, -32_600),
      (#"{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}"#, -32_602),
    ] {
      try agent.process.tell(line)
      #expect(try agent.next()?["error"]?["code"] == .integer(Int64(code)), "\(line)")
    }
    #expect(try agent.ask("ping")["result"] != nil)
  }

  @Test func `a cancelled request that has not begun gets no answer`() throws {
    let agent = try AgentConnection()
    let lines =
      (1...20).map { #"{"jsonrpc":"2.0","id":\#($0),"method":"tools/list"}"# } + [
        #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":20}}"#,
        #"{"jsonrpc":"2.0","id":21,"method":"ping"}"#,
      ]
    // The server reads all of them before it performs the twentieth.
    try agent.process.tell(lines.joined(separator: "\n"))
    var ids: [Int64] = []
    while ids.last != 21, let message = try agent.next() { ids.append(message["id"]?.integer ?? 0) }
    #expect(ids == Array(1...19) + [21])
  }

  @Test func `standard output of a fresh profile has only messages`() throws {
    let folder = try TemporaryFolder()
    let input = [
      #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}"#,
      #"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"open","arguments":{"pages":[{"url":"a.example"}]}}}"#,
      #"{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"overview"}}"#,
    ]
    let run = try Subprocess.run(
      URL.builtProgram("retrace").path,
      ["--profile", folder.profile, "serve", "--mcp", "--scope", "act"],
      input: Data(input.map { $0 + "\n" }.joined().utf8))
    #expect(run.status == 0)
    let ids = try run.output.split(separator: "\n").map {
      try JSONParser.parse(Array($0.utf8))["id"]?.integer
    }
    #expect(ids == [1, 2, 3])
  }

  @Test func `the prompts have their argument`() throws {
    let agent = try AgentConnection()
    let prompts = try agent.ask("prompts/list")["result"]?["prompts"]?.elements ?? []
    #expect(prompts.compactMap { $0["name"]?.string } == ["tidy", "today", "find_again"])
    let found = try agent.ask(
      "prompts/get",
      [
        ("name", .string("find_again")),
        ("arguments", .object([("about", .string("bread\u{1b}[31m"))])),
      ])
    let text = found["result"]?["messages"]?.elements.first?["content"]?["text"]?.string ?? ""
    #expect(text.hasSuffix("The page was about: bread\\u{1b}[31m"))
  }
}
