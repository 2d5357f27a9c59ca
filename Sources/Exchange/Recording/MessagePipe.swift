internal import Glibc
internal import Notation
internal import Platform

/// Messages to and from a browser, each one JSON document. Its descriptors are closed with it.
final class MessagePipe {
  /// How one message is told from the next.
  enum Framing {
    /// A zero byte ends each: Chromium's debugging pipe.
    case zeroByte
    /// The number of bytes, in digits, and a colon stand before each: Marionette.
    case byteCount
  }

  private let reading: Int32
  private let writing: Int32
  private let framing: Framing
  private var bytes: [UInt8] = []
  /// Where the first message begins, and up to where no end of it was found.
  private var start = 0
  private var searched = 0

  private static let blockSize = 1 << 16

  /// - Parameters:
  ///   - reading: A descriptor to read from.
  ///   - writing: One to write to; it may be the same.
  init(reading: Int32, writing: Int32, _ framing: Framing) {
    self.reading = reading
    self.writing = writing
    self.framing = framing
  }

  deinit {
    close(reading)
    if writing != reading { close(writing) }
  }

  /// What came of waiting.
  enum Arrival {
    case message(JSON)
    case nothing
    /// Somebody asked to stop.
    case stop
    /// The other end is closed.
    case end
  }

  func send(_ message: JSON) throws {
    let bytes = framed(message.bytes)
    do throws(Errno) {
      try FileDescriptor.writeAll(writing, bytes)
    } catch {
      throw BrowserFailure("The browser does not listen any more.")
    }
  }

  private func framed(_ message: [UInt8]) -> [UInt8] {
    switch framing {
    case .zeroByte: message + [0]
    case .byteCount: Array("\(message.count):".utf8) + message
    }
  }

  /// The next message.
  ///
  /// - Parameters:
  ///   - deadline: When to give up; nil: never.
  ///   - stop: A descriptor that can be read once somebody asked to stop, or −1.
  func receive(by deadline: ContinuousClock.Instant?, stop: Int32 = -1) throws -> Arrival {
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
    do throws(JSONParser.Fault) {
      return try JSONParser.parse(bytes[place.message])
    } catch {
      throw BrowserFailure("The browser said something that is not JSON.")
    }
  }

  /// Where the next message stands, and where what belongs to it ends; nil while it is not there whole.
  private func nextPlace() throws -> (message: Range<Int>, end: Int)? {
    switch framing {
    case .zeroByte:
      guard let end = bytes[searched...].firstIndex(of: 0) else { return nil }
      return (start..<end, end + 1)
    case .byteCount:
      guard let colon = bytes[start...].firstIndex(of: UInt8(ascii: ":")) else { return nil }
      guard let count = Int(String(decoding: bytes[start..<colon], as: UTF8.self)), count >= 0,
        count <= Self.most
      else { throw BrowserFailure("The browser said something that is not a message.") }
      let end = colon + 1 + count
      return end <= bytes.count ? (colon + 1..<end, end) : nil
    }
  }

  /// So long may a message be that says how long it is.
  private static let most = 1 << 30

  private func forget(upTo position: Int) {
    start = position
    searched = position
    // What was read is moved away now and then, not at each message.
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
    // Rounded up, so that nobody spins through the last millisecond.
    return Int32(clamping: max(milliseconds + 1, 0))
  }
}
