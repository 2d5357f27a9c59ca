internal import Exchange
internal import Notation
internal import Platform

/// The messages to and from an extension, in the format of native messaging. Each message is a JSON
/// document, preceded by its number of bytes as a 32-bit number in the byte order of the processor.
/// The descriptors are closed when this value is released.
final class MessagePipe {
  private let reading: Int32
  private let writing: Int32
  private var bytes: [UInt8] = []
  /// The offset of the first message in the buffer.
  private var start = 0

  private static let blockSize = 1 << 16

  /// - Parameters:
  ///   - reading: The descriptor to read from.
  ///   - writing: The descriptor to write to, which may be the same descriptor.
  init(reading: Int32, writing: Int32) {
    self.reading = reading
    self.writing = writing
  }

  deinit {
    close(reading)
    if writing != reading { close(writing) }
  }

  /// The result of waiting.
  enum Arrival {
    case message(JSON)
    case nothing
    /// One of the other descriptors is readable.
    case ready(Int32)
    /// The other end is closed.
    case end
  }

  func send(_ message: JSON) throws {
    let message = message.bytes
    let length = (0..<4).map { UInt8(truncatingIfNeeded: message.count >> (8 * $0)) }
    do {
      try FileDescriptor.writeAll(writing, length + message)
    } catch {
      throw ExchangeError(
        .browserFailed, "The browser closed its connection.", underlying: error)
    }
  }

  /// Sends the collected messages of a session. If the browser has ended, the messages are dropped.
  /// What it has sent before can still be received.
  func sendMessages(of session: LiveSession) {
    try? session.messages.forEach(send)
    session.messages = []
  }

  /// Returns the next message.
  ///
  /// - Parameters:
  ///   - deadline: The time at which to stop waiting, or nil to wait forever.
  ///   - others: More descriptors to wait for. Negative descriptors are ignored.
  func receive(by deadline: ContinuousClock.Instant?, or others: Int32...) throws -> Arrival {
    while true {
      if let message = try nextMessage() { return .message(message) }
      var waiting = ([reading] + others).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      let count = FileDescriptor.wait(for: &waiting, until: deadline)
      if count < 0, errno == EINTR { continue }
      if count == 0 { return .nothing }
      if let other = waiting.dropFirst().first(where: { $0.revents != 0 }) {
        return .ready(other.fd)
      }
      guard readBlock() else { return .end }
    }
  }

  private func nextMessage() throws -> JSON? {
    guard bytes.count - start >= 4 else { return nil }
    let count = (0..<4).reduce(0) { $0 | Int(bytes[start + $1]) << (8 * $1) }
    guard count <= Self.largestMessage else {
      throw ExchangeError(.browserFailed, "The browser sent a message that is too long.")
    }
    let end = start + 4 + count
    guard end <= bytes.count else { return nil }
    defer { forget(upTo: end) }
    do {
      return try JSONParser.parse(bytes[start + 4..<end])
    } catch {
      throw ExchangeError(
        .browserFailed, "The browser sent something that is not JSON.", underlying: error)
    }
  }

  /// The maximum length of a message, which is the limit of Chromium.
  private static let largestMessage = 64 << 20

  private func forget(upTo position: Int) {
    start = position
    // Processed bytes are removed from time to time, not after each message.
    guard start == bytes.count || start > Self.blockSize else { return }
    bytes.removeFirst(start)
    start = 0
  }

  private func readBlock() -> Bool {
    let block = (try? FileDescriptor.read(reading, atMost: Self.blockSize)) ?? []
    bytes += block
    return !block.isEmpty
  }
}
