import Foundation
import TestSupport

extension ProbeProcess {
  /// Starts the log's probe.
  convenience init(_ command: String, _ profile: String, _ numbers: Int...) throws {
    try self.init(
      program: "LogProbe", arguments: [command, profile] + numbers.map { "\($0)" })
  }

  /// The number in the last complete line.
  static func lastNumber(in output: Data) -> UInt64 {
    wholeLines(in: output).last.flatMap { UInt64($0) } ?? 0
  }
}
