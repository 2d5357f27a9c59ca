import Foundation
import Sync
import TestSupport
import Testing

@Suite(.enabled(if: NATSServer.isInstalled, Comment(rawValue: NATSServer.skipped)))
struct JetStreamTests {
  /// A fresh stream on a server.
  private func stream(on server: NATSServer) throws -> JetStream {
    let stream = try JetStream("tests", on: [server.url])
    try stream.make()
    return stream
  }

  @Test func `a message is appended once, and behind the last one alone`() throws {
    let server = try NATSServer()
    let stream = try stream(on: server)
    #expect(try stream.state().last == 0)
    #expect(try stream.messages(behind: 0, limit: 5).isEmpty)
    #expect(try stream.append([1], id: "a", behind: 0) == .appended(at: 1))
    #expect(try stream.append([1], id: "a", behind: 0) == .appended(at: 1))
    #expect(try stream.append([2], id: "b", behind: 0) == .conflict)
    #expect(try stream.append([2], id: "c", behind: 1) == .appended(at: 2))
    #expect(try stream.append([2], id: "c", behind: 1) == .appended(at: 2))
    #expect(try stream.append([], id: "d", behind: 2) == .appended(at: 3))
    #expect(try stream.messages(behind: 0, limit: 2).map(\.bytes) == [[1], [2]])
    #expect(try stream.messages(behind: 2, limit: 5).map(\.bytes) == [[]])
    #expect(try stream.messages(behind: 3, limit: 5).isEmpty)
    #expect(try stream.allMessages().map(\.position) == [1, 2, 3])
    #expect(try stream.state().last == 3)
  }

