internal import BrowserModel
internal import RetraceTimeline

/// A part of a batch that is too large for one message.
struct BatchPart: Equatable, Sendable {
  /// Its place among the parts: 0, 1, 2 …
  var index: UInt32
  /// How many parts there are.
  var count: UInt32
  /// Its share of the bytes of a ``MessageContent/batches(_:)``.
  var bytes: [UInt8]

  /// How many parts a batch has at most.
  static let limit: UInt32 = 1 << 16
}
