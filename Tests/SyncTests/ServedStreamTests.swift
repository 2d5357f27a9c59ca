import Foundation
import Sync
import TestSupport
import Testing

/// The behaviour of streams on servers, for each kind of server.
@Suite struct ServedStreamTests {
  @Test(arguments: Engine.installed)
  func `a message is appended once, and only after the last one`(engine: Engine) throws {
    let server = try engine.server()
    let stream = try server.stream()
    #expect(try stream.state().last == 0)
    #expect(try stream.messages(after: 0, limit: 5).isEmpty)
    #expect(try stream.append([1], id: "a", after: 0) == .appended(at: 1))
    #expect(try stream.append([1], id: "a", after: 0) == .appended(at: 1))
    #expect(try stream.append([2], id: "b", after: 0) == .conflict)
    #expect(try stream.append([2], id: "c", after: 1) == .appended(at: 2))
    #expect(try stream.append([2], id: "c", after: 1) == .appended(at: 2))
    #expect(try stream.append([], id: "d", after: 2) == .appended(at: 3))
    #expect(try stream.messages(after: 0, limit: 2).map(\.bytes) == [[1], [2]])
    #expect(try stream.messages(after: 2, limit: 5).map(\.bytes) == [[]])
    #expect(try stream.messages(after: 3, limit: 5).isEmpty)
    #expect(try stream.allMessages().map(\.position) == [1, 2, 3])
    #expect(try stream.state().last == 3)
  }

