import Foundation
import TestSupport

extension ProbeProcess {
  /// Starts the probe of the log.
  convenience init(_ command: String, _ profile: String, _ numbers: Int...) throws {
    try self.init(
      program: "LogProbe", arguments: [command, profile] + numbers.map { "\($0)" })
  }

  /// The last number on a line of its own that is whole.
  static func lastNumber(in output: Data) -> UInt64 {
    wholeLines(in: output).last.flatMap { UInt64($0) } ?? 0
  }
}
