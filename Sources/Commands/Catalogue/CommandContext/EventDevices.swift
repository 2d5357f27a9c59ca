internal import BrowserModel
internal import CommandKit
internal import RetraceEventLog
internal import RetraceStore
internal import RetraceTimeline

/// The devices related to an event, by name.
struct EventDevices {
  /// The device that wrote the event, or nil for this device.
  var writer: SafeText?
  /// The device from which a received tab came, or nil if it is the writer.
  var origin: SafeText?
  /// The device to which a page was sent.
  var recipient: SafeText?
  /// Whether the event renamed a device that had already joined.
  var isRename = false
}
