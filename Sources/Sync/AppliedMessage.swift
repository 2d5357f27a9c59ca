internal import BrowserModel
internal import RetraceTimeline

/// The result of applying a message of the stream.
enum AppliedMessage {
  /// The log does not change.
  case nothing
  /// The message contains events of a device.
  case batches([SharedBatch])
  /// The message is the last part of a device's batch. The first value contains the positions of
  /// all parts.
  case parts([UInt64], of: UInt32)
  /// A device tried to join too late, or with an invitation that was already used. The value is a
  /// message for the user.
  case refused(String)
}
