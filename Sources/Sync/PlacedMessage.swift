internal import BrowserModel
internal import RetraceTimeline

/// A message, by where it stands in the stream or was to stand.
struct PlacedMessage: Equatable, Sendable {
  /// Its position.
  var position: UInt64
  /// Its ``StreamHash``.
  var hash: [UInt8]
}