  @Test func `a message may be as large as is said, and no larger`() throws {
    let server = try NATSServer()
    let stream = try stream(on: server)
    let bytes = [UInt8](repeating: 7, count: stream.largestMessage)
    #expect(bytes.count > 1_000_000)
    #expect(try stream.append(bytes, id: "a", behind: 0) == .appended(at: 1))
    #expect(try stream.messages(behind: 0, limit: 1).first?.bytes == bytes)
    #expect(throws: StreamFailure.self) {
      try stream.append(bytes + [UInt8](repeating: 7, count: 2_000), id: "b", behind: 1)
    }
    #expect(try stream.append([1], id: "c", behind: 1) == .appended(at: 2))
  }

  @Test func `what is erased leaves a gap`() throws {
    let server = try NATSServer()
    let stream = try stream(on: server)
    for number in 1...4 {
      let last = UInt64(number - 1)
      _ = try stream.append([UInt8(number)], id: "\(number)", behind: last)
    }
    try stream.erase(2)
    try stream.erase(2)
    try stream.erase(4)
    #expect(try stream.allMessages().map(\.bytes) == [[1], [3]])
    #expect(try stream.messages(behind: 3, limit: 9).isEmpty)
    #expect(try !stream.wait(behind: 3, milliseconds: 1))
    #expect(try stream.append([5], id: "5", behind: 4) == .appended(at: 5))
    #expect(try stream.messages(behind: 3, limit: 9).map(\.bytes) == [[5]])
    for position in [1, 3, 5] as [UInt64] { try stream.erase(position) }
    #expect(try stream.allMessages().isEmpty)
    #expect(try stream.append([6], id: "6", behind: 0) == .conflict)
    #expect(try stream.append([6], id: "7", behind: 5) == .appended(at: 6))
  }

  @Test func `writers that race have every message once, in one order`() throws {
    let server = try NATSServer()
    _ = try stream(on: server)
    let url = server.url
    let writers = (1...4 as ClosedRange<UInt8>).map { number in
      ThreadRun {
        var writer = try StreamWriter(number, on: [url])
        return try writer.append(50)
      }
    }
    let accepted = try writers.reduce(into: [:]) { $0.merge(try $1.value()) { $1 + $0 } }
    let messages = try stream(on: server).allMessages()
    #expect(messages.map(\.position) == Array(1...200))
    #expect(messages.allSatisfy { accepted[$0.position] == $0.bytes[0] })
    for writer in 1...4 as ClosedRange<UInt8> {
      #expect(messages.filter { $0.bytes[0] == writer }.map { $0.bytes[1] } == Array(0..<50))
    }
  }

  @Test func `a wait ends with a message, with its time, and with other input`() throws {
    let server = try NATSServer()
    let (stream, other) = (try stream(on: server), try stream(on: server))
    #expect(try !stream.wait(behind: 0, milliseconds: 20))
    _ = try other.append([1], id: "a", behind: 0)
    #expect(try stream.wait(behind: 0, milliseconds: 10_000))
    #expect(try stream.messages(behind: 0, limit: 1).map(\.bytes) == [[1]])
    let pipe = Pipe()
    stream.wakingDescriptors = [pipe.fileHandleForReading.fileDescriptor]
    try pipe.fileHandleForWriting.write(contentsOf: Data([1]))
    #expect(try !stream.wait(behind: 1, milliseconds: 60_000))
  }

  @Test func `many messages come fast`() throws {
    let server = try NATSServer()
    let stream = try stream(on: server)
    let bytes = [UInt8](repeating: 1, count: 50_000)
    // More than waits to be taken.
    for number in 0..<500 as Range<UInt64> {
      #expect(
        try stream.append(bytes, id: "\(number)", behind: number) == .appended(at: number + 1))
    }
    let reader = try self.stream(on: server)
    var position: UInt64 = 0
    while true {
      let messages = try reader.messages(behind: position, limit: 64)
      guard let last = messages.last else { break }
      #expect(messages.map(\.position) == Array(position + 1...last.position))
      position = last.position
    }
    #expect(position == 500)
  }

  @Test func `a restart of the server changes nothing`() throws {
    let server = try NATSServer()
    let stream = try stream(on: server)
    let created = try stream.state().created
    #expect(try stream.append([1], id: "a", behind: 0) == .appended(at: 1))
    server.stop()
    let down = #expect(throws: StreamFailure.self) { try stream.state() }
    #expect(down == StreamFailure("\(server.url) cannot be reached."))
    try server.start()
    #expect(try stream.state() == StreamState(created: created, last: 1))
    #expect(try stream.append([1], id: "a", behind: 0) == .appended(at: 1))
    #expect(try stream.append([2], id: "b", behind: 1) == .appended(at: 2))
    #expect(try stream.allMessages().map(\.bytes) == [[1], [2]])
  }

  @Test func `nothing that was acknowledged is lost when the server is killed`() throws {
    let server = try NATSServer()
    _ = try stream(on: server)
    let url = server.url
    let accepted = ThreadRun {
      var writer = try StreamWriter(1, on: [url])
      return try writer.append(200)
    }
    let watcher = try stream(on: server)
    for position in [20, 60, 100] as [UInt64] {
      try waitUntil { (try? watcher.state().last) ?? 0 >= position }
      server.kill()
      try server.start()
    }
    let positions = try accepted.value()
    let messages = try stream(on: server).allMessages()
    #expect(messages.map { $0.bytes[1] } == Array(0..<200))
    #expect(positions.keys.sorted() == messages.map(\.position))
  }

  @Test(.timeLimit(.minutes(3)))
  func `three servers go on without one of them`() throws {
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
    // Two of three have each message, so another one may go once the first is back.
    try servers[0].start()
    let only = try JetStream("tests", on: [urls[0]])
    try waitUntil { (try? only.state().last) == 200 }
    #expect(try only.allMessages() == messages)
  }

  @Test func `who is not there is told by its name`() throws {
    let port = try NATSServer.freePort()
    let none = #expect(throws: StreamFailure.self) {
      try JetStream("tests", on: ["me:secret@127.0.0.1:\(port)", "localhost:\(port)"]).state()
    }
    #expect(
      none
        == StreamFailure(
          "nats://127.0.0.1:\(port) cannot be reached; nats://localhost:\(port) cannot be reached.")
    )
  }

  @Test func `a stream that was not made is missed`() throws {
    let server = try NATSServer()
    let stream = try JetStream("tests", on: [server.url])
    let failure = #expect(throws: StreamFailure.self) { try stream.state() }
    #expect(failure == StreamFailure("\(server.url) does not know this profile."))
  }

  @Test func `a server lets in who knows its password`() throws {
    let server = try NATSServer(extra: "authorization { user: me, password: secret }")
    let address = server.url.dropFirst("nats://".count)
    try JetStream("tests", on: ["nats://me:secret@\(address)"]).make()
    let failure = #expect(throws: StreamFailure.self) {
      try JetStream("tests", on: ["nats://me:wrong@\(address)"]).state()
    }
    #expect(failure?.isTemporary == false)
    #expect(
      failure?.description
        == "\(server.url) does not let this device in: name, password or key are wrong.")
  }

  @Test func `a server may not allow something`() throws {
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
    let failure = #expect(throws: StreamFailure.self) {
      try reader.append([1], id: "a", behind: 0)
    }
    #expect(failure?.isTemporary == false)
    #expect(failure?.description.contains("does not allow it") == true)
  }

  @Test func `what answers no question does not hold anybody up`() throws {
    let listener = try NATSServer.listen()
    defer { close(listener.descriptor) }
    let begin = ContinuousClock.now
    let failure = #expect(throws: StreamFailure.self) {
      try JetStream("tests", on: ["127.0.0.1:\(listener.port)"]).state()
    }
    #expect(failure == StreamFailure("nats://127.0.0.1:\(listener.port) does not answer."))
    #expect(ContinuousClock.now - begin < .seconds(20))
  }

  @Test func `what is to be encrypted is never sent in the clear`() throws {
    let server = try NATSServer()
    let failure = #expect(throws: StreamFailure.self) {
      try JetStream("tests", on: ["tls://127.0.0.1:\(server.port)"]).state()
    }
    #expect(failure?.isTemporary == false)
    #expect(
      failure?.description
        == "tls://127.0.0.1:\(server.port) has no TLS: write nats:// before its name.")
  }

  @Test func `a server that stands still holds nobody up, and nothing is lost by it`() throws {
    let server = try NATSServer()
    let url = server.url
    #expect(try stream(on: server).append([1], id: "a", behind: 0) == .appended(at: 1))
    server.standStill(true)
    let begin = ContinuousClock.now
    #expect(throws: StreamFailure.self) { try JetStream("tests", on: [url]).state() }
    #expect(ContinuousClock.now - begin < .seconds(20))
    server.standStill(false)
    let stream = try stream(on: server)
    server.standStill(true)
    #expect(try stream.append([2], id: "b", behind: 1) == .unknown)
    server.standStill(false)
    #expect(try stream.append([2], id: "b", behind: 1) == .appended(at: 2))
    #expect(try stream.allMessages().map(\.bytes) == [[1], [2]])
  }
}
