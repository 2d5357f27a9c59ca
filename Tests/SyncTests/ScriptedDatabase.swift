import Foundation

/// A server that admits every client as PostgreSQL does, and answers each command as if it copied a
/// table.
final class ScriptedDatabase: Sendable {
  let port: UInt16
  private let listener: Int32

  init() throws {
    let (listener, port) = try NATSServer.listen()
    (self.listener, self.port) = (listener, port)
    Thread.detachNewThread {
      let connection = accept(listener, nil, nil)
      guard connection >= 0 else { return }
      defer { close(connection) }
      // Messages of the protocol consist of a letter, a length of four bytes that includes itself,
      // and the content.
      let settings = [
        "server_version\015", "in_hot_standby\0off", "default_transaction_read_only\0off",
      ]
      let welcome =
        Self.message("R", [0, 0, 0, 0])
        + settings.flatMap { Self.message("S", Array($0.utf8) + [0]) } + Self.message("Z", [73])
      var answers = [Array("N".utf8), welcome, Self.message("H", [0, 0, 0])][...]
      var bytes = [UInt8](repeating: 0, count: 1 << 12)
      while recv(connection, &bytes, bytes.count, 0) > 0, let answer = answers.popFirst() {
        _ = Foundation.send(connection, answer, answer.count, Int32(MSG_NOSIGNAL))
      }
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }

  private static func message(_ letter: String, _ bytes: [UInt8]) -> [UInt8] {
    Array(letter.utf8) + [0, 0, 0, UInt8(bytes.count + 4)] + bytes
  }
}
