public import Foundation

/// The result of a program that was run to its end.
///
/// Foundation's `Process` also waits for the descendants of a program, some of which keep running.
public struct Subprocess {
  /// The exit status; 128 and the signal where a signal ended it, as shells say it.
  public let status: Int32
  public let outputBytes: Data
  public let errorBytes: Data

  public var output: String { String(decoding: outputBytes, as: UTF8.self) }
  public var errors: String { String(decoding: errorBytes, as: UTF8.self) }

  /// Runs a program without a terminal.
  ///
  /// - Parameters:
  ///   - folder: Where it runs; where the tests run, if nil.
  ///   - joinsErrors: Whether the output has the errors as well, where they came.
  /// - Throws: A `POSIXError` when it cannot be started.
  public static func run(
    _ program: String, _ arguments: [String], input: Data = Data(),
    environment: [String: String] = ProcessInfo.processInfo.environment, in folder: URL? = nil,
    joinsErrors: Bool = false
  ) throws -> Subprocess {
    // Files instead of pipes, so that nothing must be read while it runs.
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
        // Swift does not see the GNU extension that changes the folder of a new process.
        try actions.spawn(
          "/usr/bin/env", ["--chdir", folder.path, program] + arguments, environment: environment)
      } else {
        try actions.spawn(program, arguments, environment: environment)
      }
    return Subprocess(
      status: try status(of: child), outputBytes: try Data(contentsOf: names[1]),
      errorBytes: try Data(contentsOf: names[2]))
  }

  /// Starts a program without a terminal, whose output goes to a descriptor, and leaves it running.
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

  /// Waits for the end of a child.
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
