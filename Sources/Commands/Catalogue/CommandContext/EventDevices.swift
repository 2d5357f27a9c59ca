internal import BrowserModel
internal import CommandKit
internal import RetraceEventLog
internal import RetraceStore
internal import RetraceTimeline

/// The devices related to an event, by name.
struct EventDevices {
  /// The one that wrote it, or nil for this one.
  var writer: SafeText?
  /// The one on which it began, where that is another than the one that wrote it: a tab was taken
  /// over or sent.
  var origin: SafeText?
  /// The one that something was sent to.
  var recipient: SafeText?
  /// Whether it gave a device another name that had joined before.
  var isRename = false
}
