internal import BrowserModel
internal import CommandKit
internal import RetraceEventLog
internal import RetraceStore
internal import RetraceTimeline

/// The devices related to an event, by name.
struct EventDevices {
  /// The device that wrote the event, or nil for this one.
  var writer: SafeText?
  /// The device on which it began, if it differs from the writer because a tab was received.
  var origin: SafeText?
  /// The device to which a page was sent.
  var recipient: SafeText?
  /// Whether the event renamed a device that had already joined.
  var isRename = false
}