  @Test(arguments: Engine.installed)
  func `a message may have the stated maximum size, and no more`(engine: Engine) throws {
    let server = try engine.server()
    let stream = try server.stream()
    let bytes = [UInt8](repeating: 7, count: stream.largestMessage)
    #expect(bytes.count > 1_000_000)
    #expect(try stream.append(bytes, id: "a", after: 0) == .appended(at: 1))
    #expect(try stream.messages(after: 0, limit: 1).first?.bytes == bytes)
    #expect(throws: SyncError.self) {
      try stream.append(bytes + [UInt8](repeating: 7, count: 2_000), id: "b", after: 1)
    }
    #expect(try stream.append([1], id: "c", after: 1) == .appended(at: 2))
  }

  @Test(arguments: Engine.installed)
  func `nothing is erased from a stream that replaced the expected one`(
    engine: Engine
  ) throws {
    let server = try engine.server()
    let (stream, other) = (try server.stream(), try server.stream())
    for place in [stream, other] { _ = try place.state() }
    _ = try stream.append([1], id: "a", after: 0)
    try other.renew()
    _ = try other.state()
    #expect(try other.append([2], id: "b", after: 0) == .appended(at: 1))
    try stream.erase(1)
    #expect(try other.messages(after: 0, limit: 1).map(\.bytes) == [[2]])
    #expect(try stream.state().last == 1)
    try stream.erase(1)
    #expect(try other.messages(after: 0, limit: 1).allSatisfy { $0.bytes.isEmpty })
  }

  @Test(arguments: Engine.installed)
  func `an erased message leaves a gap`(engine: Engine) throws {
    let server = try engine.server()
    let stream = try server.stream()
    for number in 1...4 {
      let last = UInt64(number - 1)
      _ = try stream.append([UInt8(number)], id: "\(number)", after: last)
    }
    try stream.erase(2)
    try stream.erase(2)
    try stream.erase(4)
    #expect(try stream.allMessages().map(\.bytes) == [[1], [3]])
    #expect(try stream.messages(after: 3, limit: 9).isEmpty)
    #expect(try !stream.wait(after: 3, milliseconds: 1))
    #expect(try stream.append([5], id: "5", after: 4) == .appended(at: 5))
    #expect(try stream.messages(after: 3, limit: 9).map(\.bytes) == [[5]])
    for position in [1, 3, 5] as [UInt64] { try stream.erase(position) }
    #expect(try stream.allMessages().isEmpty)
    #expect(try stream.append([6], id: "6", after: 0) == .conflict)
    #expect(try stream.append([6], id: "7", after: 5) == .appended(at: 6))
  }

  @Test(arguments: Engine.installed)
  func `a re-created stream is a different one, and empty`(engine: Engine) throws {
    let server = try engine.server()
    let (stream, other) = (try server.stream(), try server.stream())
    #expect(try stream.append([1], id: "a", after: 0) == .appended(at: 1))
    #expect(try other.allMessages().map(\.bytes) == [[1]])
    let former = try stream.state()
    try stream.renew()
    #expect(try stream.state().created != former.created)
    #expect(try stream.state().last == 0)
    // A device that has read more messages than exist is woken.
    #expect(try other.wait(after: 1, milliseconds: 60_000))
    #expect(try other.messages(after: 0, limit: 5).isEmpty)
    #expect(try other.append([2], id: "b", after: 0) == .appended(at: 1))
    for reader in [stream, other] { #expect(try reader.allMessages().map(\.bytes) == [[2]]) }
  }

  @Test(arguments: Engine.installed)
  func `a message for a stream is not appended to its replacement`(engine: Engine)
    throws
  {
    let server = try engine.server()
    let (stream, other) = (try server.stream(), try server.stream())
    for (number, writer) in zip(1..., [stream, other]) {
      _ = try writer.state()
      let position = UInt64(number)
      #expect(
        try writer.append([UInt8(number)], id: "\(number)", after: position - 1)
          == .appended(at: position))
    }
    try stream.renew()
    _ = try stream.state()
    for position in [1, 2] as [UInt64] {
      #expect(
        try stream.append([7], id: "\(6 + position)", after: position - 1)
          == .appended(at: position))
    }
    // The new stream ends at the same position as the previous one.
    #expect(try [.conflict, .unknown].contains(other.append([3], id: "3", after: 2)))
    #expect(try other.state().last == 2)
    #expect(try other.append([3], id: "3", after: 2) == .appended(at: 3))
    #expect(try stream.allMessages().map(\.bytes) == [[7], [7], [3]])
  }

  @Test(arguments: Engine.installed)
  func `concurrent writers append every message once, in one order`(engine: Engine) throws {
    let server = try engine.server()
    _ = try server.stream()
    let url = server.url
    let writers = (1...4 as ClosedRange<UInt8>).map { number in
      ThreadRun {
        var writer = try StreamWriter(number, on: [url])
        return try writer.append(50)
      }
    }
    let accepted = try writers.reduce(into: [:]) { $0.merge(try $1.value()) { $1 + $0 } }
    let messages = try server.stream().allMessages()
    #expect(messages.map(\.position) == Array(1...200))
    #expect(messages.allSatisfy { accepted[$0.position] == $0.bytes[0] })
    for writer in 1...4 as ClosedRange<UInt8> {
      #expect(messages.filter { $0.bytes[0] == writer }.map { $0.bytes[1] } == Array(0..<50))
    }
  }

  @Test(arguments: Engine.installed)
  func `a wait ends with a message, after its time, and with other input`(engine: Engine) throws {
    let server = try engine.server()
    let (stream, other) = (try server.stream(), try server.stream())
    #expect(try !stream.wait(after: 0, milliseconds: 20))
    _ = try other.append([1], id: "a", after: 0)
    #expect(try stream.wait(after: 0, milliseconds: 10_000))
    #expect(try stream.messages(after: 0, limit: 1).map(\.bytes) == [[1]])
    let pipe = Pipe()
    stream.wakingDescriptors = [pipe.fileHandleForReading.fileDescriptor]
    try pipe.fileHandleForWriting.write(contentsOf: Data([1]))
    #expect(try !stream.wait(after: 1, milliseconds: 60_000))
  }

  @Test(arguments: Engine.installed)
  func `many messages arrive quickly`(engine: Engine) throws {
    let server = try engine.server()
    let stream = try server.stream()
    let bytes = [UInt8](repeating: 1, count: 50_000)
    // These are more messages than the inbox holds.
    for number in 0..<500 as Range<UInt64> {
      #expect(
        try stream.append(bytes, id: "\(number)", after: number) == .appended(at: number + 1))
    }
    let reader = try server.stream()
    var position: UInt64 = 0
    while true {
      let messages = try reader.messages(after: position, limit: 64)
      guard let last = messages.last else { break }
      #expect(messages.map(\.position) == Array(position + 1...last.position))
      position = last.position
    }
    #expect(position == 500)
  }

  @Test(arguments: Engine.installed)
  func `a restart of the server changes nothing`(engine: Engine) throws {
    let server = try engine.server()
    let stream = try server.stream()
    let created = try stream.state().created
    #expect(try stream.append([1], id: "a", after: 0) == .appended(at: 1))
    server.stop()
    let down = #expect(throws: SyncError.self) { try stream.state() }
    #expect(down == SyncError(.stream, "\(server.url) cannot be reached.", isTemporary: true))
    try server.start()
    #expect(try stream.state() == StreamState(created: created, last: 1))
    #expect(try stream.append([1], id: "a", after: 0) == .appended(at: 1))
    #expect(try stream.append([2], id: "b", after: 1) == .appended(at: 2))
    #expect(try stream.allMessages().map(\.bytes) == [[1], [2]])
  }

  @Test(arguments: Engine.installed)
  func `no acknowledged message is lost when the server is killed`(engine: Engine) throws {
    let server = try engine.server()
    _ = try server.stream()
    let url = server.url
    let accepted = ThreadRun {
      var writer = try StreamWriter(1, on: [url])
      return try writer.append(200)
    }
    let watcher = try server.stream()
    for position in [20, 60, 100] as [UInt64] {
      try waitUntil { (try? watcher.state().last) ?? 0 >= position }
      server.kill()
      try server.start()
    }
    let positions = try accepted.value()
    let messages = try server.stream().allMessages()
    #expect(messages.map { $0.bytes[1] } == Array(0..<200))
    #expect(positions.keys.sorted() == messages.map(\.position))
  }

  @Test(arguments: Engine.installed)
  func `a server that does not answer requests does not block a device`(engine: Engine) throws {
    let listener = try NATSServer.listen()
    defer { close(listener.descriptor) }
    let url = engine.url(port: listener.port)
    let begin = ContinuousClock.now
    let failure = #expect(throws: SyncError.self) {
      try StreamServers([url]).stream("tests").state()
    }
    #expect(failure == SyncError(.stream, "\(url) does not answer.", isTemporary: true))
    #expect(ContinuousClock.now - begin < .seconds(20))
  }

  @Test(arguments: Engine.installed)
  func `a stopped server delays no device, and nothing is lost`(engine: Engine)
    throws
  {
    let server = try engine.server()
    let url = server.url
    #expect(try server.stream().append([1], id: "a", after: 0) == .appended(at: 1))
    server.standStill(true)
    let begin = ContinuousClock.now
    #expect(throws: SyncError.self) { try StreamServers([url]).stream("tests").state() }
    #expect(ContinuousClock.now - begin < .seconds(20))
    server.standStill(false)
    let stream = try server.stream()
    _ = try stream.state()
    server.standStill(true)
    #expect(try stream.append([2], id: "b", after: 1) == .unknown)
    server.standStill(false)
    #expect(try stream.append([2], id: "b", after: 1) == .appended(at: 2))
    #expect(try stream.allMessages().map(\.bytes) == [[1], [2]])
  }
}
