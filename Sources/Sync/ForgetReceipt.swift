internal import BrowserModel
internal import RetraceStore
internal import RetraceTimeline

/// A record that a device has completed a forget request.
struct ForgetReceipt: Equatable, Sendable {
  /// The ``ForgetRequest/id`` of the request.
  var id: [UInt8]
  /// The device's newest event at the time of completion. Later events of the device are not
  /// forgotten on any device.
  var newest: EventID
}
