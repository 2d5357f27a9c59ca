internal import BrowserModel
internal import RetraceTimeline

/// The first message of a stream. It contains what the device that creates the stream knows about
/// the profile.
struct StreamStart: Equatable, Sendable {
  /// The devices by number, including removed devices.
  var members: [UInt32: Member]
  /// The difference between the number of a device that joins and the position of the message with
  /// which it joins. It is 0 in the first stream of a profile. In other streams, the difference is
  /// larger than any device number of a lost stream.
  var base: UInt32
  /// The epoch of the newest known key.
  var epoch: UInt32
  /// The ids (``ForgetRequest/id``) of the forget requests that the device that created the stream
  /// and the other devices have completed. The stream contains no data that these requests cover.
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
