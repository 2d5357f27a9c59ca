internal import BrowserModel
internal import RetraceEventLog
import RetraceStore

/// What an import did, or would do.
package struct ImportReport: Equatable, Sendable {
  package var counts = ImportCounts()
  /// The first of the problems, each in a sentence.
  package var problems: [String] = []

  /// What the source has, and nothing here has a place for, by kind.
  package var leftOut: [LeftOut: Int] = [:]

  /// So many problems are told one by one.
  package static let toldProblems = 100

  package init() {}

  mutating func add(problem: String) {
    counts.problems += 1
    if problems.count < Self.toldProblems { problems.append(problem) }
  }
}
