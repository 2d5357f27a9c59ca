// The environment of the process is a C variable, which Swift cannot prove to be still.
@preconcurrency import Glibc

/// A shell line that runs beside this process and reads what it is sent.
struct ChildProcess {
  let input: Descriptor
  private let identifier: pid_t

  init(shellLine: String) throws(SystemError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      throw SystemError(code: errno, operation: "pipe", path: shellLine)
    }
    _ = fcntl(ends[1], F_SETFD, FD_CLOEXEC)
    defer { _ = close(ends[0]) }
    var identifier: pid_t = 0
    let code = ChildProcess.spawn(shellLine, reading: ends[0], identifier: &identifier)
    guard code == 0 else {
      _ = close(ends[1])
      throw SystemError(code: code, operation: "start", path: shellLine)
    }
    self.identifier = identifier
    input = Descriptor(ends[1], name: shellLine)
  }

  /// Closes what it reads and waits for its end.
  ///
  /// Meanwhile Ctrl-C and Ctrl-\ are for the child alone, as in `system(3)`.
  func wait() {
    let interrupt = signal(SIGINT, SIG_IGN)
    let quit = signal(SIGQUIT, SIG_IGN)
    input.close()
    var status: Int32 = 0
    while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
    _ = signal(SIGINT, interrupt)
    _ = signal(SIGQUIT, quit)
  }

  private static func spawn(
    _ shellLine: String, reading end: Int32, identifier: inout pid_t
  ) -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, end, 0)
    posix_spawn_file_actions_addclose(&actions, end)

    // Signals that this process ignores would stay ignored in the pager.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var defaults = sigset_t()
    sigemptyset(&defaults)
    for number in [SIGPIPE, SIGINT, SIGQUIT] { sigaddset(&defaults, number) }
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))

    var arguments = ["sh", "-c", shellLine].map { (word: String) in strdup(word) } + [nil]
    defer { for argument in arguments { free(argument) } }
    return posix_spawn(&identifier, "/bin/sh", &actions, &attributes, &arguments, environ)
  }
}
