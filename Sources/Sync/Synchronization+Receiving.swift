internal import BrowserModel
internal import RetraceEventLog
internal import RetraceStore
internal import RetraceTimeline

/// A slice of the stream, which contains the messages that were read but are not applied yet.
private struct Slice {
  var syncState: SyncState
  var batches: [SharedBatch] = []
  var byteCount = 0
  /// The state before the first message with batches, or nil if no message has batches.
  private(set) var beforeBatches: SyncState?

  /// Appends the batches of a message.
  ///
  /// Of consecutive batches of this device, only the last batch is kept, because it confirms all
  /// earlier batches. In a stream in which other devices may have sent this device's batches, all
  /// batches are kept and compared with the log.
  ///
  /// - Parameter before: The state before the message.
  mutating func append(_ new: [SharedBatch], after before: SyncState) {
    if batches.isEmpty { beforeBatches = before }
    for batch in new {
      if !syncState.isOfOthers, batch.device == syncState.number,
        batches.last?.device == batch.device
      {
        batches[batches.count - 1] = batch
      } else {
        batches.append(batch)
      }
    }
  }
}

/// The processing of messages that were received from the stream.
extension Synchronization {
  private static let messagesAtOnce = 64

  /// Reads to the end of the stream, and applies the messages.
  func receive(
    _ report: inout SyncReport, _ progress: (SyncProgress) -> Void = { _ in }
  ) throws {
    try forgetRedacted()
    var slice = Slice(syncState: syncState)
    // Messages after the last message of the chain are read again, because servers may have left
    // out a message of the chain.
    var position = syncState.firstUnread
    do {
      while try readOn(&slice, after: &position, &report) {
        try checkInterruption()
        guard slice.byteCount >= largestSlice else { continue }
        try applySlice(&slice, &report)
        progress(SyncProgress(report, at: syncState.position))
      }
    } catch {
      // The messages before the failure are valid and are applied, unless the profile is a copy.
      if (error as? SyncError)?.reason != .copied { try applySlice(&slice, &report) }
      throw error
    }
    try applySlice(&slice, &report)
    progress(SyncProgress(report, at: syncState.position))
    if syncState.isRemoved { throw Self.wasRemoved(syncState) }
  }

  /// Reads the next messages. Returns false at the end of the stream.
  private func readOn(
    _ slice: inout Slice, after position: inout UInt64, _ report: inout SyncReport
  ) throws -> Bool {
    let before = position
    let messages = try stream.messages(after: before, limit: Self.messagesAtOnce)
    for message in messages {
      position = max(position, message.position)
      // After a change of servers, some messages are delivered again.
      guard slice.syncState.isNew(message) else { continue }
      try read(message, &slice)
      report.readMessages += 1
      if slice.syncState.isRemoved { return false }
    }
    report.end = max(report.end, slice.syncState.position)
    return position > before
  }

  private func read(_ message: StreamMessage, _ slice: inout Slice) throws {
    let before = slice.syncState
    let taken = try slice.syncState.apply(message)
    do {
      switch taken {
      case .nothing: break
      case .batches(let batches):
        try refuseCopy(by: batches, before)
        slice.append(batches, after: before)
      case .parts(let positions, let device):
        let batches = try joined(positions, of: device, message, slice.syncState)
        try refuseCopy(by: batches, before)
        slice.syncState.noteSent(batches)
        slice.append(batches, after: before)
      case .refused(let sentence):
        if message.position + UInt64(slice.syncState.base) == UInt64(syncState.number) {
          throw SyncError(.invitation, sentence)
        }
      }
    } catch {
      slice.syncState = before
      throw error
    }
    slice.byteCount += message.bytes.count
    if StreamHash.of(message.bytes) == awaited.hash { awaited.position = message.position }
  }

  /// Throws if the log lacks events of this device that are in the stream, because such a log is a
  /// copy.
  ///
  /// - Parameter before: The sync state before the messages with these batches.
  private func refuseCopy(
    by batches: [SharedBatch], _ before: SyncState
  ) throws {
    guard let batch = batches.last(where: { $0.device == syncState.number }) else { return }
    let isOwn = try sharing.isOwn(batch)
    guard !isOwn else { return }
    // If this device has not sent anything, other devices may have relayed the events of another
    // device that had this number before.
    throw before.sentThrough == 0 ? Self.wasCopiedOrReplaced(syncState) : Self.wasCopied(syncState)
  }

