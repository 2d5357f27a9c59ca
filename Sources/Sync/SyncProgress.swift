internal import BrowserModel
internal import RetraceEventLog
internal import RetraceStore
internal import RetraceTimeline

/// How far an exchange is.
package struct SyncProgress: Equatable, Sendable {
  /// The last position of the stream that was read.
  package let position: UInt64
  /// The last position of the stream, as far as is known.
  package let end: UInt64
  /// How many batches were sent.
  package let sentBatches: Int
  /// How many batches of other devices were received.
  package let receivedBatches: Int
}

extension SyncProgress {
  /// How far an exchange is.
  init(_ report: SyncReport, at position: UInt64) {
    self.init(
      position: position, end: max(report.end, position), sentBatches: report.sentBatches,
      receivedBatches: report.receivedBatches)
  }
}
