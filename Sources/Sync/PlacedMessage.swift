internal import BrowserModel
internal import RetraceTimeline

/// A message, identified by its actual or intended position.
struct PlacedMessage: Equatable, Sendable {
  /// Its position.
  var position: UInt64
  /// Its ``StreamHash``.
  var hash: [UInt8]
}
