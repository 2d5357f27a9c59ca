internal import BrowserModel
internal import RetraceEventLog
internal import RetraceStore
internal import RetraceTimeline

/// The progress of an exchange.
package struct SyncProgress: Equatable, Sendable {
  /// The last position of the stream that was read.
  package let position: UInt64
  /// The last known position of the stream.
  package let end: UInt64
  /// The number of batches sent.
  package let sentBatches: Int
  /// The number of batches received from other devices.
  package let receivedBatches: Int
}

extension SyncProgress {
  /// Creates the progress of an exchange.
  init(_ report: SyncReport, at position: UInt64) {
    self.init(
      position: position, end: max(report.end, position), sentBatches: report.sentBatches,
      receivedBatches: report.receivedBatches)
  }
}
