internal import BrowserModel
internal import RetraceEventLog
internal import RetraceStore
internal import RetraceTimeline

/// The steps with which a device joins again under a new number and keeps its history.
extension Synchronization {
  /// The failure for an invitation to a different profile from the one that this device shared.
  static let otherProfileError = SyncError(
    .refused,
    "This profile was shared with devices other than those of the invitation. Join with a new "
      + "profile, or use an invitation from one of the devices that share this profile."
  )

  /// Returns the previous number of the log's device, and the device's newest event in the stream
  /// under that number. The device sends later events under its new number.
  ///
  /// A device of another profile can have the same number. Therefore, the stream must contain at
  /// least one batch that is identical in this log, unless the device was restored to a state in
  /// which it had not sent anything.
  ///
  /// - Returns: The number and the event, or nil if the device has not joined before.
  /// - Throws: ``SyncError``, with ``SyncError/Reason/refused`` if the log and the stream have no
  ///   events in common.
  /// - Complexity: O(bytes of the stream)
  static func past(
    of store: Store, in stream: any SharedStream, _ syncState: SyncState
  ) throws -> EventOrigin? {
    var sharing = DeviceSharing(of: store)
    guard let device = sharing.device else { return nil }
    var newest = EventID.nothing
    var (isOther, hasCommonPast) = (false, false)
    var reader = BatchReader(syncState)
    var position: UInt64 = 0
    while true {
      let last = position
      let messages = try stream.messages(after: last, limit: 64)
      for message in messages where message.position > position {
        position = message.position
        for batch in reader.batches(in: message) {
          if !hasCommonPast {
            hasCommonPast = try sharing.hasWritten(batch)
          }
          guard !isOther, batch.device == device.number, batch.last > newest else { continue }
          let isOwn = try sharing.isOwn(batch)
          // Beginning with the first batch that this log does not have, the number belongs to
          // another copy.
          if isOwn { newest = batch.last } else { isOther = true }
        }
      }
      guard position > last else { break }
    }
    let hasSentNothing = !newest.exists && !isOther && store.timeline.devices.count == 1
    guard hasCommonPast || hasSentNothing else { throw otherProfileError }
    return EventOrigin(device: device.number, sequence: newest)
  }
}

/// A reader of the batches in the messages of a stream, which also puts batches together that were
/// sent in parts.
private struct BatchReader {
  private let syncState: SyncState
  /// The parts of an incomplete batch that were read so far, by the number of the device that sent
  /// them.
  private var parts: [UInt32: [BatchPart]] = [:]

  init(_ syncState: SyncState) { self.syncState = syncState }

  /// Returns the batches that a message contains or completes, or an empty array if the keys do not
  /// decrypt the message.
  mutating func batches(in message: StreamMessage) -> [SharedBatch] {
    guard (try? MessageForm(of: message.bytes)) == .message,
      let sealed = try? SealedMessage(message.bytes),
      let key = syncState.keys[sealed.head.epoch],
      let bytes = sealed.content(of: syncState.profile, key: key),
      let content = try? MessageContent(bytes, of: sealed.head.device)
    else { return [] }
    guard case .part(let part) = content else { return content.batches ?? [] }
    return batches(completedBy: part, of: sealed.head.device)
  }

  private mutating func batches(
    completedBy part: BatchPart, of device: UInt32
  ) -> [SharedBatch] {
    // A device that was interrupted starts again with the first part.
    let former = part.index == 0 ? [] : parts.removeValue(forKey: device) ?? []
    guard former.count == Int(part.index) else { return [] }
    guard part.index == part.count - 1 else {
      parts[device] = former + [part]
      return []
    }
    let bytes = (former + [part]).flatMap(\.bytes)
    return (try? MessageContent(bytes, of: device))?.batches ?? []
  }
}

extension SyncState {
  /// Whether a log is not the log to which this state belongs, for example because the log is a
  /// copy or an older state.
  func isOfOtherLog(_ store: Store) throws -> Bool {
    let isOther = try Synchronization.logDevice(of: store) != logDevice
    return isOther || sentThrough > store.timeline.position.rawValue
  }

  /// Whether the device cannot continue under its number because it was removed, or because its
  /// profile was restored or copied.
  func hasToJoinAgain(_ store: Store) throws -> Bool {
    if isCopied || isRemoved { return true }
    return try isOfOtherLog(store)
  }
}
