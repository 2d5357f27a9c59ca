internal import BrowserModel
internal import RetraceStore
internal import RetraceTimeline

/// A request to forget something that not all devices of a profile have completed, as one of them knows it.
struct PendingForget: Equatable, Sendable {
  /// As ``ForgetRequest/id``.
  let id: [UInt8]
  /// The ``SealedRequest``; empty if it was not found.
  var request: [UInt8] = []
  /// Where that stands in the stream: more than once if whoever told it was interrupted.
  var positions: [UInt64] = []
  /// Whether this device made the request, and has not sent the ``ForgetRequest`` yet.
  var isNew = false
  /// Whether this stream has the ``ForgetRequest``.
  var isTold = false
  /// The devices that have not said that they have done it.
  var waiting: Set<UInt32> = []
  /// Those that say that they have, or have joined since, and their newest event then.
  var done: [UInt32: EventID] = [:]
  /// The newest event of this device when it has done it; nil if it has not.
  var newest: EventID?

  /// As it is known at the beginning of another stream.
  var inAnotherStream: PendingForget {
    var other = self
    other.positions = []
    other.isTold = false
    return other
  }
}
