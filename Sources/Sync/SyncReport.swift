internal import BrowserModel
internal import Platform
internal import RetraceEventLog
import RetraceStore
internal import RetraceTimeline

/// The result of an exchange.
package struct SyncReport: Equatable, Sendable {
  /// The number of batches of events sent.
  package var sentBatches = 0
  /// The number of batches of events received from other devices.
  package var receivedBatches = 0
  /// The number of messages read from the stream.
  package var readMessages = 0
  /// The device whose library was compared with the library of this device and differs, or nil if
  /// no such device is known.
  package var differing: UInt32?
  /// Whether this device refilled servers that had lost the stream.
  package var isRefill = false
  /// The last known position of the stream.
  var end: UInt64 = 0

  /// Creates an empty report.
  package init() {}
}
