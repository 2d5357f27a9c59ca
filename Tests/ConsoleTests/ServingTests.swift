import Foundation
import Platform
import TestSupport
import Testing

@testable import Console

/// `retrace serve`: other programs by JSON-RPC.
@Suite struct ServingTests {
  private static let hello =
    #"{"jsonrpc":"2.0","id":0,"method":"hello","params":{"versions":[1],"name":"tidier"}}"#

  /// The answers to messages, without the greeting.
  private func answers(_ messages: String..., profile: String? = nil) throws -> [String] {
    let options = profile.map { ["--profile", $0] } ?? ["--memory"]
    let run = try RetraceProcess.run(
      options + RetraceProcess.clock + ["serve"],
      input: ([Self.hello] + messages).map { $0 + "\n" }.joined())
    #expect(run.status == 0)
    #expect(run.errors == "" || profile != nil)
    return run.output.split(separator: "\n").map(String.init)
      .filter { !$0.hasPrefix(#"{"jsonrpc":"2.0","id":0,"result":{"version":1,"#) }
  }

  private func request(_ id: Int, _ method: String, _ parameters: String = "") -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":{\#(parameters)}}"#
  }

  @Test func `a command is a method, and its JSON is the result`() throws {
    let answers = try answers(
      request(1, "open", #""address":"a.example","background":true"#),
      request(2, "window new"), request(3, "windows"),
      request(4, "page title", ##""tab":"#2","title":"A; 'b' # c""##),
      request(5, "zoom", #""percent":150"#))
    #expect(answers.count == 5)
    let opened = try RetraceProcess.run(
      ["--memory", "--json", "--as", "tidier"] + RetraceProcess.clock
        + ["open", "--background", "a.example"])
    #expect(
      answers[0] + "\n" == #"{"jsonrpc":"2.0","id":1,"result":"# + opened.output.dropLast() + "}\n")
    #expect(answers[3].contains(#""title":"A; 'b' # c""#))
    #expect(answers[4].contains(#""kind":"zoom.temporarySet","tab":4,"level":1.5"#))
  }

  @Test(arguments: [
    (#"{"jsonrpc":"2.0","id":1,"method":"tabs""#, -32700, "null", "not JSON"),
    (#"[{"jsonrpc":"2.0","id":1,"method":"tabs"}]"#, -32600, "null", "A request is"),
    (#"{"id":7,"method":"tabs"}"#, -32600, "7", "A request is"),
    (#"{"jsonrpc":"2.0","id":{},"method":"tabs"}"#, -32600, "null", "An id is"),
    (#"{"jsonrpc":"2.0","id":"x","method":"tabs","params":[1]}"#, -32602, "\"x\"", "have names"),
    (#"{"jsonrpc":"2.0","id":1,"method":"tabz"}"#, -32601, "1", "did you mean “tabs”?"),
    (
      #"{"jsonrpc":"2.0","id":1,"method":"source","params":{"file":"x"}}"#, -32601, "1",
      "one by one"
    ),
    (
      #"{"jsonrpc":"2.0","id":1,"method":"open","params":{"adress":"x"}}"#, -32602, "1",
      "“address”?"
    ),
    (#"{"jsonrpc":"2.0","id":1,"method":"open","params":{"address":{}}}"#, -32602, "1", "a text"),
    (
      #"{"jsonrpc":"2.0","id":1,"method":"subscribe","params":{"since":"x"}}"#, -32602, "1",
      "“since” is the number of an event."
    ),
    (#"{"jsonrpc":"2.0","id":1,"method":"report","params":{}}"#, -32602, "1", "“engine” first"),
    (
      #"{"jsonrpc":"2.0","id":1,"method":"engine","params":{"shown":["x"]}}"#, -32602, "1",
      "the ids of tabs"
    ),
    (
      #"{"jsonrpc":"2.0","id":1,"method":"subscribe","params":{"cursor":7}}"#, -32602, "1",
      "“cursor” is a text"
    ),
    (
      #"{"jsonrpc":"2.0","id":1,"method":"open","params":{"background":1}}"#, -32602, "1", "true or"
    ),
    (
      #"{"jsonrpc":"2.0","id":1,"method":"diff","params":{"to":"now"}}"#, -32602, "1",
      "“from” before"
    ),
    (
      #"{"jsonrpc":"2.0","id":1,"method":"open","params":{"private":true}}"#, -32001, "1",
      "not served"
    ),
    (
      #"{"jsonrpc":"2.0","id":1,"method":"log","params":{"follow":true}}"#, -32001, "1",
      "memory alone"
    ),
    (
      ##"{"jsonrpc":"2.0","id":1,"method":"pin","params":{"tab":"#9"}}"##, -32001, "1",
      "no open tab #9"
    ),
    (#"{"jsonrpc":"2.0","id":1,"method":"close","params":{"ifAt":"x"}}"#, -32602, "1", "“ifAt” is"),
    (
      #"{"jsonrpc":"2.0","id":1,"method":"pin","params":{"tab":1,"ifAt":1}}"#, -32602, "1",
      "an id such"
    ),
    (#"{"jsonrpc":"2.0","id":1,"method":"close","params":{"key":""}}"#, -32602, "1", "“key” is"),
    (
      #"{"jsonrpc":"2.0","id":1,"method":"hello","params":{"versions":[9]}}"#, -32602, "1",
      "speaks 1"
    ),
  ])
  func `what is wrong is an error with a sentence`(
    _ message: String, _ code: Int, _ id: String, _ sentence: String
  ) throws {
    let answers = try answers(message)
    #expect(answers.count == 1)
    #expect(answers[0].hasPrefix(#"{"jsonrpc":"2.0","id":\#(id),"error":{"code":\#(code),"#))
    #expect(answers[0].contains(sentence))
  }

  @Test func `the first message is hello`() throws {
    let run = try RetraceProcess.run(["--memory", "serve"], input: request(1, "tabs") + "\n")
    #expect(run.output.contains("-32002"))
    #expect(run.status == 0)
  }

  @Test func `notifications and blank lines have no answer, and half a message is none`() throws {
    let answers = try answers(
      #"{"jsonrpc":"2.0","method":"open","params":{"address":"a.example"}}"#, "  ",
      request(2, "stats"), String(request(3, "tabs").dropLast()))
    #expect(
      answers.map { $0.prefix(24) } == [#"{"jsonrpc":"2.0","id":2,"#, #"{"jsonrpc":"2.0","id":nu"#])
  }

  @Test func `a message of more than 16 MiB ends the connection`() throws {
    let answers = try answers(String(repeating: "x", count: (16 << 20) + 70_000))
    #expect(answers.count == 1)
    #expect(answers[0].contains("A message has at most 16 MiB."))
  }

  @Test func `a request that has not begun can be cancelled`() throws {
    let answers = try answers(
      request(1, "open"), request(2, "open"), request(3, "cancel", #""id":2"#),
      request(4, "cancel", #""id":9"#), request(5, "tabs"))
    #expect(answers.contains { $0.contains(#""id":2,"error":{"code":-32800"#) })
    #expect(answers.contains { $0.contains(#""id":3,"result":{"cancelled":true}"#) })
    #expect(answers.contains { $0.contains(#""id":4,"result":{"cancelled":false}"#) })
    #expect(answers.last?.components(separatedBy: "windowId").count == 2)
  }

  @Test func `a repeat under a key is answered also when what it names is gone`() throws {
    let close = ##""tabs":["#2"],"key":"k1""##
    let answers = try answers(
      request(1, "open"), request(2, "close", close), request(3, "close", close),
      request(4, "close", ##""tabs":["#2"]"##))
    #expect(answers[2].replacing(#""id":3"#, with: #""id":2"#) == answers[1])
    #expect(answers[3].contains(#""code":"noSuchTab""#))
  }

  @Test func `a key that was used for something else is refused`() throws {
    let answers = try answers(
      request(1, "open", #""address":"a.example","background":true,"key":"k1""#),
      // The order of the arguments and the condition make no other request.
      request(2, "open", #""key":"k1","ifAt":1,"background":true,"address":"a.example""#),
      request(3, "open", #""address":"b.example","background":true,"key":"k1""#),
      request(4, "open", #""address":"a.example","key":"k1""#),
      request(5, "close", ##""tabs":["#2"],"key":"k1""##), request(6, "tabs"))
    #expect(answers[1].replacing(#""id":2"#, with: #""id":1"#) == answers[0])
    for (index, answer) in answers[2...4].enumerated() {
      #expect(
        answer.hasPrefix(
          #"{"jsonrpc":"2.0","id":\#(index + 3),"error":{"code":-32001,"message":"The key “k1” was "#
            + "used for a different request, which wrote event #1. Send this one with a new key."))
      #expect(answer.contains(#""data":{"code":"keyUsed""#))
    }
    #expect(answers[5].components(separatedBy: "windowId").count == 2)
    #expect(answers[5].contains("a.example"))
  }

  /// What a person means by the active tab may be another one when the request comes.
  @Test(arguments: [
    ("close", ""), ("close", #""tabs":[]"#), ("close", #""others":true"#), ("window close", ""),
    ("pin", ""), ("unpin", ""), ("mute", ""), ("unmute", ""), ("discard", ""), ("duplicate", ""),
    ("group", #""tabs":[]"#), ("close", #""tabs":null"#), ("log", #""kind":[]"#),
  ])
  func `a program names what it changes, and an empty list is nothing`(
    _ method: String, _ parameters: String
  ) throws {
    let answers = try answers(
      request(1, "open", #""address":"a.example""#), request(2, "open", #""address":"b.example""#),
      request(3, "tabs"), request(4, method, parameters), request(5, "tabs"))
    #expect(answers[3].hasPrefix(#"{"jsonrpc":"2.0","id":4,"error":{"code":-32602,"#))
    #expect(answers[4].replacing(#""id":5"#, with: #""id":3"#) == answers[2])
  }

  @Test func `a message of very many values is refused, and the next one is answered`() throws {
    let many = "[" + String(repeating: "[],", count: 5_000_000) + "[]]"
    let answers = try answers(
      request(1, "open", #""address":\#(many)"#), request(2, "tabs"))
    #expect(answers.count == 2)
    #expect(
      answers[0] == #"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"#
        + #""message":"A message has at most 100,000 values: send several."}}"#)
    #expect(answers[1].contains(#""tabs":[]"#))
  }

  @Test(.timeLimit(.minutes(10)))
  func `a pipe, a device or a folder is no picture, and nobody waits for it`() throws {
    let folder = try TemporaryFolder()
    let pipe = folder.path + "/pipe"
    #expect(mkfifo(pipe, 0o600) == 0)
    let answers = try answers(
      request(1, "open", #""address":"a.example""#),
      request(2, "page thumbnail", #""file":"\#(pipe)""#),
      request(3, "page thumbnail", #""file":"/dev/zero""#),
      request(4, "page thumbnail", #""file":"\#(folder.path)""#), request(5, "tabs"))
    #expect(answers[1].contains("“\(pipe)” is not a regular file"))
    #expect(answers[2].contains("“/dev/zero” is not a regular file"))
    #expect(answers[3].contains("Is a directory"))
    #expect(answers[4].contains("a.example"))
  }

  @Test func `what was changed meanwhile is refused, with the events`() throws {
    let answers = try answers(
      request(1, "open"), request(2, "pin", ##""tab":"#2""##),
      request(3, "close", ##""tabs":["#2"],"ifAt":2"##),
      request(4, "close", ##""tabs":["#2"],"ifAt":3"##))
    #expect(answers[2].contains(#""data":{"code":"changedSince","#))
    #expect(answers[2].contains(#""since":[3]"#))
    #expect(answers[3].contains(#""kind":"tab.closed""#))
  }

  @Test func `an engine is told what its views have to do, and the session follows them`() throws {
    let first = #"{"entry":2,"url":"https://a.example/"}"#
    let answers = try answers(
      request(1, "open", #""address":"a.example""#), request(2, "engine"),
      request(3, "report", report(1, 1, "committed", #""items":[\#(first)],"index":0"#)),
      request(4, "report", report(2, 1, "finished", #""items":[\#(first)],"index":0"#)),
      request(
        5, "report",
        report(3, 1, "started", #""url":"https://b.example/","isByPage":true"#)),
      request(
        6, "report",
        report(
          4, 1, "committed",
          #""items":[\#(first),{"own":1,"url":"https://b.example/"}],"index":1"#)),
      request(7, "report", report(4, 1, "gone")), request(8, "back"),
      request(9, "report", report(5, 7, "gone")), request(10, "report", report(6, 2, "gone")))
    #expect(
      answers[1] == #"{"jsonrpc":"2.0","id":2,"result":{"commands":[{"tab":2,"number":1,"#
        + #""order":"create","entries":[{"entry":2,"url":"https://a.example/","title":""}],"#
        + #""index":0}]}}"#)
    // The page was to come there, so nothing is new.
    let nothing = #""dropped":null,"sequence":2,"events":[],"commands":[]}"#
    #expect(answers[2].contains(nothing))
    #expect(answers[3].contains(nothing))
    #expect(answers[4].contains(#""kind":"navigation.started","tab":2,"transition":"link""#))
    #expect(answers[5].contains(#""kind":"navigation.committed","tab":2,"parent":2"#))
    #expect(answers[6].contains(#""dropped":"notNewer","sequence":4,"events":[],"commands":[]"#))
    #expect(
      answers[8].contains(
        #""dropped":"malformed","sequence":5,"events":[],"#
          + #""commands":[{"tab":2,"number":2,"order":"travel","to":{"entry":2}}]"#))
    #expect(answers[9].contains(#""kind":"tab.discarded""#))
    #expect(
      answers[9].contains(
        #""commands":[{"tab":2,"number":3,"order":"create","entries":["#
          + #"{"entry":2,"url":"https://a.example/","title":""},"#
          + #"{"entry":4,"url":"https://b.example/","title":""}],"index":0}]"#))
  }

  private func report(
    _ number: Int, _ command: Int, _ news: String, _ more: String = ""
  ) -> String {
    #""tab":2,"number":\#(number),"command":\#(command),"news":"\#(news)""#
      + (more.isEmpty ? "" : "," + more)
  }

  @Test func `a cursor goes on where it stopped`() throws {
    let folder = try TemporaryFolder()
    let first = try answers(
      request(1, "open"), request(2, "subscribe", #""cursor":"mirror""#),
      request(3, "acknowledge", #""cursor":"mirror","through":2"#), profile: folder.profile)
    #expect(
      first.contains {
        $0.hasPrefix(#"{"jsonrpc":"2.0","method":"changed","params":{"sequence":2,"#)
      })
    let second = try answers(
      request(1, "pin", ##""tab":"#2""##), request(2, "subscribe", #""cursor":"mirror""#),
      profile: folder.profile)
    #expect(second[1] == #"{"jsonrpc":"2.0","id":2,"result":{"sequence":2}}"#)
    #expect(
      second[2] == #"{"jsonrpc":"2.0","method":"changed","params":{"sequence":3,"#
        + #""commits":[{"batch":3,"sequence":3,"actor":"user","agent":"tidier"}],"#
        + #""changes":[{"kind":"tabPinned","tab":2,"pinned":true}]}}"#)
  }

  @Test func `a person at a terminal or in a script cannot serve by mistake`() throws {
    let run = try RetraceProcess.lines("serve")
    #expect(run.status == 2)
    #expect(run.errors.contains("name a --socket"))
  }
}

/// Several programs at one socket.
@Suite(.serialized) struct ServingSocketTests {
  private let folder: TemporaryFolder
  private var path: String { folder.path + "/socket" }

  init() throws { folder = try TemporaryFolder() }

  private func server(_ options: String...) throws -> ProbeProcess {
    let server = try ProbeProcess(
      program: "retrace",
      arguments: (options.isEmpty ? ["--memory"] : options) + ["serve", "--socket", path])
    while !FileManager.default.fileExists(atPath: path) { usleep(1_000) }
    return server
  }

  @Test func `clients share a profile, and each has its own branch and moment`() throws {
    let server = try server()
    defer { withExtendedLifetime(server) {} }
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    let one = try ServedConnection(path, name: "one")
    let two = try ServedConnection(path, name: "two")
    _ = try one.ask("open", #""address":"a.example""#)
    _ = try one.ask("branch", #""name":"idea""#)
    _ = try one.ask("switch", #""name":"idea""#)
    _ = try one.ask("open", #""address":"b.example""#)
    _ = try two.ask("open", #""address":"c.example""#)
    func urls(_ client: ServedConnection) throws -> [Substring] {
      let answer = try client.ask("tabs") ?? ""
      return answer.matches(of: #/"address":"https://(.)\.example/"/#).map(\.1)
    }
    #expect(try urls(one) == ["a", "b"])
    #expect(try urls(two) == ["a", "c"])
    _ = try two.ask("at", #""point":"1""#)
    #expect(try urls(two) == [])
    #expect(try urls(one) == ["a", "b"])
    _ = try two.ask("now")
    #expect(try two.ask("log", #""by":"two""#)?.contains("c.example") == true)
  }

  @Test func `each is told what the others do, also other processes`() throws {
    let profile = folder.profile
    let server = try server("--profile", profile)
    defer { withExtendedLifetime(server) {} }
    let one = try ServedConnection(path, name: "one")
    let two = try ServedConnection(path, name: "two")
    #expect(try two.ask("subscribe")?.contains(#""result":{"sequence":0}"#) == true)
    _ = try one.ask("open", #""address":"a.example""#)
    #expect(try two.line()?.contains(#""sequence":2,"commits":[{"batch":1,"#) == true)
    let run = try RetraceProcess.run(["--profile", profile, "pin", "1"])
    #expect(run.status == 0)
    #expect(try two.line()?.contains(#""changes":[{"kind":"tabPinned","tab":2"#) == true)
  }

  @Test func `an engine is told what follows from what others do`() throws {
    let server = try server()
    defer { withExtendedLifetime(server) {} }
    let window = try ServedConnection(path, name: "window")
    let agent = try ServedConnection(path, name: "agent")
    #expect(try window.ask("engine")?.contains(#""result":{"commands":[]}"#) == true)
    _ = try agent.ask("open", #""address":"a.example""#)
    #expect(
      try window.line() == #"{"jsonrpc":"2.0","method":"engine","params":{"commands":["#
        + #"{"tab":2,"number":1,"order":"create","entries":["#
        + #"{"entry":2,"url":"https://a.example/","title":""}],"index":0}]}}"#)
    _ = try agent.ask("zoom", #""percent":150"#)
    #expect(
      try window.line() == #"{"jsonrpc":"2.0","method":"engine","params":{"commands":["#
        + #"{"tab":2,"number":2,"order":"zoom","zoom":1.5}]}}"#)
    _ = try agent.ask("close", ##""tabs":["#2"]"##)
    #expect(
      try window.line() == #"{"jsonrpc":"2.0","method":"engine","params":{"commands":["#
        + #"{"tab":2,"number":3,"order":"close"}]}}"#)
  }

  @Test func `a client that does not read holds up nobody, and is told all at once later`() throws {
    let server = try server()
    defer { withExtendedLifetime(server) {} }
    let slow = try ServedConnection(path, name: "slow")
    let other = try ServedConnection(path, name: "other")
    _ = try other.ask("open", #""address":"a.example""#)
    let request = #"{"jsonrpc":"2.0","id":1,"method":"help"}"#
    let sent = slow.sendUntilFull(request)
    #expect(sent > 10)
    for _ in 0..<200 { _ = try other.ask("reload") }
    #expect(try other.ask("tabs")?.contains("a.example") == true)
    for _ in 0..<sent { #expect(try slow.line()?.contains("result") == true) }
    #expect(try slow.ask("tabs")?.contains("a.example") == true)
  }

  @Test func `a profile that is removed while it is served is an error with a sentence`() throws {
    let profile = folder.path + "/removed"
    let server = try server("--profile", profile)
    defer { withExtendedLifetime(server) {} }
    let client = try ServedConnection(path)
    _ = try client.ask("open", #""address":"a.example""#)
    try FileManager.default.removeItem(atPath: profile)
    #expect(
      try client.ask("pin", ##""tab":"#2""##)?.contains("was removed while it was open") == true)
    #expect(try client.ask("tabs")?.contains("a.example") == true)
  }

  @Test func `a client that goes in the middle of a message is forgotten`() throws {
    let server = try server()
    defer { withExtendedLifetime(server) {} }
    for _ in 0..<20 {
      let client = try ServedConnection(path)
      try client.tell("tabs")
      try client.send(String(repeating: "x", count: 70_000))
    }
    #expect(try ServedConnection(path).ask("tabs")?.contains(#""tabs":[]"#) == true)
  }

  @Test func `a socket that is in use is refused, and one that was left is replaced`() throws {
    let server = try server()
    let second = try RetraceProcess.run(["--memory", "serve", "--socket", path])
    #expect(second.status == 1)
    #expect(second.errors.contains("another server"))
    _ = try server.kill()
    let third = try ProbeProcess(
      program: "retrace", arguments: ["--memory", "serve", "--socket", path])
    defer { withExtendedLifetime(third) {} }
    while (try? ServedConnection(path)) == nil { usleep(1_000) }
    let file = folder.path + "/file"
    try Data("mine".utf8).write(to: URL(filePath: file))
    let fourth = try RetraceProcess.run(["--memory", "serve", "--socket", file])
    #expect(fourth.status == 1)
    #expect(try Data(contentsOf: URL(filePath: file)) == Data("mine".utf8))
  }

  @Test func `a server removes nothing that it has not made`() throws {
    let other = URL(filePath: path + "~")
    try Data("mine".utf8).write(to: other)
    let server = try server()
    #expect(try server.interrupt() == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["socket~"])
    #expect(try Data(contentsOf: other) == Data("mine".utf8))
  }

  @Test(arguments: [SIGTERM, SIGHUP])
  func `whatever ends it takes the socket away`(_ signal: Int32) throws {
    let server = try server()
    _ = try ServedConnection(path).ask("tabs")
    #expect(try server.end(by: signal) == 128 + signal)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
  }

  @Test func `a server that was replaced leaves the socket of the other`() throws {
    let first = try server()
    try FileManager.default.removeItem(atPath: path)
    let second = try server()
    defer { withExtendedLifetime(second) {} }
    #expect(try first.interrupt() == 0)
    #expect(try ServedConnection(path).ask("tabs")?.contains(#""tabs":[]"#) == true)
  }

  @Test func `of servers that find the same stale socket one lives`() throws {
    for _ in 0..<5 {
      let killed = try server()
      _ = try killed.kill()
      let servers = try (0..<4).map { _ in
        try ProbeProcess(program: "retrace", arguments: ["--memory", "serve", "--socket", path])
      }
      while (try? ServedConnection(path)) == nil { usleep(1_000) }
      while servers.count(where: \.isRunning) > 1 { usleep(1_000) }
      let connection = try ServedConnection(path)
      #expect(try connection.ask("tabs")?.contains(#""tabs":[]"#) == true)
      for server in servers where server.isRunning { #expect(try server.interrupt() == 0) }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    }
  }

  @Test func `a path of 106 bytes is served, and a longer one refused`() throws {
    let name = String(repeating: "s", count: 106 - folder.path.utf8.count - 1)
    let long = folder.path + "/" + name
    let server = try ProbeProcess(
      program: "retrace", arguments: ["--memory", "serve", "--socket", long])
    while !FileManager.default.fileExists(atPath: long) { usleep(1_000) }
    #expect(try ServedConnection(long).ask("tabs")?.contains("result") == true)
    #expect(try server.interrupt() == 0)
    let refused = try RetraceProcess.run(["--memory", "serve", "--socket", long + "s"])
    #expect(refused.status == 1)
    #expect(refused.errors.contains("at most 106 bytes"))
  }

  /// A server that may have 128 open files takes 64 clients.
  @Test(.timeLimit(.minutes(10)))
  func `a client too many is told so, and comes in once another has left`() throws {
    let server = try ProbeProcess(
      program: "retrace", arguments: ["--memory", "serve", "--socket", path], openFiles: 128)
    defer { withExtendedLifetime(server) {} }
    while !FileManager.default.fileExists(atPath: path) { usleep(1_000) }
    var clients = try (0..<64).map { try ServedConnection(path, name: "\($0)") }
    let refused = try ServedConnection(path)
    #expect(
      refused.greeting == #"{"jsonrpc":"2.0","id":null,"error":{"code":-32004,"message":"The "#
        + "server has 64 clients, as many as its limit of open files allows. Try again when one has "
        + #"left, or start the server with a higher limit (ulimit -n)."}}"#)
    for client in clients { #expect(try client.ask("tabs")?.contains(#""tabs":[]"#) == true) }
    clients.removeLast()
    // The server may see the new client before it sees that the other one has left.
    var next = try ServedConnection(path)
    while next.greeting?.contains("-32004") == true { next = try ServedConnection(path) }
    #expect(try next.ask("tabs")?.contains(#""tabs":[]"#) == true)
    #expect(try server.interrupt() == 0)
  }

  @Test(.timeLimit(.minutes(10)))
  func `a client waits while the server cannot open a file, and the others do not`() throws {
    let server = try server()
    let first = try ServedConnection(path)
    let descriptors = try FileManager.default.contentsOfDirectory(
      atPath: "/proc/\(server.identifier)/fd")
    let taken = Set(descriptors.compactMap { Int($0) })
    let free = (0...).first { !taken.contains($0) } ?? 0
    try setFileLimit(free, of: server.identifier)
    let second = try ServedConnection(path, name: "second", awaitsGreeting: false)
    for _ in 0..<100 { #expect(try first.ask("tabs")?.contains(#""tabs":[]"#) == true) }
    #expect(!second.hasInput)
    try setFileLimit(1_024, of: server.identifier)
    #expect(try second.line()?.contains(#""version":1"#) == true)
    #expect(try second.ask("tabs")?.contains(#""tabs":[]"#) == true)
    #expect(try server.interrupt() == 0)
  }

  /// Sets the soft limit of open files of a running process.
  private func setFileLimit(_ limit: Int, of process: Int32) throws {
    let run = Process()
    run.executableURL = URL(filePath: "/usr/bin/prlimit")
    run.arguments = ["--pid", "\(process)", "--nofile=\(limit):"]
    try run.run()
    run.waitUntilExit()
    try #require(run.terminationStatus == 0)
  }

  @Test func `a program of another user is turned away`() throws {
    let socket = try ServerSocket(path)
    defer { socket.close() }
    func connect() throws -> Int32 { try LocalSocket.connect(to: path) }
    let own = try connect()
    defer { Descriptors.close(own) }
    guard case .client(let connection) = socket.accept() else {
      Issue.record("this user is turned away")
      return
    }
    Descriptors.close(connection)
    let other = try connect()
    defer { Descriptors.close(other) }
    guard case .none = socket.accept(onlyOf: geteuid() + 1) else {
      Issue.record("another user comes in")
      return
    }
    // Nothing is to be read: the other end is closed.
    #expect(try Descriptors.read(other, atMost: 1) == [])
  }

  @Test func `Ctrl-C ends it and takes the socket away`() throws {
    let server = try server()
    _ = try ServedConnection(path).ask("open")
    #expect(try server.interrupt() == 0)
    #expect(!FileManager.default.fileExists(atPath: path))
  }
}
