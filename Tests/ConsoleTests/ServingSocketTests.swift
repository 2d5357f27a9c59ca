import Foundation
import Platform
import TestSupport
import Testing

@testable import Server

/// Several clients of one socket.
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

  @Test func `each client receives the changes of others, including other processes`() throws {
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

  @Test func `an engine receives commands that follow from the actions of others`() throws {
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
    _ = try agent.ask("close", #""tabs":[2]"#)
    #expect(
      try window.line() == #"{"jsonrpc":"2.0","method":"engine","params":{"commands":["#
        + #"{"tab":2,"number":3,"order":"close"}]}}"#)
  }

  @Test func `a client that does not read does not block other clients`()
    throws
  {
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

  @Test func `a profile that is removed while it is served is reported`() throws {
    let profile = folder.path + "/removed"
    let server = try server("--profile", profile)
    defer { withExtendedLifetime(server) {} }
    let client = try ServedConnection(path)
    _ = try client.ask("open", #""address":"a.example""#)
    try FileManager.default.removeItem(atPath: profile)
    #expect(
      try client.ask("pin", #""tab":2"#)?.contains("was removed while it was open") == true)
    #expect(try client.ask("tabs")?.contains("a.example") == true)
  }

  @Test func `a client that disconnects in the middle of a message is dropped`() throws {
    let server = try server()
    defer { withExtendedLifetime(server) {} }
    for _ in 0..<20 {
      let client = try ServedConnection(path)
      try client.tell("tabs")
      try client.send(String(repeating: "x", count: 70_000))
    }
    #expect(try ServedConnection(path).ask("tabs")?.contains(#""tabs":[]"#) == true)
  }

  @Test func `a socket that is in use is rejected, and a stale socket is replaced`() throws {
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

  @Test func `a server does not remove files that it has not created`() throws {
    let other = URL(filePath: path + "~")
    try Data("mine".utf8).write(to: other)
    let server = try server()
    #expect(try server.interrupt() == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["socket~"])
    #expect(try Data(contentsOf: other) == Data("mine".utf8))
  }

  @Test(arguments: [SIGTERM, SIGHUP])
  func `the socket is removed no matter how the server ends`(_ signal: Int32) throws {
    let server = try server()
    _ = try ServedConnection(path).ask("tabs")
    #expect(try server.end(by: signal) == 128 + signal)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
  }

  @Test func `a server that was replaced does not remove the other server's socket`() throws {
    let first = try server()
    try FileManager.default.removeItem(atPath: path)
    let second = try server()
    defer { withExtendedLifetime(second) {} }
    #expect(try first.interrupt() == 0)
    #expect(try ServedConnection(path).ask("tabs")?.contains(#""tabs":[]"#) == true)
  }

  @Test func `if several servers find the same stale socket, one of them runs`() throws {
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

  @Test func `a path of 106 bytes is accepted, and a longer path is rejected`() throws {
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

  /// With at most 128 open files, a server accepts 64 clients.
  @Test(.timeLimit(.minutes(30)))
  func `a client over the limit gets an error, and is accepted after another has left`() throws {
    let server = try ProbeProcess(
      program: "retrace", arguments: ["--memory", "serve", "--socket", path], openFiles: 128)
    defer { withExtendedLifetime(server) {} }
    while !FileManager.default.fileExists(atPath: path) { usleep(1_000) }
    var clients = try (0..<64).map { try ServedConnection(path, name: "\($0)") }
    let refused = try ServedConnection(path)
    #expect(
      refused.greeting == #"{"jsonrpc":"2.0","id":null,"error":{"code":-32004,"message":"The "#
        + "server has 64 clients, the most that its limit on open files allows. Try again when a client "
        + #"has disconnected, or start the server with a higher limit (ulimit -n)."}}"#)
    for client in clients { #expect(try client.ask("tabs")?.contains(#""tabs":[]"#) == true) }
    clients.removeLast()
    // The server may see the new client before it detects that the other client has left.
    var next = try ServedConnection(path)
    while next.greeting?.contains("-32004") == true { next = try ServedConnection(path) }
    #expect(try next.ask("tabs")?.contains(#""tabs":[]"#) == true)
    #expect(try server.interrupt() == 0)
  }

  @Test(.timeLimit(.minutes(30)))
  func `if the server cannot open a file, only the new client waits`() throws {
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

  @Test func `a program of another user is rejected`() throws {
    let socket = try ServerSocket(path)
    defer { socket.close() }
    func connect() throws -> Int32 { try LocalSocket.connect(to: path) }
    let own = try connect()
    defer { FileDescriptor.close(own) }
    guard case .client(let connection) = socket.accept() else {
      Issue.record("this user is turned away")
      return
    }
    FileDescriptor.close(connection)
    let other = try connect()
    defer { FileDescriptor.close(other) }
    guard case .none = socket.accept(onlyOf: geteuid() + 1) else {
      Issue.record("another user comes in")
      return
    }
    // There is no data to read, because the other end is closed.
    #expect(try FileDescriptor.read(other, atMost: 1) == [])
  }

  @Test func `Ctrl-C ends the server and removes the socket`() throws {
    let server = try server()
    _ = try ServedConnection(path).ask("open")
    #expect(try server.interrupt() == 0)
    #expect(!FileManager.default.fileExists(atPath: path))
  }
}
