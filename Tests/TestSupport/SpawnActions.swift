internal import Foundation

/// The files with which a program is started.
struct SpawnActions: ~Copyable {
  private var actions = posix_spawn_file_actions_t()

  init() { posix_spawn_file_actions_init(&actions) }

  deinit {
    var actions = actions
    posix_spawn_file_actions_destroy(&actions)
  }

  mutating func open(_ path: String, as descriptor: Int32, _ flags: Int32) {
    posix_spawn_file_actions_addopen(&actions, descriptor, path, flags, 0o600)
  }

  mutating func duplicate(_ descriptor: Int32, as other: Int32) {
    posix_spawn_file_actions_adddup2(&actions, descriptor, other)
  }

  /// Starts a program with no other files and with the default signal handlers.
  ///
  /// - Parameter inOwnSession: Whether the program leads a session and gets the first terminal that
  ///   it opens as its controlling terminal.
  mutating func spawn(
    _ program: String, _ arguments: [String], environment: [String: String],
    inOwnSession: Bool = false
  ) throws -> pid_t {
    try closeInherited()
    // Threads of the test run may block or ignore signals, which the program would inherit.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    // Swift does not import the GNU extension `POSIX_SPAWN_SETSID`.
    let session: Int16 = inOwnSession ? 0x80 : 0
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF) | session)
    var child: pid_t = 0
    let words = CStrings([program] + arguments)
    let variables = CStrings(environment.map { "\($0.key)=\($0.value)" })
    let code = posix_spawn(
      &child, program, &actions, &attributes, words.pointers, variables.pointers)
    guard code == 0 else { throw POSIXError(code) }
    return child
  }

  /// Closes files that other tests open at the same time, because programs would inherit them.
  private mutating func closeInherited() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
    for descriptor in names.compactMap({ Int32($0) }) where descriptor > 2 {
      posix_spawn_file_actions_addclose(&actions, descriptor)
    }
  }
}

/// C strings, which end with a null byte.
private final class CStrings {
  let pointers: [UnsafeMutablePointer<CChar>?]

  init(_ strings: [String]) {
    pointers = strings.map { (string: String) in strdup(string) } + [nil]
  }

  deinit {
    for pointer in pointers { free(pointer) }
  }
}
