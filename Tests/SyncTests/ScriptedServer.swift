import Foundation

/// A server that claims to be a NATS server of some version, and does nothing else.
final class ScriptedServer: Sendable {
  let port: UInt16
  private let listener: Int32

  /// - Parameters:
  ///   - largestPayload: The maximum size of a message.
  ///   - isSilent: Whether the server sends nothing after its first line.
  ///   - answersRequests: Whether the server answers a request for its version, which servers
  ///     before 2.10 do not.
  ///   - refusal: The error to send to a client that connects, or nil to admit the client.
  ///   - nonces: The nonces that clients must sign, in order. A client without a signature is refused.
  init(
    version: String, largestPayload: Int = 1 << 20, isSilent: Bool = false,
    answersRequests: Bool = true, refusal: String? = nil,
    nonces: [String] = []
  ) throws {
    let (listener, port) = try NATSServer.listen()
    (self.listener, self.port) = (listener, port)
    Thread.detachNewThread {
      for nonce in nonces.isEmpty ? [nil] : nonces.map(Optional.some) {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { return }
        defer { close(connection) }
        let member = nonce.map { #","nonce":"\#($0)""# } ?? ""
        Self.send(
          #"INFO {"server_id":"x","version":"\#(version)","headers":true,"max_payload":\#(largestPayload)\#(member)}"#,
          to: connection)
        while let lines = Self.receive(from: connection) {
          let isUnsigned =
            nonce != nil && lines.contains { $0.hasPrefix("CONNECT") && !$0.contains(#""sig":""#) }
          if let refusal = isUnsigned ? "Authorization Violation" : refusal {
            Self.send("-ERR '\(refusal)'", to: connection)
            break
          }
          for line in lines where !isSilent {
            Self.answer(line, answersRequests ? version : nil, to: connection)
          }
        }
      }
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }

  private static func answer(_ line: Substring, _ version: String?, to connection: Int32) {
    let words = line.split(separator: " ")
    switch words.first {
    case "PING": send("PONG", to: connection)
    case "PUB" where words.count == 4:
      guard let version else {
        return send("HMSG \(words[2]) 1 16 16\r\nNATS/1.0 503\r\n\r\n", to: connection)
      }
      let json = #"{"server":{"ver":"\#(version)"}}"#
      send("MSG \(words[2]) 1 \(json.utf8.count)\r\n\(json)", to: connection)
    default: break
    }
  }

  private static func receive(from connection: Int32) -> [Substring]? {
    var bytes = [UInt8](repeating: 0, count: 1 << 14)
    let count = recv(connection, &bytes, bytes.count, 0)
    guard count > 0 else { return nil }
    return String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\r\n")
  }

  private static func send(_ line: String, to connection: Int32) {
    let text = line + "\r\n"
    _ = Foundation.send(connection, text, text.utf8.count, Int32(MSG_NOSIGNAL))
  }
}
