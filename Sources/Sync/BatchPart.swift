internal import BrowserModel
internal import RetraceTimeline

/// A part of a batch that is too large for one message.
struct BatchPart: Equatable, Sendable {
  /// The index of the part, starting with 0.
  var index: UInt32
  /// The number of parts.
  var count: UInt32
  /// The bytes of the part, cut from an encoded ``MessageContent/batches(_:)``.
  var bytes: [UInt8]

  /// The maximum number of parts of a batch.
  static let limit: UInt32 = 1 << 16
}
