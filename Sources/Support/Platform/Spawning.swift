// The environment of the process is a C variable, which Swift cannot prove to be still.
@unsafe @preconcurrency package import Glibc

/// A program that is to be started, with the variables of this process.
package struct Spawning {
  private let program: String
  private let words: [String]
  /// The descriptors of this process that it gets, beside the number that each has there.
  package var descriptors: [(own: Int32, number: Int32)] = []
  /// Its descriptors that read nothing, and write nowhere.
  package var nullDescriptors: [Int32] = []
  /// Signals that get their default meaning back and are not blocked. The program would inherit both.
  package var defaultSignals: [Int32] = []
  /// Whether it gets a process group of its own, so that Ctrl-C is for this process.
  package var hasOwnGroup = false

  /// - Parameters:
  ///   - program: A path, or the name of a program that is on PATH.
  ///   - name: How the program is called towards itself; nil: as here.
  ///   - arguments: What stands behind the name.
  package init(_ program: String, named name: String? = nil, _ arguments: [String]) {
    self.program = program
    words = [name ?? program] + arguments
  }

  /// Starts it.
  package func start() throws(SystemCode) -> StartedProcess {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    for (own, number) in descriptors {
      unsafe posix_spawn_file_actions_adddup2(&actions, own, number)
    }
    for number in nullDescriptors {
      unsafe posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0)
    }
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    var defaults = sigset_t()
    unsafe sigemptyset(&defaults)
    // A thread that blocks these signals would pass the block on.
    var mask = sigset_t()
    unsafe pthread_sigmask(SIG_BLOCK, nil, &mask)
    for number in defaultSignals {
      unsafe sigaddset(&defaults, number)
      unsafe sigdelset(&mask, number)
    }
    unsafe posix_spawnattr_setsigdefault(&attributes, &defaults)
    unsafe posix_spawnattr_setsigmask(&attributes, &mask)
    unsafe posix_spawnattr_setpgroup(&attributes, 0)
    let group = hasOwnGroup ? POSIX_SPAWN_SETPGROUP : 0
    unsafe posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | group))

    var argv = unsafe words.map { (word: String) in unsafe strdup(word) } + [nil]
    defer { for index in unsafe argv.indices { unsafe free(argv[index]) } }
    var identifier: pid_t = 0
    let code = unsafe posix_spawnp(&identifier, program, &actions, &attributes, &argv, environ)
    guard code == 0 else { throw SystemCode(rawValue: code) }
    return StartedProcess(identifier: identifier)
  }
}

/// A process that was started here and has to be waited for once.
package struct StartedProcess: Sendable {
  package let identifier: pid_t

  /// How a process ended.
  package enum End: Equatable, Sendable {
    case status(Int32)
    case signal(Int32)

    fileprivate init(_ status: Int32) {
      let signal = status & 0x7F
      self = signal == 0 ? .status(status >> 8 & 0xFF) : .signal(signal)
    }
  }

  /// Waits for its end.
  @discardableResult
  package func wait() -> End {
    var status: Int32 = 0
    while unsafe waitpid(identifier, &status, 0) < 0, errno == EINTR {}
    return End(status)
  }

  /// Waits for its end and leaves its number taken, so that signals to its process group reach no other one.
  package func waitWithoutReaping() {
    var information = unsafe siginfo_t()
    while unsafe waitid(P_PID, id_t(identifier), &information, WEXITED | WNOWAIT) != 0,
      errno == EINTR
    {}
  }

  /// Whether it has ended; its number stays taken.
  package var hasEnded: Bool {
    var information = unsafe siginfo_t()
    let code = unsafe waitid(P_PID, id_t(identifier), &information, WEXITED | WNOWAIT | WNOHANG)
    return unsafe code == 0 && information.si_signo == SIGCHLD
  }

  /// How it ended; nil while it has not, and nothing is waited for.
  package func endIfAny() -> End? {
    var status: Int32 = 0
    guard unsafe waitpid(identifier, &status, WNOHANG) == identifier else { return nil }
    return End(status)
  }
}
