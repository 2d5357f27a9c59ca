import Foundation
import Sync
import Testing

/// Appends numbered messages according to the rules: it sends the same message with the same id
/// until there is an answer, and reads the new messages after a conflict.
struct StreamWriter {
  private let number: UInt8
  private let stream: any ServedStream
  private var last: UInt64 = 0
  private var accepted: [UInt64: UInt8] = [:]

  init(_ number: UInt8, on servers: [String]) throws {
    self.number = number
    stream = try StreamServers(servers).stream("tests")
  }

  /// - Returns: The positions of the messages, and the number of this writer.
  mutating func append(_ count: UInt8) throws -> [UInt64: UInt8] {
    for message in 0..<count { try append(message: message) }
    return accepted
  }

  private mutating func append(message: UInt8) throws {
    let end = ContinuousClock.now + .seconds(90)
    while ContinuousClock.now < end {
      do {
        let id = "\(number).\(message) behind \(last)"
        switch try stream.append([number, message], id: id, after: last) {
        case .appended(let position): return accept(position)
        case .conflict: if try isFound(message) { return }
        case .unknown: break
        }
      } catch let failure as SyncError where failure.isTemporary {
        usleep(50_000)
      }
    }
    throw SyncError(
      .stream, "message \(message) of writer \(number) found no answer", isTemporary: true)
  }

  /// Reads new messages, and returns whether they contain a message.
  private mutating func isFound(_ message: UInt8) throws -> Bool {
    var isFound = false
    while true {
      let messages = try stream.messages(after: last, limit: 100)
      for other in messages where other.bytes == [number, message] {
        isFound = true
        accepted[other.position] = number
      }
      guard let newest = messages.last else { return isFound }
      last = newest.position
    }
  }

  private mutating func accept(_ position: UInt64) {
    accepted[position] = number
    last = position
  }
}

/// Waits for a condition that is expected to become true soon.
func waitUntil(
  sourceLocation: SourceLocation = #_sourceLocation, _ condition: () throws -> Bool
) throws {
  let end = ContinuousClock.now + .seconds(300)
  while try !condition() {
    guard ContinuousClock.now < end else {
      Issue.record("The condition did not become true.", sourceLocation: sourceLocation)
      throw POSIXError(.ETIMEDOUT)
    }
    usleep(5_000)
  }
}

extension SharedStream {
  /// Returns all messages of the stream.
  func allMessages() throws -> [StreamMessage] {
    var all: [StreamMessage] = []
    while true {
      let more = try messages(after: all.last?.position ?? 0, limit: 100)
      if more.isEmpty { return all }
      all += more
    }
  }
}
