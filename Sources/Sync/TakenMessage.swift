internal import BrowserModel
internal import RetraceTimeline

/// What a message of the stream comes to.
enum TakenMessage {
  /// Nothing for the log.
  case nothing
  /// What happened on a device.
  case batches([SharedBatch])
  /// The last part of a batch of a device, whose parts stand at these positions.
  case parts([UInt64], of: UInt32)
  /// This device has asked to join too late, or with an invitation that was used: one sentence.
  case refused(String)
}
