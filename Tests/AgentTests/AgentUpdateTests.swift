import Foundation
import Notation
import TestSupport
import Testing

/// Resources, and the notifications about them.
@Suite(.timeLimit(.minutes(30))) struct AgentUpdateTests {
  private func run(_ folder: TemporaryFolder, _ command: String...) throws {
    let run = try Subprocess.run(
      URL.builtProgram("retrace").path, ["--profile", folder.profile] + command)
    #expect(run.status == 0, "\(run.errors)")
  }

  @Test func `resources are read in both eras`() throws {
    let folder = try TemporaryFolder()
    try run(folder, "open", "a.example")
    for isStateless in [false, true] {
      let agent = try AgentConnection(profile: folder.profile, isStateless: isStateless)
      let list = try agent.ask("resources/list")["result"]
      #expect(list?["resources"]?.elements.count == 4)
      #expect((list?["ttlMs"] != nil) == isStateless)
      let templates = try agent.ask("resources/templates/list")["result"]
      #expect(templates?["resourceTemplates"]?.elements.count == 2)
      let read = try agent.ask("resources/read", [("uri", .string("retrace://window/1"))])
      let text = read["result"]?["contents"]?.elements.first?["text"]?.string
      #expect(text == "1 of 1 tab\n#2 ▸ a.example/")
    }
  }

  @Test func `a subscription of a session announces the changes of other processes`() throws {
    let folder = try TemporaryFolder()
    try run(folder, "open", "a.example")
    let agent = try AgentConnection(profile: folder.profile)
    for uri in ["overview", "tab/2"] {
      let answer = try agent.ask("resources/subscribe", [("uri", .string("retrace://\(uri)"))])
      #expect(answer["result"] != nil)
    }
    // The first tab is no longer the active one.
    try run(folder, "open", "b.example")
    var changed: Set<String> = []
    for _ in 0..<2 {
      let message = try #require(try agent.next())
      #expect(message["method"] == .string("notifications/resources/updated"))
      #expect(message["id"] == nil)
      changed.insert(message["params"]?["uri"]?.string ?? "")
    }
    #expect(changed == ["retrace://overview", "retrace://tab/2"])
    _ = try agent.ask("resources/unsubscribe", [("uri", .string("retrace://overview"))])
    try run(folder, "pin", "1")
    #expect(try agent.next()?["params"]?["uri"] == .string("retrace://tab/2"))
    #expect(agent.notifications.isEmpty)
  }

  @Test func `a stateless subscription is acknowledged first, and ends when it is cancelled`()
    throws
  {
    let folder = try TemporaryFolder()
    try run(folder, "open", "a.example")
    let agent = try AgentConnection(profile: folder.profile, isStateless: true)
    let id = try agent.send(
      "subscriptions/listen",
      [
        (
          "notifications",
          .object([
            ("toolsListChanged", .bool(true)),
            (
              "resourceSubscriptions",
              .array([.string("retrace://overview"), .string("retrace://nothing")])
            ),
          ])
        )
      ])
    func subscription(_ message: JSON?) -> JSON? {
      message?["params"]?["_meta"]?["io.modelcontextprotocol/subscriptionId"]
    }
    let acknowledged = try agent.next()
    #expect(acknowledged?["method"] == .string("notifications/subscriptions/acknowledged"))
    #expect(subscription(acknowledged) == .integer(id))
    #expect(
      acknowledged?["params"]?["notifications"]
        == .object([("resourceSubscriptions", .array([.string("retrace://overview")]))]))
    try run(folder, "open", "b.example")
    let updated = try agent.next()
    #expect(updated?["params"]?["uri"] == .string("retrace://overview"))
    #expect(subscription(updated) == .integer(id))
    try agent.tell(
      .object([
        ("jsonrpc", .string("2.0")), ("method", .string("notifications/cancelled")),
        ("params", .object([("requestId", .integer(id))])),
      ]))
    try run(folder, "open", "c.example")
    _ = try agent.call("overview")
    _ = try agent.ask("server/discover")
    #expect(agent.notifications.isEmpty)
  }

  @Test func `many writes of another process are announced at most once in 100 ms`() throws {
    let folder = try TemporaryFolder()
    try run(folder, "open", "a.example")
    let agent = try AgentConnection(profile: folder.profile)
    _ = try agent.ask("resources/subscribe", [("uri", .string("retrace://overview"))])
    let writer = try ProbeProcess(
      program: "retrace", arguments: ["--profile", folder.profile, "serve"])
    _ = try writer.ask(
      #"{"jsonrpc":"2.0","id":0,"method":"hello","params":{"versions":[1],"name":"w"}}"#)
    let start = ContinuousClock.now
    for number in 1...200 {
      _ = try writer.ask(
        #"{"jsonrpc":"2.0","id":\#(number),"method":"open","params":{"address":"b.example"}}"#)
    }
    let time = ContinuousClock.now - start
    // All updates have been announced when an overview of the last state is announced.
    var last: JSON?
    repeat {
      _ = try agent.next()
      last = try agent.ask("resources/read", [("uri", .string("retrace://overview"))])["result"]
    } while last?["contents"]?.elements.first?["text"]?.string?.hasPrefix("201 tabs") != true
    let count = agent.notifications.count + 1
    #expect(count <= Int(time / .milliseconds(100)) + 2)
  }
}
