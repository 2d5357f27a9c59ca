// The environment of the process is a C variable, which Swift cannot prove to be still.
@preconcurrency import Glibc

/// A browser that was started with a debugging pipe: it reads commands from its descriptor 3 and writes
/// what it has to say to its descriptor 4. It ends when the pipe is closed.
final class BrowserProcess {
  /// How a browser ended.
  enum End: Equatable {
    case status(Int32)
    case signal(Int32)
  }

  let identifier: pid_t
  /// Where its commands are written to.
  let commands: Int32
  /// Where its answers are read from.
  let answers: Int32
  private(set) var end: End?

  /// Starts a program that is found on PATH, or stands at a path.
  init(_ program: String, _ arguments: [String]) throws {
    let toBrowser = try Self.makePipe()
    let fromBrowser = try Self.makePipe()
    defer {
      close(toBrowser.reading)
      close(fromBrowser.writing)
    }
    var identifier: pid_t = 0
    let code = Self.spawn(
      program, arguments, reading: toBrowser.reading, writing: fromBrowser.writing, &identifier)
    guard code == 0 else {
      close(toBrowser.writing)
      close(fromBrowser.reading)
      throw Self.failure(program, code)
    }
    self.identifier = identifier
    commands = toBrowser.writing
    answers = fromBrowser.reading
  }

  deinit {
    close(commands)
    close(answers)
    // A process that was waited for has given its number back.
    if end == nil { terminate() }
    _ = wait()
  }

  /// Waits for its end, which comes by itself once it was asked for or the pipe is closed.
  func wait() -> End {
    if let end { return end }
    var status: Int32 = 0
    while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7F
    let end: End = signal == 0 ? .status(status >> 8 & 0xFF) : .signal(signal)
    self.end = end
    return end
  }

  func terminate() { kill(identifier, SIGKILL) }

  private static func failure(_ program: String, _ code: Int32) -> BrowserFailure {
    if code == ENOENT { return BrowserFailure("The browser “\(program)” is not installed.") }
    return BrowserFailure(
      "The browser “\(program)” cannot be started: \(String(cString: strerror(code))).")
  }

  /// Both ends stand high: those that the browser gets are put onto 3 and 4, and none may be there.
  private static func makePipe() throws -> (reading: Int32, writing: Int32) {
    var low: [Int32] = [-1, -1]
    guard pipe(&low) == 0 else {
      throw BrowserFailure("No pipe can be made: \(String(cString: strerror(errno))).")
    }
    let high = low.map { fcntl($0, F_DUPFD_CLOEXEC, 20) }
    for end in low { close(end) }
    return (high[0], high[1])
  }

  private static func spawn(
    _ program: String, _ arguments: [String], reading: Int32, writing: Int32,
    _ identifier: inout pid_t
  ) -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, reading, 3)
    posix_spawn_file_actions_adddup2(&actions, writing, 4)
    // What a browser has to say to developers is nothing for a person's terminal.
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)

    // A process group of its own: Ctrl-C is for this process, which then closes the browser in order.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var defaults = sigset_t()
    sigemptyset(&defaults)
    for number in [SIGPIPE, SIGINT, SIGQUIT, SIGTERM, SIGHUP] { sigaddset(&defaults, number) }
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETPGROUP))

    var words = ([program] + arguments).map { (word: String) in strdup(word) } + [nil]
    defer { for word in words { free(word) } }
    return posix_spawnp(&identifier, program, &actions, &attributes, &words, environ)
  }
}
