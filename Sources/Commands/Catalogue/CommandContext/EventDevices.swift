internal import BrowserModel
internal import CommandKit
internal import RetraceEventLog
internal import RetraceStore
internal import RetraceTimeline

/// The devices related to an event, by name.
struct EventDevices {
  /// The device that wrote the event, or nil for this one.
  var writer: SafeText?
  /// The device on which it began, if it differs from the writer: a tab was taken over or sent.
  var origin: SafeText?
  /// The device to which something was sent.
  var recipient: SafeText?
  /// Whether it gave a device another name that had joined before.
  var isRename = false
}
