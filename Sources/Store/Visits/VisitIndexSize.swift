public import EventLog

/// How much room the index of pages takes.
public struct VisitIndexSize: Equatable, Sendable {
  /// How many runs a search looks at.
  public var runCount = 0
  /// The rows of all runs; a page may be in several.
  public var rowCount = 0
  public var byteCount = 0
}

extension Store {
  /// Measures the index.
  public func visitIndexSize() throws(LogFailure) -> VisitIndexSize {
    try log.read { (reader) throws(LogFailure) in
      try withUnsafePointer(to: reader) { (reader) throws(LogFailure) in
        let index = try PageIndex(reader, sound: &soundRuns)
        var size = VisitIndexSize(runCount: index.runs.count)
        for run in index.runs {
          let measured = try index.withRun(run) { ($0.count, $0.byteCount) } ?? (0, 0)
          size.rowCount += measured.0
          size.byteCount += measured.1
        }
        return size
      }
    }
  }
}
