import Foundation
import Synchronization
import Testing

/// A server that announces a message of 600 MB, and sends as much of it as the client accepts.
final class FloodingServer: Sendable {
  let port: UInt16
  private let listener: Int32
  private let count = Atomic(0)

  /// The number of bytes of the message that the client has accepted.
  var sentCount: Int { count.load(ordering: .sequentiallyConsistent) }

  static let announced = 600_000_000

  /// - Parameters:
  ///   - greeting: The bytes to send first.
  ///   - answers: The bytes to send next, each after something was received.
  ///   - flood: Returns the bytes that precede the message, or nil if the received bytes do not
  ///     request it.
  init(
    greeting: [UInt8], answers: [[UInt8]], flood: @escaping @Sendable (String) -> [UInt8]?
  ) throws {
    let (listener, port) = try NATSServer.listen()
    (self.listener, self.port) = (listener, port)
    Thread.detachNewThread { [weak self] in
      let connection = accept(listener, nil, nil)
      guard connection >= 0 else { return }
      defer { close(connection) }
      Self.send(greeting, to: connection)
      var left = answers[...]
      var bytes = [UInt8](repeating: 0, count: 1 << 14)
      while true {
        let count = recv(connection, &bytes, bytes.count, 0)
        guard count > 0 else { return }
        let heard = String(decoding: bytes[..<count], as: UTF8.self)
        if let head = flood(heard) {
          Self.send(head, to: connection)
          break
        }
        if let answer = left.popFirst() { Self.send(answer, to: connection) }
      }
      let block = [UInt8](repeating: 0, count: 1 << 16)
      var sent = 0
      while sent < Self.announced {
        let count = Foundation.send(connection, block, block.count, Int32(MSG_NOSIGNAL))
        guard count > 0 else { return }
        sent += count
        self?.count.store(sent, ordering: .sequentiallyConsistent)
      }
    }
  }

  /// Expects that the client has requested the message, and accepted at most a number of bytes.
  func expectFlood(ofAtMost most: Int) {
    #expect(sentCount > 0)
    #expect(sentCount < most)
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }

  private static func send(_ bytes: [UInt8], to connection: Int32) {
    _ = Foundation.send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }

  /// Returns a server that uses the protocol of NATS.
  static func nats() throws -> FloodingServer {
    let info =
      #"INFO {"server_id":"x","version":"2.15.1","headers":true,"max_payload":1048576}"# + "\r\n"
    return try FloodingServer(
      greeting: Array(info.utf8), answers: [Array("PONG\r\n".utf8)]
    ) { heard in
      // A request contains the subject for its answer.
      guard let line = heard.split(separator: "\r\n").first(where: { $0.hasPrefix("PUB ") }) else {
        return nil
      }
      let words = line.split(separator: " ")
      return Array("MSG \(words[2]) 1 \(announced)\r\n".utf8)
    }
  }

  /// Returns a server that uses the protocol of PostgreSQL.
  static func postgreSQL() throws -> FloodingServer {
    let settings = [
      "server_version\u{0}15", "in_hot_standby\u{0}off",
      "default_transaction_read_only\u{0}off",
    ]
    func message(_ letter: String, _ bytes: [UInt8]) -> [UInt8] {
      Array(letter.utf8) + [0, 0, 0, UInt8(bytes.count + 4)] + bytes
    }
    let welcome =
      message("R", [0, 0, 0, 0])
      + settings.flatMap { message("S", Array($0.utf8) + [0]) } + message("Z", [73])
    let answers = [welcome]
    return try FloodingServer(greeting: [], answers: answers) { heard in
      guard heard.hasPrefix("Q") else { return nil }
      let length = UInt32(announced)
      return Array("D".utf8) + (0..<4).map { UInt8(truncatingIfNeeded: length >> (24 - 8 * $0)) }
        + [0, 1]
    }
  }
}
