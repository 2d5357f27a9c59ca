internal import BrowserModel
internal import RetraceStore
internal import RetraceTimeline

/// That a device has forgotten something.
struct ForgetReceipt: Equatable, Sendable {
  /// As ``ForgetRequest/id``.
  var id: [UInt8]
  /// Its newest event then: what came later stays on all devices.
  var newest: EventID
}
