public import BrowserModel
internal import Platform
internal import RetraceEventLog
internal import RetraceTimeline

/// The changes of the durable state since the last observation.
public struct StoreChange: Sendable {
  /// The written batches, oldest first. If there are more than ``commitLimit`` batches, only the
  /// newest batches are listed.
  public let commits: [CommitSummary]
  /// The batches that were written on other branches of this device, oldest first and at most
  /// ``commitLimit``. They do not change ``state``.
  public let elsewhere: [CommitSummary]
  /// The previously reported state.
  public let former: ProfileState
  /// The differences between ``former`` and ``state``. The array may be empty, for example after an
  /// action and its undo.
  public let changes: [Change]
  /// The resulting state.
  public let state: ProfileState

  /// The newest event, to pass to ``Store/acknowledge(_:through:)``.
  public var sequence: EventID { state.browser.sequence }

  /// The maximum number of commits in each list: 1,000.
  public static let commitLimit = 1_000
}
