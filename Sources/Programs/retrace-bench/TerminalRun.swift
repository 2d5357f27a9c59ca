import Catalogue
import Platform

/// A program that runs on a separate terminal, for measuring the time until the program prints a
/// string.
final class TerminalRun {
  private let terminal: Int32
  private let child: StartedProcess
  private let arguments: [String]
  private let start: Int64

  private static let patienceMilliseconds: Int32 = 60_000
  /// The pause after which the output counts as complete. No user types faster than this.
  private static let quietMilliseconds: Int32 = 60

  /// Starts the program on a terminal of 100 columns.
  init(_ arguments: [String]) throws {
    self.arguments = arguments
    let ends = try Self.open()
    terminal = ends.own
    var program = ProcessLauncher(arguments[0], Array(arguments.dropFirst()))
    program.descriptors = (0...2).map { (ends.program, $0) }
    program.hasOwnGroup = true
    start = Clock.nanoseconds
    child = try program.start()
    close(ends.program)
  }

  deinit { close(terminal) }

  /// Sets the terminal type and the home folder for the started programs.
  static func prepare(home: String) {
    for (name, value) in [("TERM", "xterm-256color"), ("LANG", "C.UTF-8"), ("HOME", home)] {
      unsafe setenv(name, value, 1)
    }
    for name in ["LC_ALL", "NO_COLOR", "XDG_STATE_HOME", "XDG_CONFIG_HOME"] {
      unsafe unsetenv(name)
    }
  }

  /// Returns the nanoseconds from the start until the program has printed a string.
  func firstTime(_ text: String) throws -> Double {
    try waitFor(text)
    return Double(Clock.nanoseconds - start)
  }

  /// Returns the nanoseconds from sending keys until the program has printed a string.
  func time(_ keys: String, until text: String) throws -> Double {
    try settle()
    let start = Clock.nanoseconds
    try type(keys)
    try waitFor(text)
    return Double(Clock.nanoseconds - start)
  }

  /// Sends keys.
  func type(_ keys: String) throws {
    try FileDescriptor.writeAll(terminal, Array(keys.utf8))
  }

  /// Reads the output until no more output arrives.
  func settle() throws {
    while isReadable(within: Self.quietMilliseconds) {
      if try read().isEmpty { return }
    }
  }

  /// Reads the output until the program ends, and returns the nanoseconds from its start.
  func end() -> Double {
    // Reading fails once no process has the terminal open.
    while let bytes = try? FileDescriptor.read(terminal, atMost: 1 << 16), !bytes.isEmpty {}
    child.wait()
    return Double(Clock.nanoseconds - start)
  }

  private func waitFor(_ text: String) throws {
    let wanted = Array(text.utf8)
    var shown: [UInt8] = []
    while !Self.contains(shown, wanted) {
      shown = Array(shown.suffix(wanted.count - 1))
      guard isReadable(within: Self.patienceMilliseconds) else {
        throw CommandError("failed", "\(arguments[0]) did not show “\(text)”.")
      }
      shown += try read()
    }
  }

  /// Whether bytes contain other bytes. A slow reader would delay the writer, so the bytes are
  /// compared only at occurrences of the first byte.
  private static func contains(_ bytes: [UInt8], _ wanted: [UInt8]) -> Bool {
    guard let first = wanted.first else { return true }
    var rest = bytes[...]
    while let index = rest.firstIndex(of: first) {
      rest = rest[index...]
      if rest.starts(with: wanted) { return true }
      rest = rest.dropFirst()
    }
    return false
  }

  private func isReadable(within milliseconds: Int32) -> Bool {
    var watched = [pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)]
    return FileDescriptor.wait(for: &watched, milliseconds: milliseconds) > 0
  }

  private func read() throws -> [UInt8] {
    try FileDescriptor.read(terminal, atMost: 1 << 16)
  }

  /// Opens a new terminal, and returns the descriptors of its two ends.
  private static func open() throws -> (own: Int32, program: Int32) {
    let own = try FileDescriptor.open("/dev/ptmx", O_RDWR | O_NOCTTY)
    // TIOCSPTLCK and TIOCGPTN are not available in Swift.
    var isLocked: Int32 = 0
    var number: UInt32 = 0
    var size = winsize(ws_row: 40, ws_col: 100, ws_xpixel: 0, ws_ypixel: 0)
    guard unsafe ioctl(own, 0x4004_5431, &isLocked) == 0,
      unsafe ioctl(own, 0x8004_5430, &number) == 0,
      unsafe ioctl(own, UInt(TIOCSWINSZ), &size) == 0
    else { throw Errno.last }
    return (own, try FileDescriptor.open("/dev/pts/\(number)", O_RDWR | O_NOCTTY))
  }
}
