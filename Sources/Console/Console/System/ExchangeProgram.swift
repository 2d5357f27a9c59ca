// The environment of the process is a C variable, which Swift cannot prove to be still.
@preconcurrency import Glibc

/// The program `retrace-exchange`, which knows other programs' formats, while it works for the console.
///
/// It has standard output and standard error of the console. A sentence about why it failed it writes to
/// descriptor 3.
struct ExchangeProgram {
  static let name = "retrace-exchange"
  /// The descriptor on which the program says why it failed.
  static let failureDescriptor: Int32 = 3

  private let identifier: pid_t
  private let failure: Descriptor

  /// Starts it: the one beside the program of this process, else the one on PATH.
  init(_ arguments: [String]) throws(CommandFailure) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      throw CommandFailure(SystemError(code: errno, operation: "pipe", path: Self.name))
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { _ = close(ends[1]) }
    var identifier: pid_t = 0
    PassedSignals.begin()
    let code = Self.spawn(arguments, failingTo: ends[1], identifier: &identifier)
    guard code == 0 else {
      PassedSignals.end()
      _ = close(ends[0])
      throw Self.failure(code)
    }
    PassedSignals.pass(to: identifier)
    self.identifier = identifier
    failure = Descriptor(ends[0], name: Self.name)
  }

  private static func failure(_ code: Int32) -> CommandFailure {
    guard code == ENOENT else {
      return CommandFailure(SystemError(code: code, operation: "start", path: name))
    }
    return CommandFailure(
      "notInstalled",
      "The program \(name), which knows other programs' files, is neither beside retrace nor on PATH."
    )
  }

  /// Waits for its end.
  ///
  /// Meanwhile Ctrl-C and Ctrl-\ are for it alone, as in `system(3)`, and whatever asks this process to end
  /// asks it, too: this one ends once that has put all in order.
  ///
  /// - Throws: What it says that went wrong.
  func wait() throws(CommandFailure) {
    let quit = signal(SIGQUIT, SIG_IGN)
    let message = message()
    var status: Int32 = 0
    while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
    _ = signal(SIGQUIT, quit)
    PassedSignals.end()
    let signalNumber = status & 0x7F
    if signalNumber == SIGINT { throw .interrupted }
    guard signalNumber == 0 else {
      throw CommandFailure("exchange", "\(Self.name) was ended by signal \(signalNumber).")
    }
    let code = status >> 8 & 0xFF
    guard code != 0 else { return }
    throw CommandFailure(
      "exchange", message.isEmpty ? "\(Self.name) ended with status \(code)." : message,
      status: ExitStatus(rawValue: code) ?? .failed)
  }

  /// What it says until it ends, or closes its descriptor.
  private func message() -> String {
    defer { failure.close() }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 4_096)
    while true {
      let count = read(failure.number, &block, block.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
      bytes += block[..<count]
    }
  }

  private static func spawn(
    _ arguments: [String], failingTo end: Int32, identifier: inout pid_t
  ) -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, end, failureDescriptor)

    // Signals that this process ignores would stay ignored.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var defaults = sigset_t()
    sigemptyset(&defaults)
    for number in [SIGPIPE, SIGINT, SIGQUIT, SIGTERM] { sigaddset(&defaults, number) }
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))

    var words = ([name] + arguments).map { (word: String) in strdup(word) } + [nil]
    defer { for word in words { free(word) } }
    if let path = pathBesideThis, access(path, X_OK) == 0 {
      return posix_spawn(&identifier, path, &actions, &attributes, &words, environ)
    }
    return posix_spawnp(&identifier, name, &actions, &attributes, &words, environ)
  }

  private static var pathBesideThis: String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    guard count > 0 else { return nil }
    let path = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard let slash = path.lastIndex(of: "/") else { return nil }
    return "\(path[...slash])\(name)"
  }
}
