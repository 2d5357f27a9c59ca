internal import BrowserModel
internal import EventLog
internal import Store
internal import Timeline

/// How far an exchange is.
public struct SyncProgress: Equatable, Sendable {
  /// The last position of the stream that was read.
  public let position: UInt64
  /// The last position of the stream, as far as is known.
  public let end: UInt64
  /// How many batches were sent.
  public let sentBatches: Int
  /// How many batches of other devices were received.
  public let receivedBatches: Int
}

extension SyncProgress {
  /// How far an exchange is.
  init(_ report: SyncReport, at position: UInt64) {
    self.init(
      position: position, end: max(report.end, position), sentBatches: report.sentBatches,
      receivedBatches: report.receivedBatches)
  }
}