  private static func wasCopiedOrReplaced(_ syncState: SyncState) -> SyncError {
    SyncError(
      .copied,
      "The other devices have events of \(syncState.label(of: syncState.number)) that this profile "
        + "does not have. Either this profile was restored from a backup or copied, or the servers "
        + "lost the message with which another device joined, and this device got the number of that "
        + "device. \(joinAgainAdvice)")
  }

  /// Throws if a device in the stream uses the number of another device whose events are in this
  /// log. A number must belong to only one device.
  private func refuseReplaced(in other: SyncState) throws {
    for (number, former, present) in other.replacedMembers {
      let isKnown = try sharing.hasEarlierEvents(of: number)
      guard isKnown else { continue }
      throw SyncError(
        .forged,
        "Device “\(present.name)” has the same number as device “\(former.name)”, which this "
          + "device knows. The servers have lost the message with which one of the two joined. "
          + "Join again on this device with a new profile, or run “sync refill” here. After a "
          + "refill, the devices that know device “\(present.name)” must join again."
      )
    }
  }

  /// Throws if the stream replaced another stream and contradicts this log.
  private func refuseOtherwise(_ slice: Slice) throws {
    guard slice.syncState.isOfOthers else { return }
    let device = try sharing.deviceWithConflictingEvents(by: slice.batches)
    guard let device else { return }
    throw SyncError(
      .forged,
      "The stream contradicts the events of \(slice.syncState.label(of: device)) on this device. "
        + "After the servers had lost messages, that device continued from a backup or a copy, or "
        + "another device got its number. Run “sync refill” to refill the servers from this device. "
        + "Devices whose events differ must then join again with a new profile.")
  }

  /// Applies a slice. Its batches and the state that describes them are written to the log in one
  /// transaction.
  private func applySlice(_ slice: inout Slice, _ report: inout SyncReport) throws {
    guard slice.syncState != syncState else { return }
    try refuseReplaced(in: slice.syncState)
    if !slice.batches.isEmpty {
      // This check comes first, because a device must not forget data for a stream that it rejects.
      try refuseOtherwise(slice)
      if slice.syncState.hasToForget {
        // The requests precede the batches in the stream. They are stored first, so that they are
        // neither lost nor read again after an interruption.
        if let before = slice.beforeBatches { try save(before) }
        // The requests are completed before the comparison, because the stream's founder may not
        // know all data that a request covers.
        while try forgetNext(&slice.syncState) {}
      }
      try agree(on: forgottenApart(slice), &slice.syncState)
      report.receivedBatches += try apply(slice)
      try forgetRedacted()
    } else {
      try save(slice.syncState)
    }
    slice = Slice(syncState: syncState)
  }

  private func apply(_ slice: Slice) throws -> Int {
    do {
      let count = try sharing.receive(slice.batches) { (writer) in
        try write(slice.syncState, to: writer)
      }
      syncState = slice.syncState
      return count
    } catch let refusal as Refusal {
      // A batch that the log rejects is a fault of the stream, not of this device.
      throw SyncError(.forged, refusal.message)
    }
  }

  /// Returns the data that this device has forgotten but the stream contains, and the data that
  /// other devices have forgotten but this device still has. Devices send events that this device
  /// already has only in a stream that replaced another stream.
  private func forgottenApart(_ slice: Slice) throws -> ForgottenApart {
    guard slice.syncState.isOfOthers else { return ForgottenApart() }
    return try sharing.forgottenApart(slice.batches)
  }

  // MARK: Parts

