public import BrowserModel
internal import Platform
internal import RetraceEventLog
internal import RetraceTimeline

/// What became different in the durable state since somebody looked last.
public struct StoreChange: Sendable {
  /// What was written, oldest first. Where very much was, only the newest
  /// ``commitLimit`` are listed.
  public let commits: [CommitSummary]
  /// The state before it, as it was told last.
  public let former: ProfileState
  /// What differs between ``former`` and ``state``. It can be empty, as where something was done
  /// and undone.
  public let changes: [Change]
  /// The state after all of it.
  public let state: ProfileState

  /// The newest event: what ``Store/acknowledge(_:through:)`` takes.
  public var sequence: EventID { state.browser.sequence }

  /// The number of commits that are listed at most: 1,000.
  public static let commitLimit = 1_000
}
