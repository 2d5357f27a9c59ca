// The environment of the process is a C variable, which Swift cannot prove to be still.
@preconcurrency import Glibc

/// Whole runs of other programs.
enum ChildRun {
  /// How long a program takes from its start until its end was seen, in nanoseconds.
  ///
  /// - Parameter input: A file that goes to its standard input through a pipe; nil: `/dev/null`.
  static func time(
    _ arguments: [String], input: String? = nil
  ) throws(BenchFailure) -> Double {
    let start = Clock.nanoseconds
    if let input {
      try runPiped(arguments, input)
    } else {
      let null = open("/dev/null", O_RDWR | O_CLOEXEC)
      defer { close(null) }
      try wait(try launch(arguments, input: null, output: null), arguments)
    }
    return Double(Clock.nanoseconds - start)
  }

  /// How long a program takes, whatever it ends with.
  ///
  /// - Returns: Nanoseconds, and whether it ended with status 0.
  static func attempt(
    _ arguments: [String]
  ) throws(BenchFailure) -> (nanoseconds: Double, isDone: Bool) {
    let start = Clock.nanoseconds
    let null = open("/dev/null", O_RDWR | O_CLOEXEC)
    defer { close(null) }
    let child = try launch(arguments, input: null, output: null)
    let status = ended(child)
    return (Double(Clock.nanoseconds - start), status == 0)
  }

  private static func runPiped(_ arguments: [String], _ file: String) throws(BenchFailure) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw .system("make", "a pipe") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let null = open("/dev/null", O_RDWR | O_CLOEXEC)
    let source = open(file, O_RDONLY | O_CLOEXEC)
    defer { close(null) }
    let feeder = try launch(["/bin/cat"], input: source, output: ends[1])
    close(source)
    close(ends[1])
    let program = try launch(arguments, input: ends[0], output: null)
    close(ends[0])
    try wait(program, arguments)
    try wait(feeder, ["cat"])
  }

  /// A program that goes on, with its standard input and output.
  struct Ends {
    let child: pid_t
    let input: UnsafeMutablePointer<FILE>
    let output: UnsafeMutablePointer<FILE>
  }

  /// Starts a program and leaves it running; nil where it cannot be started.
  static func start(_ arguments: [String]) -> Ends? {
    var (input, output): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
    guard pipe(&input) == 0, pipe(&output) == 0 else { return nil }
    for end in input + output { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    // The caller says which program could not be started.
    let child = try? launch(arguments, input: input[0], output: output[1])
    close(input[0])
    close(output[1])
    guard let child, let writer = fdopen(input[1], "w"), let reader = fdopen(output[0], "r") else {
      return nil
    }
    return Ends(child: child, input: writer, output: reader)
  }

  private static func launch(
    _ arguments: [String], input: Int32, output: Int32
  ) throws(BenchFailure) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, 0)
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    var words = arguments.map { (word: String) in strdup(word) } + [nil]
    defer { for word in words { free(word) } }
    var child: pid_t = 0
    guard posix_spawnp(&child, arguments[0], &actions, nil, &words, environ) == 0 else {
      throw BenchFailure(message: "Cannot start \(arguments[0]).")
    }
    return child
  }

  private static func wait(_ child: pid_t, _ arguments: [String]) throws(BenchFailure) {
    let status = ended(child)
    guard status == 0 else {
      throw BenchFailure(message: "\(arguments.joined(separator: " ")) ended with \(status).")
    }
  }

  /// Waits for the end of a program, and gives the status of it.
  private static func ended(_ child: pid_t) -> Int32 {
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    return status
  }
}
