public import FoundationEssentials
public import RetraceSessions
public import RetraceStore

extension Store {
  /// Returns the state of the store's branch at a time, like `session(asOf:)` with milliseconds.
  ///
  /// - Throws: `LogError` if the log cannot be read.
  /// - Complexity: O(events since that time), plus the complexity of `session(at:)`
  public func session(asOf date: Date) throws -> Session {
    try session(asOf: Int64((date.timeIntervalSince1970 * 1_000).rounded(.down)))
  }
}
