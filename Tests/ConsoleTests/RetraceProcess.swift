import Foundation
import TestSupport

/// Runs of the program.
enum RetraceProcess {
  static let executable = URL.builtProgram("retrace")

  /// The options for a clock that begins in 2026 and advances by a second with each action.
  static let clock = ["--clock", "2026-01-01T00:00:00Z+1s"]

  /// Runs the program to its end, without a terminal, in UTC and without a home folder.
  ///
  /// - Parameters:
  ///   - folder: The working folder, or nil for an empty folder.
  ///   - joinsErrors: Whether standard error is written to the output as well.
  static func run(
    _ arguments: [String], input: String = "", environment: [String: String] = [:],
    in folder: URL? = nil, joinsErrors: Bool = false
  ) throws -> Subprocess {
    try run(
      arguments, input: Data(input.utf8), environment: environment, in: folder,
      joinsErrors: joinsErrors)
  }

  static func run(
    _ arguments: [String], input: Data, environment: [String: String] = [:],
    in folder: URL? = nil, joinsErrors: Bool = false
  ) throws -> Subprocess {
    let empty = try TemporaryFolder()
    return try Subprocess.run(
      executable.path, arguments, input: input,
      environment: ["TZ": "UTC"].merging(environment) { $1 }, in: folder ?? empty.url,
      joinsErrors: joinsErrors)
  }

  /// Runs lines in memory with the fixed clock.
  static func lines(_ lines: String..., options: [String] = []) throws -> Subprocess {
    try run(
      ["--memory"] + clock + options,
      input: lines.map { $0 + "\n" }.joined())
  }
}
