import Foundation
import Glibc
import TestSupport

/// A client of `retrace serve --socket`.
final class ServedConnection {
  private let descriptor: Int32
  private var received = Data()
  private var number = 0
  /// The first message of the server: the answer to hello, or an error.
  private(set) var greeting: String?

  /// Connects to a server, and says hello.
  init(_ path: String, name: String = "test", awaitsGreeting: Bool = true) throws {
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    let code = withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard code == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    // A message that never arrives must fail the test, not block it.
    var patience = timeval(tv_sec: 120, tv_usec: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    try tell("hello", "\"versions\":[1],\"name\":\"\(name)\"")
    if awaitsGreeting { greeting = try line() }
  }

  /// Whether the server has sent bytes that have not been read.
  var hasInput: Bool {
    var waited = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return !received.isEmpty || poll(&waited, 1, 0) > 0
  }

  deinit { close(descriptor) }

  /// Sends a request, without waiting for the answer.
  func tell(_ method: String, _ parameters: String = "") throws {
    number += 1
    try send(#"{"jsonrpc":"2.0","id":\#(number),"method":"\#(method)","params":{\#(parameters)}}"#)
  }

  func ask(_ method: String, _ parameters: String = "") throws -> String? {
    try tell(method, parameters)
    return try line()
  }

  func send(_ line: String) throws {
    var bytes = Array((line + "\n").utf8)[...]
    while !bytes.isEmpty {
      // A server that rejects a client may have closed the connection.
      let count = bytes.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count < 0, errno == EPIPE { return }
      guard count > 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
      bytes = bytes.dropFirst(count)
    }
  }

  /// Sends a line repeatedly until the server stops accepting data, without reading answers.
  /// Returns the number of lines.
  func sendUntilFull(_ line: String) -> Int {
    let bytes = Array((line + "\n").utf8)
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    defer { _ = fcntl(descriptor, F_SETFL, 0) }
    var count = 0
    var waited = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    // The server accepts data for a while, and then accepts nothing for half a second.
    while poll(&waited, 1, 500) > 0 {
      guard bytes.withUnsafeBytes({ write(descriptor, $0.baseAddress, $0.count) }) == bytes.count
      else { break }
      count += 1
    }
    return count
  }

  /// Reads the next line. Returns nil if the server has closed the connection.
  func line() throws -> String? {
    while true {
      if let end = received.firstIndex(of: 0x0A) {
        defer { received = Data(received[(end + 1)...]) }
        return String(decoding: received[..<end], as: UTF8.self)
      }
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      let count = read(descriptor, &buffer, buffer.count)
      guard count > 0 else { return nil }
      received += buffer[..<count]
    }
  }
}
