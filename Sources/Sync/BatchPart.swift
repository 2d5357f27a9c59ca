internal import BrowserModel
internal import RetraceTimeline

/// A part of a batch that is too large for one message.
struct BatchPart: Equatable, Sendable {
  /// The index of the part: 0, 1, 2 …
  var index: UInt32
  /// The number of parts.
  var count: UInt32
  /// The part's share of the bytes of a ``MessageContent/batches(_:)``.
  var bytes: [UInt8]

  /// The largest number of parts of a batch.
  static let limit: UInt32 = 1 << 16
}
