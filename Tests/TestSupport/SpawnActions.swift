internal import Foundation

/// The files that a program is started with.
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

  /// Starts a program that has no other files, and answers all signals as is the default.
  ///
  /// - Parameter inOwnSession: Whether it leads a session, and the first terminal that it opens is its
  ///   own.
  mutating func spawn(
    _ program: String, _ arguments: [String], environment: [String: String],
    inOwnSession: Bool = false
  ) throws -> pid_t {
    try closeInherited()
    // Threads of the test run may block or ignore signals, which programs would inherit.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    // Swift does not see the GNU extension POSIX_SPAWN_SETSID.
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

  /// Other tests open files at the same time, which programs would inherit.
  private mutating func closeInherited() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
    for descriptor in names.compactMap({ Int32($0) }) where descriptor > 2 {
      posix_spawn_file_actions_addclose(&actions, descriptor)
    }
  }
}

/// Strings as C wants them, with a null at the end.
private final class CStrings {
  let pointers: [UnsafeMutablePointer<CChar>?]

  init(_ strings: [String]) {
    pointers = strings.map { (string: String) in strdup(string) } + [nil]
  }

  deinit {
    for pointer in pointers { free(pointer) }
  }
}
