import Foundation
import Testing

/// What a run of the program came to.
struct RetraceProcess {
  let status: Int32
  let output: String
  let errors: String

  /// Built beside the tests.
  static let executable = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent().appending(path: "retrace")

  /// A clock that begins with 2026 and goes on by a second an action.
  static let clock = ["--clock", "2026-01-01T00:00:00Z+1s"]

  /// Runs it to its end, without a terminal, in UTC and without a home.
  ///
  /// - Parameter joinsErrors: Whether the output has the errors as well, where they came.
  static func run(
    _ arguments: [String], input: String = "", environment: [String: String] = [:],
    in folder: URL? = nil, joinsErrors: Bool = false
  ) throws -> RetraceProcess {
    try run(
      arguments, input: Data(input.utf8), environment: environment, in: folder,
      joinsErrors: joinsErrors)
  }

  static func run(
    _ arguments: [String], input: Data, environment: [String: String] = [:],
    in folder: URL? = nil, joinsErrors: Bool = false
  ) throws -> RetraceProcess {
    // Files, not pipes: nothing has to be read while it runs.
    try withTemporaryFolder { files in
      let names = ["input", "output", "errors"].map { files.appending(path: $0) }
      try input.write(to: names[0])
      try Data().write(to: names[1])
      try Data().write(to: names[2])
      let process = Process()
      process.executableURL = executable
      process.arguments = arguments
      process.environment = ["TZ": "UTC"].merging(environment) { $1 }
      process.currentDirectoryURL = folder ?? files
      process.standardInput = try FileHandle(forReadingFrom: names[0])
      let output = try FileHandle(forWritingTo: names[1])
      process.standardOutput = output
      process.standardError = joinsErrors ? output : try FileHandle(forWritingTo: names[2])
      try process.run()
      process.waitUntilExit()
      return RetraceProcess(
        status: process.terminationStatus,
        output: String(decoding: try Data(contentsOf: names[1]), as: UTF8.self),
        errors: String(decoding: try Data(contentsOf: names[2]), as: UTF8.self))
    }
  }

  /// Runs lines in memory under the fixed clock.
  static func lines(_ lines: String..., options: [String] = []) throws -> RetraceProcess {
    try run(
      ["--memory"] + clock + options,
      input: lines.map { $0 + "\n" }.joined())
  }
}
