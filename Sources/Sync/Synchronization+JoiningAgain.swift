internal import BrowserModel
internal import EventLog
internal import Store
internal import Timeline

/// Joining again, under a new number, with what the device has.
extension Synchronization {
  /// The failure for an invitation to a profile that is not the one that this device shared.
  static let isOfOtherProfile = SyncFailure(
    .refused,
    "This profile was shared with other devices than those of the invitation. Join them with a new profile, "
      + "or ask one of its own devices for a code."
  )

  /// Returns the number that the device of a log had so far, and the newest event of it that the stream has
  /// under that number. What the device wrote later is told to the others under its new number.
  ///
  /// - Returns: Nil if the device has not joined before.
  /// - Throws: ``SyncFailure``, with ``SyncFailure/Reason/refused`` if the stream knows nothing of what the
  ///   log shared: it is that of another profile.
  /// - Complexity: O(messages of the stream)
  static func past(
    of store: Store, in stream: any SharedStream, _ membership: Membership
  ) throws(SyncFailure) -> EventOrigin? {
    let sharing = DeviceSharing(of: store)
    guard let device = sharing.device else { return nil }
    var newest = EventID.nothing
    var isOther = false
    var position: UInt64 = 0
    while true {
      let behind = position
      let messages = try askingStream { () throws(StreamFailure) in
        try stream.messages(behind: behind, limit: 64)
      }
      guard let last = messages.last?.position, last > position else { break }
      position = last
      for batch in messages.flatMap({ membership.batches(in: $0) })
      where !isOther && batch.device == device.number && batch.last > newest {
        let isOwn = try usingStore { () throws(StoreFailure) in try sharing.isOwn(batch) }
        // From here on the number is that of another copy.
        if isOwn { newest = batch.last } else { isOther = true }
      }
    }
    guard newest.exists || store.timeline.devices.count == 1 && !isOther else {
      throw isOfOtherProfile
    }
    return EventOrigin(device: device.number, sequence: newest)
  }
}

extension Membership {
  /// Whether a log is not the one that has joined, or an earlier state of it.
  func isOfOtherLog(_ store: Store) throws(SyncFailure) -> Bool {
    let isOther = try Synchronization.logDevice(of: store) != logDevice
    return isOther || sentThrough > store.timeline.position.rawValue
  }

  /// Whether the device cannot go on under its number: it was removed, or its profile restored or copied.
  func hasToJoinAgain(_ store: Store) throws(SyncFailure) -> Bool {
    if isCopied || isRemoved { return true }
    return try isOfOtherLog(store)
  }

  /// Returns the batches that a message tells of; none if it is not a message that the keys open. Parts of a
  /// large batch are left out.
  fileprivate func batches(in message: StreamMessage) -> [SharedBatch] {
    guard (try? MessageForm(of: message.bytes)) == .message,
      let sealed = try? SealedMessage(message.bytes), let key = keys[sealed.head.epoch],
      let bytes = sealed.content(of: profile, key: key),
      let content = try? MessageContent(bytes, of: sealed.head.device)
    else { return [] }
    return content.batches ?? []
  }
}
