import Foundation
import TestSupport
import Testing

@testable import Sync

@Suite(.enabled(if: NATSServer.isInstalled, Comment(rawValue: NATSServer.skipped)))
struct JetStreamTests {
  @Test(.timeLimit(.minutes(30)))
  func `three servers continue without one of them`() throws {
    let servers = try NATSServer.cluster()
    let urls = servers.map(\.url)
    let stream = try JetStream("tests", on: urls)
    try stream.make()
    let accepted = ThreadRun {
      var writer = try StreamWriter(1, on: urls)
      return try writer.append(200)
    }
    try waitUntil { (try? stream.state().last) ?? 0 >= 50 }
    servers[0].kill()
    let positions = try accepted.value()
    #expect(positions.keys.sorted() == Array(1...200))
    let messages = try stream.allMessages()
    #expect(messages.map { $0.bytes[1] } == Array(0..<200))
    // Two of the three servers have each message, so another server may stop once the first is
    // back.
    try servers[0].start()
    let only = try JetStream("tests", on: [urls[0]])
    try waitUntil { (try? only.state().last) == 200 }
    #expect(try only.allMessages() == messages)
  }

  @Test(.timeLimit(.minutes(30)))
  func `a server that is cut off from the others is not queried`() throws {
    let servers = try NATSServer.cluster()
    let stream = try JetStream("tests", on: servers.map(\.url))
    try stream.make()
    #expect(try stream.append([1], id: "a", after: 0) == .appended(at: 1))
    for server in servers.dropFirst() { server.standStill(true) }
    let alone = try JetStream("tests", on: [servers[0].url])
    // For some seconds, the server still acts as the leader, or believes that another server is.
    // During that time, it would return outdated data, and then report that there is no leader.
    try waitUntil {
      let connection = try alone.connected()
      do {
        _ = try connection.describe("tests")
        return false
      } catch {
        return "\(error)".hasSuffix("has no streams available at the moment.")
      }
    }
    for server in servers.dropFirst() { server.standStill(false) }
    try waitUntil { (try? alone.state().last) == 1 }
  }

  @Test(.timeLimit(.minutes(30)))
  func `a stream created by two of three servers is copied to the third when it returns`() throws {
    let servers = try NATSServer.cluster()
    let stream = try JetStream("tests", on: servers.map(\.url))
    try stream.make()
    for server in servers { server.kill() }
    for server in servers.dropLast() { try server.start() }
    // Devices that forget data replace the stream in the same way.
    try stream.renew()
    _ = try stream.state()
    #expect(stream.absentServers == [""])
    #expect(try stream.append([1], id: "a", after: 0) == .appended(at: 1))

    try servers[2].start()
    try waitUntil { (try? stream.state()) != nil && stream.absentServers.isEmpty }
    #expect(try stream.describe().replicas == 3)
    #expect(try stream.messages(after: 0, limit: 10).map(\.bytes) == [[1]])
  }

  @Test(.timeLimit(.minutes(30)))
  func `a waiting device is woken when a server stops, and when it returns`() throws {
    let servers = try NATSServer.cluster()
    let stream = try JetStream("tests", on: servers.map(\.url))
    try stream.make()
    _ = try stream.state()
    servers[1].kill()
    try waitUntil { (try? stream.wait(after: 0, milliseconds: 10_000)) == true }
    // Until a new leader is elected, the servers do not report the absence.
    try waitUntil { (try? stream.state()) != nil && stream.absentServers == ["b"] }
    try servers[1].start()
    try waitUntil { (try? stream.wait(after: 0, milliseconds: 10_000)) == true }
    try waitUntil { (try? stream.state()) != nil && stream.absentServers.isEmpty }
  }

  @Test func `an absent server is reported by name`() throws {
    let port = try NATSServer.freePort()
    let none = #expect(throws: SyncError.self) {
      try JetStream("tests", on: ["me:secret@127.0.0.1:\(port)", "localhost:\(port)"]).state()
    }
    #expect(
      none
        == SyncError(
          .stream,
          "nats://127.0.0.1:\(port) cannot be reached; nats://localhost:\(port) cannot be reached.",
          isTemporary: true)
    )
  }

  @Test func `a message that was skipped can be read again`() throws {
    let server = try NATSServer()
    let (stream, other) = (try JetStream("tests", on: [server.url]), try server.stream())
    #expect(try stream.messages(after: 0, limit: 1).isEmpty)
    #expect(try other.append([1], id: "a", after: 0) == .appended(at: 1))
    #expect(try stream.wait(after: 0, milliseconds: 60_000))
    // A device that waits after this message does not need it now, but may need it later.
    #expect(try !stream.wait(after: 1, milliseconds: 1))
    let connection = stream.connection
    #expect(try stream.messages(after: 0, limit: 1).map(\.bytes) == [[1]])
    // The connection to a server that does not send its messages is closed after some seconds.
    #expect(stream.connection === connection)
  }

  @Test func `a missing stream is reported`() throws {
    let server = try NATSServer()
    let stream = try JetStream("tests", on: [server.url])
    let failure = #expect(throws: SyncError.self) { try stream.state() }
    #expect(
      failure
        == SyncError(
          .lost,
          "\(server.url) does not have the stream of this profile. If the stream was lost, "
            + "“sync refill” refills the servers.",
          isTemporary: true))
  }

  @Test func `a server admits devices with its password`() throws {
    let server = try NATSServer(extra: "authorization { user: me, password: secret }")
    let address = server.url.dropFirst("nats://".count)
    try JetStream("tests", on: ["nats://me:secret@\(address)"]).make()
    let failure = #expect(throws: SyncError.self) {
      try JetStream("tests", on: ["nats://me:wrong@\(address)"]).state()
    }
    #expect(failure?.isTemporary == false)
    #expect(
      failure?.description
        == "\(server.url) rejected the login: the name, password or key is wrong.")
  }

  @Test func `a missing permission on the server is reported`() throws {
    let server = try NATSServer(
      extra: """
        authorization { users: [
          { user: all, password: x }
          { user: reader, password: x, permissions: { publish: { deny: "retrace.>" } } }
        ] }
        """)
    let address = server.url.dropFirst("nats://".count)
    try JetStream("tests", on: ["nats://all:x@\(address)"]).make()
    let reader = try JetStream("tests", on: ["nats://reader:x@\(address)"])
    #expect(try reader.state().last == 0)
    let failure = #expect(throws: SyncError.self) {
      try reader.append([1], id: "a", after: 0)
    }
    #expect(failure?.isTemporary == false)
    #expect(failure?.description.contains("does not allow it") == true)
  }

  @Test func `data that must be encrypted is never sent in clear text`() throws {
    let server = try NATSServer()
    let failure = #expect(throws: SyncError.self) {
      try JetStream("tests", on: ["tls://127.0.0.1:\(server.port)"]).state()
    }
    #expect(failure?.isTemporary == false)
    #expect(
      failure?.description
        == "tls://127.0.0.1:\(server.port) does not support TLS (write nats:// before its name).")
  }
}
