internal import BrowserModel
internal import RetraceEventLog
import RetraceStore

/// The result of an import, or of a dry run.
package struct ImportReport: Equatable, Sendable {
  package var counts = ImportCounts()
  /// Sentences about the first problems.
  package var problems: [String] = []

  /// The number of items of each kind that Retrace does not support.
  package var leftOut: [ImportOmission: Int] = [:]

  /// The maximum number of problems that are described.
  package static let listedProblems = 100

  package init() {}

  mutating func add(problem: String) {
    counts.problems += 1
    if problems.count < Self.listedProblems { problems.append(problem) }
  }
}
