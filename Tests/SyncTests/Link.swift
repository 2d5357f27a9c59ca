import Foundation
import TestSupport
import Testing

/// Forwards data from one port of this machine to another. While the link is cut, all data waits.
final class Link: @unchecked Sendable {
  let port: UInt16
  private let listener: Int32
  private let target: UInt16
  private let condition = NSCondition()
  private var cut = false

  init(to target: UInt16) throws {
    (listener, port) = try NATSServer.listen()
    self.target = target
    Thread.detachNewThread { [listener, weak self] in
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { return }
        self?.pass(connection)
      }
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }

  var isCut: Bool {
    get { condition.withLock { cut } }
    set {
      condition.withLock {
        cut = newValue
        condition.broadcast()
      }
    }
  }

  private func pass(_ connection: Int32) {
    guard let other = NATSServer.connected(to: target) else {
      close(connection)
      return
    }
    for (source, goal) in [(connection, other), (other, connection)] {
      Thread.detachNewThread { [self] in
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        while true {
          let count = recv(source, &bytes, bytes.count, 0)
          condition.withLock { while cut { condition.wait() } }
          guard count > 0, Self.send(bytes[..<count], to: goal) else { break }
        }
        // The other thread then reads the end, and the last thread closes the descriptors.
        shutdown(goal, Int32(SHUT_RDWR))
        shutdown(source, Int32(SHUT_RDWR))
        release(connection, other)
      }
    }
  }

  private static func send(_ bytes: ArraySlice<UInt8>, to goal: Int32) -> Bool {
    var rest = bytes
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Foundation.send(goal, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// The descriptors of half-closed connections.
  private var halves: Set<Int32> = []

  private func release(_ connection: Int32, _ other: Int32) {
    condition.withLock {
      guard halves.remove(connection) != nil else {
        halves.insert(connection)
        return
      }
      close(connection)
      close(other)
    }
  }
}
