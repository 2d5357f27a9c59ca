internal import BrowserModel
internal import Platform
internal import RetraceEventLog
import RetraceStore
internal import RetraceTimeline

/// What an exchange has done.
package struct SyncReport: Equatable, Sendable {
  /// How many batches of events were sent.
  package var sentBatches = 0
  /// How many batches of events of other devices were received.
  package var receivedBatches = 0
  /// How many messages of the stream were read.
  package var readMessages = 0
  /// The device whose library was compared with the one here and differs; nil if none does.
  package var differing: UInt32?
  /// Whether this device has filled servers again that had lost the stream.
  package var isRefill = false
  /// The last position of the stream, as far as is known.
  var end: UInt64 = 0

  /// Creates a report of nothing.
  package init() {}
}
