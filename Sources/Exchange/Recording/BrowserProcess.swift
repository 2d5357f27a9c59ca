// The environment of the process is a C variable, which Swift cannot prove to be still.

@preconcurrency import Glibc
internal import Synchronization

/// A browser that was started here, and that does not outlive this value.
final class BrowserProcess {
  /// How a browser ended.
  enum End: Equatable {
    case status(Int32)
    case signal(Int32)
  }

  let identifier: pid_t
  private(set) var end: End?

  /// Starts a program that is found on PATH, or stands at a path.
  ///
  /// - Parameter descriptors: Those of this process that it gets, beside the number that each has there.
  init(
    _ program: String, _ arguments: [String],
    giving descriptors: [(own: Int32, number: Int32)] = []
  ) throws {
    var identifier: pid_t = 0
    let code = Self.spawn(program, arguments, descriptors, &identifier)
    guard code == 0 else { throw Self.failure(program, code) }
    self.identifier = identifier
  }

  deinit {
    // A process that was waited for has given its number back.
    if end == nil { terminate() }
    wait()
  }

  /// Waits for its end, which comes by itself once it was asked for.
  @discardableResult
  func wait() -> End {
    if let end { return end }
    var status: Int32 = 0
    while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
    return note(status)
  }

  /// Whether it has ended. Nothing is waited for.
  func hasEnded() -> Bool {
    if end != nil { return true }
    var status: Int32 = 0
    guard waitpid(identifier, &status, WNOHANG) == identifier else { return false }
    note(status)
    return true
  }

  @discardableResult
  private func note(_ status: Int32) -> End {
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

  private static func spawn(
    _ program: String, _ arguments: [String], _ descriptors: [(own: Int32, number: Int32)],
    _ identifier: inout pid_t
  ) -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (own, number) in descriptors { posix_spawn_file_actions_adddup2(&actions, own, number) }
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

/// How a browser is started.
public struct BrowserLaunch: Sendable {
  public var kind: BrowserKind
  /// The program, on PATH or with its path.
  public var program: String
  /// The folder of its profile; nil: one that is made for it and goes with it.
  public var profile: String?
  /// Whether it shows no window.
  public var isHeadless = false
  /// What it opens first.
  public var urls: [String] = []
  /// Whether the recording before ended with a crash: what the browser had then is to come again.
  var followsCrash = false

  public init(_ kind: BrowserKind) {
    self.kind = kind
    program = kind.program
  }

  /// Starts it, and waits until it can be asked.
  ///
  /// - Parameters:
  ///   - restored: Windows that it opens, in a fresh profile. Their addresses are in the model's words.
  ///   - stop: A descriptor that can be read once somebody asked to stop, or −1.
  func start(restoring restored: PortableSession? = nil, stop: Int32 = -1) throws
    -> any RecordedBrowser
  {
    switch kind {
    case .chromium: try Chromium(self, restoring: restored, stop: stop)
    case .firefox: try Firefox(self, restoring: restored, stop: stop)
    }
  }
}

/// Ctrl-C, and whatever else asks the process to end, as something to wait for.
public enum StopSignals {
  private static let writing = Atomic<Int32>(-1)

  /// Catches them from now on.
  ///
  /// - Returns: A descriptor that can be read once one came; −1 where none can be made.
  public static func catchAll() -> Int32 {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return -1 }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    writing.store(ends[1], ordering: .releasing)
    for number in [SIGINT, SIGTERM] { signal(number) { _ in StopSignals.note() } }
    // `nohup` has it ignored, so that the end of the terminal ends nothing.
    let hangUp = signal(SIGHUP) { _ in StopSignals.note() }
    if Self.isIgnoring(hangUp) { signal(SIGHUP, SIG_IGN) }
    return ends[0]
  }

  private static func isIgnoring(_ handler: __sighandler_t?) -> Bool {
    unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// Called by signal handlers: only atomics and `write`.
  private static func note() {
    let savedError = errno
    var byte: UInt8 = 0
    write(writing.load(ordering: .acquiring), &byte, 1)
    errno = savedError
  }
}
