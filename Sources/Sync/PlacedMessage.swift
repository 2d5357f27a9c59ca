internal import BrowserModel
internal import RetraceTimeline

/// A message, identified by its actual or intended position.
struct PlacedMessage: Equatable, Sendable {
  /// The position of the message.
  var position: UInt64
  /// The ``StreamHash`` of the message.
  var hash: [UInt8]
}
