internal import BrowserModel
internal import EventLog
import Store

/// What an import did, or would do.
public struct ImportReport: Equatable, Sendable {
  public var counts = ImportCounts()
  /// The first of the problems, each in a sentence.
  public var problems: [String] = []

  /// What the source has, and nothing here has a place for, by kind.
  public var leftOut: [LeftOut: Int] = [:]

  /// So many problems are told one by one.
  public static let toldProblems = 100

  public init() {}

  mutating func add(problem: String) {
    counts.problems += 1
    if problems.count < Self.toldProblems { problems.append(problem) }
  }
}
