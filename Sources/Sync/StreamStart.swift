internal import BrowserModel
internal import RetraceTimeline

/// The knowledge about a profile's devices with which a new stream replaces a lost one.
struct StreamStart: Equatable, Sendable {
  /// The devices by number, with their names, keys, and whether they were removed.
  var members: [UInt32: Member]
  /// The difference between the number of a device that joins and its position. No device of a lost
  /// stream has a number this large.
  var base: UInt32
  /// The epoch of the newest known key.
  var epoch: UInt32
  /// The requests that the founding device has completed with the others, by ``ForgetRequest/id``.
  /// The stream contains none of their data.
  var forgotten: [[UInt8]] = []
}
