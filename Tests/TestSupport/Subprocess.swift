public import Foundation

/// The result of a program that has exited.
///
/// Unlike Foundation's `Process`, this does not wait for descendants of the program, some of which
/// continue to run.
public struct Subprocess {
  /// The exit status. After a signal, it is 128 plus the signal, as in shells.
  public let status: Int32
  public let outputBytes: Data
  public let errorBytes: Data

  public var output: String { String(decoding: outputBytes, as: UTF8.self) }
  public var errors: String { String(decoding: errorBytes, as: UTF8.self) }

  /// Runs a program without a terminal.
  ///
  /// - Parameters:
  ///   - folder: The working directory. Nil: that of the tests.
  ///   - joinsErrors: Whether the output includes the errors in their order.
  /// - Throws: A `POSIXError` if it cannot be started.
  public static func run(
    _ program: String, _ arguments: [String], input: Data = Data(),
    environment: [String: String] = ProcessInfo.processInfo.environment, in folder: URL? = nil,
    joinsErrors: Bool = false
  ) throws -> Subprocess {
    // Uses files rather than pipes, which would have to be read while the program runs.
    let files = try TemporaryFolder()
    let names = ["input", "output", "errors"].map { files.url.appending(path: $0) }
    try input.write(to: names[0])
    var actions = SpawnActions()
    actions.open(names[0].path, as: 0, O_RDONLY)
    actions.open(names[1].path, as: 1, O_WRONLY | O_CREAT)
    actions.open(names[2].path, as: 2, O_WRONLY | O_CREAT)
    if joinsErrors { actions.duplicate(1, as: 2) }
    let child =
      if let folder {
        // Swift does not import the GNU extension that sets the working directory of a new process.
        try actions.spawn(
          "/usr/bin/env", ["--chdir", folder.path, program] + arguments, environment: environment)
      } else {
        try actions.spawn(program, arguments, environment: environment)
      }
    return Subprocess(
      status: try status(of: child), outputBytes: try Data(contentsOf: names[1]),
      errorBytes: try Data(contentsOf: names[2]))
  }

  /// Starts a program without a terminal, redirects its output to a descriptor, and returns while
  /// it is running.
  public static func start(
    _ program: String, _ arguments: [String], output: Int32? = nil,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws -> pid_t {
    var actions = SpawnActions()
    actions.open("/dev/null", as: 0, O_RDONLY)
    if let output {
      actions.duplicate(output, as: 1)
    } else {
      actions.open("/dev/null", as: 1, O_WRONLY)
    }
    actions.open("/dev/null", as: 2, O_WRONLY)
    return try actions.spawn(program, arguments, environment: environment)
  }

  /// Waits for the exit of a child process.
  public static func status(of child: pid_t) throws -> Int32 {
    var result: Int32 = 0
    while waitpid(child, &result, 0) < 0 {
      guard errno == EINTR else { throw POSIXError(errno) }
    }
    let signal = result & 0x7F
    return signal == 0 ? (result >> 8) & 0xFF : 128 + signal
  }
}

extension POSIXError {
  init(_ number: Int32) { self.init(POSIXErrorCode(rawValue: number) ?? .EINVAL) }
}
