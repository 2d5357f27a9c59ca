package import Notation
internal import Platform

/// Messages to and from a browser, each a JSON document. Its descriptors are closed with it.
package final class MessagePipe {
  /// The separation of messages.
  package enum Framing {
    /// A zero byte ends each message, as in Chromium's debugging pipe.
    case zeroByte
    /// The number of bytes in decimal digits and a colon precede each message, as in Marionette.
    case byteCount
    /// The number of bytes precedes each message as 32 bits, in the order of the processor, as in
    /// native messaging.
    case word
  }

  private let reading: Int32
  private let writing: Int32
  private let framing: Framing
  private var bytes: [UInt8] = []
  /// The start of the first message, and the position up to which no end was found.
  private var start = 0
  private var searched = 0

  private static let blockSize = 1 << 16

  /// - Parameters:
  ///   - reading: A descriptor to read from.
  ///   - writing: A descriptor to write to, which may be the same.
  package init(reading: Int32, writing: Int32, _ framing: Framing) {
    self.reading = reading
    self.writing = writing
    self.framing = framing
  }

  deinit {
    close(reading)
    if writing != reading { close(writing) }
  }

  /// The result of waiting.
  package enum Arrival {
    case message(JSON)
    case nothing
    /// The user asked to stop.
    case stop
    /// The other end is closed.
    case end
  }

  package func send(_ message: JSON) throws {
    let bytes = framed(message.bytes)
    do {
      try FileDescriptor.writeAll(writing, bytes)
    } catch {
      throw ExchangeError(
        .browserFailed, "The browser closed its connection.", underlying: error)
    }
  }

  private func framed(_ message: [UInt8]) -> [UInt8] {
    switch framing {
    case .zeroByte: message + [0]
    case .byteCount: Array("\(message.count):".utf8) + message
    case .word:
      (0..<4).map { UInt8(truncatingIfNeeded: message.count >> (8 * $0)) } + message
    }
  }

  /// Returns the next message.
  ///
  /// - Parameters:
  ///   - deadline: The time to give up, or nil for never.
  ///   - stop: A descriptor that becomes readable when the user asks to stop, or −1.
  package func receive(by deadline: ContinuousClock.Instant?, stop: Int32 = -1) throws -> Arrival {
    while true {
      if let message = try nextMessage() { return .message(message) }
      var waiting = [
        pollfd(fd: reading, events: Int16(POLLIN), revents: 0),
        pollfd(fd: stop, events: Int16(POLLIN), revents: 0),
      ]
      let count = FileDescriptor.wait(
        for: &waiting, milliseconds: Self.milliseconds(until: deadline))
      if count < 0, errno == EINTR { continue }
      if count == 0 { return .nothing }
      if waiting[1].revents != 0 { return .stop }
      guard readBlock() else { return .end }
    }
  }

  private func nextMessage() throws -> JSON? {
    guard let place = try nextPlace() else {
      searched = bytes.count
      return nil
    }
    defer { forget(upTo: place.end) }
    do {
      return try JSONParser.parse(bytes[place.message])
    } catch {
      throw ExchangeError(
        .browserFailed, "The browser sent something that is not JSON.", underlying: error)
    }
  }

  /// The range of the next message, and its end including its framing, or nil while it is
  /// incomplete.
  private func nextPlace() throws -> (message: Range<Int>, end: Int)? {
    switch framing {
    case .zeroByte:
      guard let end = bytes[searched...].firstIndex(of: 0) else { return nil }
      return (start..<end, end + 1)
    case .byteCount:
      guard let colon = bytes[start...].firstIndex(of: UInt8(ascii: ":")) else { return nil }
      guard let count = Int(String(decoding: bytes[start..<colon], as: UTF8.self)), count >= 0,
        count <= Self.most
      else {
        throw ExchangeError(.browserFailed, "The browser sent something that is not a message.")
      }
      let end = colon + 1 + count
      return end <= bytes.count ? (colon + 1..<end, end) : nil
    case .word:
      guard bytes.count - start >= 4 else { return nil }
      let count = (0..<4).reduce(0) { $0 | Int(bytes[start + $1]) << (8 * $1) }
      guard count <= Self.largestWord else {
        throw ExchangeError(.browserFailed, "The browser sent a message that is too long.")
      }
      let end = start + 4 + count
      return end <= bytes.count ? (start + 4..<end, end) : nil
    }
  }

  /// The maximum length of a message that states its length.
  private static let most = 1 << 30

  /// The maximum length of a message in native messaging, which is that of Chromium.
  private static let largestWord = 64 << 20

  private func forget(upTo position: Int) {
    start = position
    searched = position
    // Processed bytes are removed from time to time, not after each message.
    guard start == bytes.count || start > Self.blockSize else { return }
    bytes.removeFirst(start)
    start = 0
    searched = 0
  }

  private func readBlock() -> Bool {
    let block = (try? FileDescriptor.read(reading, atMost: Self.blockSize)) ?? []
    bytes += block
    return !block.isEmpty
  }

  private static func milliseconds(until deadline: ContinuousClock.Instant?) -> Int32 {
    guard let deadline else { return -1 }
    let left = (deadline - .now).components
    let milliseconds = left.seconds * 1_000 + left.attoseconds / 1_000_000_000_000_000
    // Rounded up, to avoid spinning through the last millisecond.
    return Int32(clamping: max(milliseconds + 1, 0))
  }
}
