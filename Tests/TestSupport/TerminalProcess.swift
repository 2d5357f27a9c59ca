public import Foundation

/// A program in its own terminal. Tests type keys into it.
public final class TerminalProcess {
  /// The complete output of the program, with escape sequences.
  public private(set) var output = ""
  private let terminal: Int32
  public let child: pid_t
  private var bytes: [UInt8] = []
  /// The end of the output that was already expected.
  private var seen = 0
  private var isReaped = false

  public struct Unexpected: Error, CustomStringConvertible {
    public let description: String
  }

  /// - Parameter environment: Variables in addition to `TERM` and `LANG`.
  public init(
    _ program: String, _ arguments: [String], environment: [String: String] = [:]
  ) throws {
    terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
    // Swift does not import TIOCSPTLCK and TIOCGPTN.
    var isLocked: Int32 = 0
    var number: UInt32 = 0
    guard terminal >= 0, ioctl(terminal, 0x4004_5431, &isLocked) == 0,
      ioctl(terminal, 0x8004_5430, &number) == 0
    else { throw POSIXError(errno) }
    let name = "/dev/pts/\(number)"
    var size = winsize(ws_row: 50, ws_col: 200, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(terminal, UInt(TIOCSWINSZ), &size)
    var actions = SpawnActions()
    // The first terminal that the leader of a session opens becomes its controlling terminal.
    for descriptor: Int32 in 0...2 { actions.open(name, as: descriptor, O_RDWR) }
    child = try actions.spawn(
      program, arguments,
      environment: ["TERM": "xterm", "LANG": "C.UTF-8"].merging(environment) { $1 },
      inOwnSession: true)
  }

  deinit {
    if !isReaped {
      kill(child, SIGKILL)
      var status: Int32 = 0
      waitpid(child, &status, 0)
    }
    close(terminal)
  }

  /// Types a text unchanged. `\r` is Enter, and `\u{3}` is Ctrl-C.
  public func type(_ text: String) throws {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      // A program whose output nobody reads would stop reading what is typed.
      let events = try wait(for: POLLIN | POLLOUT)
      if events & POLLIN != 0 { _ = try readAvailable() }
      guard events & (POLLOUT | POLLHUP) != 0 else { continue }
      let count = rest.withUnsafeBytes { Foundation.write(terminal, $0.baseAddress, $0.count) }
      guard count > 0 else {
        guard errno == EAGAIN, events & POLLHUP == 0 else { throw POSIXError(errno) }
        continue
      }
      rest.removeFirst(count)
    }
  }

  /// Waits until the program shows a text after the texts that were expected before.
  public func expect(_ text: String) throws {
    while true {
      if let range = bytes[seen...].range(of: Array(text.utf8)) {
        seen = range.upperBound
        return
      }
      guard try read() else {
        throw Unexpected(description: "“\(text)” was not shown. The output is\n\(output)")
      }
    }
  }

  /// Reads the output until the program ends, and returns the exit status as shells report it.
  public func end() throws -> Int32 {
    while try read() {}
    var result: Int32 = 0
    guard waitpid(child, &result, 0) == child else { throw POSIXError(errno) }
    isReaped = true
    let signal = result & 0x7F
    return signal == 0 ? (result >> 8) & 0xFF : 128 + signal
  }

  /// Whether the terminal has the settings that shells use: it edits lines itself and echoes what
  /// is typed.
  public var isAsBefore: Bool {
    var settings = termios()
    guard tcgetattr(terminal, &settings) == 0 else { return false }
    let flags = tcflag_t(ICANON) | tcflag_t(ECHO)
    return settings.c_lflag & flags == flags
  }

  /// Waits until the program edits lines itself.
  public func waitUntilEditing() throws {
    for _ in 0..<Self.timeoutMilliseconds {
      if !isAsBefore { return }
      usleep(1_000)
    }
    throw Unexpected(description: "The program does not edit the line itself after\n\(output)")
  }

  private static let timeoutMilliseconds: Int32 = 30_000

  /// Waits for output. Returns false when no process has the terminal open.
  private func read() throws -> Bool {
    _ = try wait(for: POLLIN)
    return try readAvailable()
  }

  /// Waits until one of some events of `poll` occurs, and returns those that did.
  private func wait(for events: Int32) throws -> Int32 {
    var descriptor = pollfd(fd: terminal, events: Int16(events), revents: 0)
    guard poll(&descriptor, 1, Self.timeoutMilliseconds) > 0 else {
      throw Unexpected(description: "No more output before the timeout, after\n\(output)")
    }
    return Int32(descriptor.revents)
  }

  /// Reads the available output. Returns false when no process has the terminal open.
  private func readAvailable() throws -> Bool {
    var block = [UInt8](repeating: 0, count: 1 << 16)
    let count = Foundation.read(terminal, &block, block.count)
    if count < 0, errno == EAGAIN { return true }
    guard count > 0 else { return false }
    bytes += block[..<count]
    output = String(decoding: bytes, as: UTF8.self)
    return true
  }
}

extension ArraySlice<UInt8> {
  fileprivate func range(of other: [UInt8]) -> Range<Int>? {
    guard count >= other.count else { return nil }
    return (startIndex...(endIndex - other.count)).first { self[$0...].starts(with: other) }
      .map { $0..<($0 + other.count) }
  }
}
