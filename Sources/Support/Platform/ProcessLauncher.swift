// The environment of the process is a C variable, and Swift cannot prove that it does not change.
@unsafe @preconcurrency internal import Glibc

/// A program to start, with the environment variables of this process.
package struct ProcessLauncher {
  private let program: String
  private let words: [String]
  /// The descriptors of this process that the program inherits, with the numbers that they have in
  /// the program.
  package var descriptors: [(own: Int32, number: Int32)] = []
  /// The descriptors of the program to connect to the null device.
  package var nullDescriptors: [Int32] = []
  /// The signals to unblock and to reset to their default action. Without this reset, the program
  /// would inherit blocked and ignored signals.
  package var defaultSignals: [Int32] = []
  /// Whether the program runs in a separate process group, so that Ctrl-C affects only this
  /// process.
  package var hasOwnGroup = false

  /// Creates a launcher.
  ///
  /// - Parameters:
  ///   - program: A path, or the name of a program on PATH.
  ///   - name: The name that the program sees as its first argument, or nil for `program`.
  ///   - arguments: The arguments after the name.
  package init(_ program: String, named name: String? = nil, _ arguments: [String]) {
    self.program = program
    words = [name ?? program] + arguments
  }

  /// Starts the program.
  package func start() throws -> StartedProcess {
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
    // The program would inherit the signals that this thread blocks.
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
    guard code == 0 else { throw Errno(rawValue: code) }
    return StartedProcess(identifier: identifier)
  }
}
