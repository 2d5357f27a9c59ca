import Foundation

/// Serves web pages to a browser in a test, on the loopback interface. Each path is a page with a
/// title.
final class PageServer: Sendable {
  let address: String
  private let listener: Int32

  init() throws {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var name = sockaddr_in()
    name.sin_family = sa_family_t(AF_INET)
    name.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let code = withUnsafeMutablePointer(to: &name) { name in
      name.withMemoryRebound(to: sockaddr.self, capacity: 1) { name in
        bind(listener, name, length) | listen(listener, 64) | getsockname(listener, name, &length)
      }
    }
    guard code == 0 else { throw CocoaError(.fileReadUnknown) }
    address = "http://127.0.0.1:\(UInt16(bigEndian: name.sin_port))"
    self.listener = listener
    Thread.detachNewThread {
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { return }
        // A browser opens connections before it needs them, so each connection has its own thread.
        Thread.detachNewThread { Self.answer(connection) }
      }
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }

  private static func answer(_ connection: Int32) {
    defer { close(connection) }
    var request = [UInt8](repeating: 0, count: 1 << 14)
    let count = recv(connection, &request, request.count, 0)
    guard count > 0 else { return }
    let line = String(decoding: request[..<count], as: UTF8.self)
    let path = line.split(separator: " ").dropFirst().first ?? "/"
    let page = "<!doctype html><title>Page \(path)</title><p>\(path)</p>"
    let answer =
      "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n"
      + "Content-Length: \(page.utf8.count)\r\n\r\n\(page)"
    _ = send(connection, answer, answer.utf8.count, Int32(MSG_NOSIGNAL))
  }
}
