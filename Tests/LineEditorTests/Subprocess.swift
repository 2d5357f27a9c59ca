import Foundation
import Testing

/// Runs a program to its end.
///
/// Foundation's `Process` waits for the descendants of a program as well, and a tmux server lives
/// on.
enum Subprocess {
  /// Writes what the program prints into the file `output` and tells its exit status.
  static func run(
    _ program: String, _ arguments: [String], environment: [String: String], output: String
  ) throws -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    // Threads of the test run may block signals, which programs would inherit.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var noSignals = sigset_t()
    sigemptyset(&noSignals)
    posix_spawnattr_setsigmask(&attributes, &noSignals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var child: pid_t = 0
    let words = CStrings([program] + arguments)
    let variables = CStrings(environment.map { "\($0.key)=\($0.value)" })
    let status = posix_spawn(
      &child, program, &actions, &attributes, words.pointers, variables.pointers)
    try #require(status == 0)
    var result: Int32 = 0
    while waitpid(child, &result, 0) < 0 { try #require(errno == EINTR) }
    return result
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
