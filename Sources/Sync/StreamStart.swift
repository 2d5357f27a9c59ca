internal import BrowserModel
internal import RetraceTimeline

/// The first message of a stream: what the device that creates the stream knows about the profile.
struct StreamStart: Equatable, Sendable {
  /// The devices by number, with their names, keys, and whether they were removed.
  var members: [UInt32: Member]
  /// The difference between the number of a device that joins and its position. It is 0 in the first
  /// stream of a profile. No device of a lost stream has a number this large.
  var base: UInt32
  /// The epoch of the newest known key.
  var epoch: UInt32
  /// The requests that the founding device has completed with the others, by ``ForgetRequest/id``.
  /// The stream contains none of their data.
  var forgotten: [[UInt8]] = []
}

extension StreamStart {
  /// Creates the beginning of a profile's first stream.
  ///
  /// - Parameter record: The first device, which has the number 1.
  init(of record: DeviceJoinRecord) {
    self.init(members: [1: Member(record)], base: 0, epoch: 1)
  }
}