  /// Puts the parts of a large batch together. The parts are read again, with all messages between
  /// them. Each message identifies the message before it, which proves that these are the parts
  /// that were already validated.
  private func joined(
    _ positions: [UInt64], of device: UInt32, _ last: StreamMessage, _ syncState: SyncState
  ) throws -> [SharedBatch] {
    var bytes: [UInt8] = []
    var left = positions[...]
    var hash: [UInt8]?
    var position = (positions.first ?? last.position) - 1
    while position < last.position {
      let messages = try stream.messages(after: position, limit: Self.messagesAtOnce)
      guard let end = messages.last?.position, end > position else {
        throw messageUnavailable(position + 1)
      }
      for message in messages where position < message.position && position < last.position {
        position = message.position
        guard (try? MessageForm(of: message.bytes)) == .message else { continue }
        let head = (try? SealedMessage(message.bytes))?.head
        guard let head, head.before == hash ?? head.before else {
          throw StreamFault.forged(position).failure
        }
        hash = StreamHash.of(message.bytes)
        guard left.first == position else { continue }
        left.removeFirst()
        bytes += try syncState.part(message, of: device)
      }
    }
    if let missing = left.first { throw messageUnavailable(missing) }
    guard hash == syncState.hash else { throw StreamFault.forged(last.position).failure }
    return try StreamFault.decoding(at: last.position) {
      guard let batches = try MessageContent(bytes, of: device).batches else {
        throw SyncError.garbled
      }
      return batches
    }
  }

  /// Returns the failure for servers that no longer return a message that they returned before.
  private func messageUnavailable(_ position: UInt64) -> SyncError {
    SyncError(
      .lost,
      "The servers currently do not return the message at position \(position) of the stream. If it was lost, run "
        + "“sync refill” to refill the servers.", isTemporary: true)
  }
}

extension SyncState {
  /// Returns the failure if another device has written under this device's number. The other device
  /// is a copy of this device, or it joined after servers had lost the end of the stream with the
  /// message with which this device had joined.
  func copied(by content: MessageContent, at position: UInt64) -> SyncError {
    var other = members[number]
    switch content {
    case .joined(let record): other = Member(record)
    default: break
    }
    return failure(ofNumberTakenBy: other)
      ?? SyncError(
        .copied,
        "Another copy of this profile has written to position \(position) of the stream as "
          + "\(label(of: number)). Only one copy may write. \(Synchronization.joinAgainAdvice)")
  }

  /// Returns the failure if another device has this device's number, or nil if `other` is this
  /// device or was removed.
  func failure(ofNumberTakenBy other: Member?) -> SyncError? {
    guard number > 0, let other, !other.isRemoved, other.publicKey != box.open else { return nil }
    return SyncError(
      .copied,
      "The servers have lost the message with which this device joined, and another device "
        + "(\(other.name)) now has its number. \(Synchronization.joinAgainAdvice)")
  }
}

extension Member {
  /// A removed member of which nothing is known except that it was removed.
  static let unknown = Member(
    name: "", publicKey: [UInt8](repeating: 0, count: Sodium.boxKeyLength), messageCount: 0)

  /// Whether the public key is known. It may be unknown for a removed device.
  var hasKey: Bool { publicKey.contains { $0 != 0 } }
}

extension SyncState {
  /// Whether the stream may contain events, from any device, that this log already has. This is
  /// possible if the stream replaced another stream, or if this device has joined again.
  var isOfOthers: Bool { base > 0 || past != nil }

  /// The devices of earlier streams whose numbers belong to different devices in this stream, with
  /// these different devices.
  var replacedMembers: [(number: UInt32, former: Member, present: Member)] {
    guard let former else { return [] }
    return members.keys.sorted().compactMap { number in
      guard number != self.number, let present = members[number],
        let before = former.members[number], before.publicKey != present.publicKey,
        before.hasKey, present.hasKey
      else { return nil }
      return (number, before, present)
    }
  }

  /// Whether a message is unread, or may differ from the message that was read at its position.
  /// Servers that lost the messages after the last message of the chain may have other messages at
  /// these positions.
  func isNew(_ message: StreamMessage) -> Bool { message.position > firstUnread }

  /// The position after which there may be unread messages. Older versions did not store the chain
  /// position.
  var firstUnread: UInt64 { chainPosition > 0 ? chainPosition : position }

  /// Returns the bytes of a part of a device's batch.
  func part(
    _ message: StreamMessage, of device: UInt32
  ) throws -> [UInt8] {
    let forged = StreamFault.forged(message.position).failure
    guard let sealed = try? SealedMessage(message.bytes), sealed.head.device == device,
      sealed.head.position == message.position, let key = keys[sealed.head.epoch],
      let bytes = sealed.content(of: profile, key: key),
      case .part(let part)? = try? MessageContent(bytes, of: device)
    else { throw forged }
    return part.bytes
  }
}
