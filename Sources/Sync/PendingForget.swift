internal import BrowserModel
internal import RetraceStore
internal import RetraceTimeline

/// The progress of a forget request that not all devices of a profile have completed, as known to
/// one device.
struct PendingForget: Equatable, Sendable {
  /// The ``ForgetRequest/id``.
  let id: [UInt8]
  /// The ``SealedRequest``, or an empty array if it was not found.
  var request: [UInt8] = []
  /// The positions of the sealed request in the stream. There are several positions if sending was
  /// interrupted.
  var positions: [UInt64] = []
  /// Whether this device created the request and has not sent the ``ForgetRequest`` yet.
  var isNew = false
  /// Whether the current stream contains the ``ForgetRequest``.
  var isTold = false
  /// The devices that have not reported completion.
  var waiting: Set<UInt32> = []
  /// The devices that reported completion or joined after the request, each with its newest event
  /// at that time. Later events of these devices are not forgotten.
  var done: [UInt32: EventID] = [:]
  /// This device's newest event when it completed the request, or nil if it has not completed the
  /// request.
  var newest: EventID?

  /// The state of the request at the beginning of another stream.
  var inAnotherStream: PendingForget {
    var other = self
    other.positions = []
    other.isTold = false
    return other
  }
}
