internal import BrowserModel
internal import RetraceTimeline

/// The result of applying a message of the stream.
enum AppliedMessage {
  /// The log does not change.
  case nothing
  /// The message contains events of a device.
  case batches([SharedBatch])
  /// The message is the last part of a device's batch, whose parts are at these positions.
  case parts([UInt64], of: UInt32)
  /// A device tried to join too late or with a used invitation. The value is a message for the
  /// user.
  case refused(String)
}
