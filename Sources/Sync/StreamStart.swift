internal import BrowserModel
internal import RetraceTimeline

/// What the devices of a profile have to know of each other when their stream was lost.
struct StreamStart: Equatable, Sendable {
  /// The devices, by their numbers, with their names, their keys, and whether they were removed.
  var members: [UInt32: Member]
  /// By so much the number of a device that joins is larger than its position: no device of a stream
  /// that was lost has such a number.
  var base: UInt32
  /// The epoch of the newest key that is known.
  var epoch: UInt32
  /// What the device that founds the stream has forgotten with the others, by ``ForgetRequest/id``: the
  /// stream has nothing of it.
  var forgotten: [[UInt8]] = []
}
