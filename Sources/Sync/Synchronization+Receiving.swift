internal import BrowserModel
internal import RetraceEventLog
internal import RetraceStore
internal import RetraceTimeline

/// What was read of the stream and is not taken over yet.
private struct Slice {
  var syncState: SyncState
  var batches: [SharedBatch] = []
  var byteCount = 0

  /// Of the device's own batches one behind the other only the last is needed: all up to it have their
  /// place. Where others may have told them in its place, they are compared with those here.
  mutating func append(_ new: [SharedBatch]) {
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

/// Receiving what is in the stream.
extension Synchronization {
  private static let messagesAtOnce = 64

  /// Reads to the end of the stream, and takes over what devices wrote.
  func receive(
    _ report: inout SyncReport, _ progress: (SyncProgress) -> Void = { _ in }
  ) throws(SyncFailure) {
    try forgetRedacted()
    var slice = Slice(syncState: syncState)
    // What stands behind the chain is read again: servers may have left out a message of it there.
    var position = syncState.firstUnread
    do throws(SyncFailure) {
      while try readOn(&slice, behind: &position, &report) {
        try checkInterruption()
        guard slice.byteCount >= largestSlice else { continue }
        try takeOver(&slice, &report)
        progress(SyncProgress(report, at: syncState.position))
      }
    } catch {
      // What came before it is as good as ever, but a copy goes on with nothing.
      if error.reason != .copied { try takeOver(&slice, &report) }
      throw error
    }
    try takeOver(&slice, &report)
    progress(SyncProgress(report, at: syncState.position))
    if syncState.isRemoved { throw Self.wasRemoved(syncState) }
  }

  /// Reads the next messages; false at the end of the stream.
  private func readOn(
    _ slice: inout Slice, behind position: inout UInt64, _ report: inout SyncReport
  ) throws(SyncFailure) -> Bool {
    let before = position
    let messages = try askingStream { () throws(StreamFailure) in
      try stream.messages(behind: before, limit: Self.messagesAtOnce)
    }
    for message in messages {
      position = max(position, message.position)
      // Some are given twice while servers change.
      guard slice.syncState.isNew(message) else { continue }
      try read(message, &slice)
      report.readMessages += 1
      if slice.syncState.isRemoved { return false }
    }
    report.end = max(report.end, slice.syncState.position)
    return position > before
  }

  private func read(_ message: StreamMessage, _ slice: inout Slice) throws(SyncFailure) {
    let before = slice.syncState
    let taken = try slice.syncState.take(message)
    do throws(SyncFailure) {
      switch taken {
      case .nothing: break
      case .batches(let batches):
        try refuseCopy(by: batches, before)
        slice.append(batches)
      case .parts(let positions, let device):
        let batches = try joined(positions, of: device, message, slice.syncState)
        try refuseCopy(by: batches, before)
        slice.syncState.noteSent(batches)
        slice.append(batches)
      case .refused(let sentence):
        if message.position + UInt64(slice.syncState.base) == UInt64(syncState.number) {
          throw SyncFailure(.invitation, sentence)
        }
      }
    } catch {
      slice.syncState = before
      throw error
    }
    slice.byteCount += message.bytes.count
    if StreamHash.of(message.bytes) == awaited.hash { awaited.position = message.position }
  }

  /// Refuses a log that does not have what the others know of this device.
  ///
  /// - Parameter before: What was known of the stream before these batches.
  private func refuseCopy(
    by batches: [SharedBatch], _ before: SyncState
  ) throws(SyncFailure) {
    guard let batch = batches.last(where: { $0.device == syncState.number }) else { return }
    let isOwn = try usingStore { () throws(StoreFailure) in try sharing.isOwn(batch) }
    guard !isOwn else { return }
    // What others tell in a device's place may be of another one that had its number in the stream before.
    let isOfOther = before.isOfOthers && before.sentThrough == 0
    throw isOfOther ? Self.wasCopiedOrReplaced(syncState) : Self.wasCopied(syncState)
  }

  private static func wasCopiedOrReplaced(_ syncState: SyncState) -> SyncFailure {
    SyncFailure(
      .copied,
      "The others know of \(syncState.label(of: syncState.number)) what this profile does not have: it was put "
        + "back from a backup or copied, or the servers have lost that another device has joined, and have given "
        + "its number to this one. \(howToJoinAgain)")
  }

  /// Refuses a stream in which a device has the number of another one, of which this log has events: of the two
  /// it can have one only.
  private func refuseReplaced(in other: SyncState) throws(SyncFailure) {
    for (number, former, present) in other.replacedMembers {
      let isKnown = try usingStore { () throws(StoreFailure) in
        try sharing.hasFormerEvents(of: number)
      }
      guard isKnown else { continue }
      throw SyncFailure(
        .forged,
        "Device “\(present.name)” of the stream has the number of device “\(former.name)”, which this device knows: "
          + "the servers have lost that one of the two has joined. Either this device joins anew, with a new profile, "
          + "or “sync refill” on it fills the servers with what it knows, and those that know the other one do."
      )
    }
  }

  /// Refuses what contradicts this log, in a stream that came in the place of another.
  private func refuseOtherwise(_ slice: Slice) throws(SyncFailure) {
    guard slice.syncState.isOfOthers else { return }
    let device = try usingStore { () throws(StoreFailure) in
      try sharing.deviceToldOtherwise(by: slice.batches)
    }
    guard let device else { return }
    throw SyncFailure(
      .forged,
      "The stream tells of \(slice.syncState.label(of: device)) something else than this device knows: after "
        + "the servers had lost the stream, it went on as it was put back from a backup or copied, or another one got "
        + "its number. “sync refill” on this device fills the servers with what it knows; whoever knows it otherwise "
        + "then can only join anew, with a new profile.")
  }

  /// Applies a slice: its batches and the state that describes them enter the log in one transaction.
  private func takeOver(_ slice: inout Slice, _ report: inout SyncReport) throws(SyncFailure) {
    guard slice.syncState != syncState else { return }
    try refuseReplaced(in: slice.syncState)
    if !slice.batches.isEmpty {
      // Before anything is forgotten: what is refused is read again, and what was done meanwhile is to stay.
      try refuseOtherwise(slice)
      if slice.syncState.ending == nil {
        // Before it is compared: who has founded the stream may not know all that goes with it.
        while try forgetNext(&slice.syncState) { try noteForgettings(of: slice.syncState) }
      }
      try agree(on: forgottenApart(slice), &slice.syncState)
      report.receivedBatches += try apply(slice)
      try forgetRedacted()
    } else {
      try save(slice.syncState)
    }
    slice = Slice(syncState: syncState)
  }

  private func apply(_ slice: Slice) throws(SyncFailure) -> Int {
    do throws(StoreFailure) {
      let count = try sharing.receive(slice.batches) { (writer) throws(LogFailure) in
        try write(slice.syncState, to: writer)
      }
      syncState = slice.syncState
      return count
    } catch {
      // What a batch has that cannot be is no fault of this device.
      guard case .refused(let refusal) = error else { throw SyncFailure(error) }
      throw SyncFailure(.forged, refusal.message)
    }
  }

  /// Returns what this device has forgotten and the stream tells, and the other way round. Only in a stream
  /// that came in the place of another does anybody tell what this device has already.
  private func forgottenApart(_ slice: Slice) throws(SyncFailure) -> ForgottenApart {
    guard slice.syncState.isOfOthers else { return ForgottenApart() }
    return try usingStore { () throws(StoreFailure) in try sharing.forgottenApart(slice.batches) }
  }

  // MARK: Parts

  /// Puts a large batch together. Its parts are read again, with all that stands between them: as each message
  /// names the one before it, up to the last one, they are those that were seen to be sound.
  private func joined(
    _ positions: [UInt64], of device: UInt32, _ last: StreamMessage, _ syncState: SyncState
  ) throws(SyncFailure) -> [SharedBatch] {
    var bytes: [UInt8] = []
    var left = positions[...]
    var hash: [UInt8]?
    var position = (positions.first ?? last.position) - 1
    while position < last.position {
      let messages = try askingStream { () throws(StreamFailure) in
        try stream.messages(behind: position, limit: Self.messagesAtOnce)
      }
      guard let end = messages.last?.position, end > position else { throw unshown(position + 1) }
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
    if let missing = left.first { throw unshown(missing) }
    guard hash == syncState.hash else { throw StreamFault.forged(last.position).failure }
    do throws(MessageDamage) {
      guard let batches = try MessageContent(bytes, of: device).batches else { throw .garbled }
      return batches
    } catch {
      throw StreamFault(error, at: last.position).failure
    }
  }

  /// What is wrong where servers do not show what they have shown before.
  private func unshown(_ position: UInt64) -> SyncFailure {
    SyncFailure(
      .lost,
      "The servers do not have position \(position) of the stream just now. If it was lost, “sync refill” fills "
        + "them again.", isTemporary: true)
  }
}

extension SyncState {
  /// Why this device cannot go on under its number, as another has written there with it: a copy of it, or one
  /// that has joined behind the end that the servers had lost, where this one had.
  func copied(by content: MessageContent, at position: UInt64) -> SyncFailure {
    var other = members[number]
    switch content {
    case .joined(let note), .returned(let note): other = Member(note)
    default: break
    }
    return failure(ofNumberTakenBy: other)
      ?? SyncFailure(
        .copied,
        "Another copy of this profile has written to position \(position) of the stream as "
          + "\(label(of: number)). Only one may. \(Synchronization.howToJoinAgain)")
  }

  /// Why this device cannot go on under its number if another one has it; nil if that is this one, or was removed.
  func failure(ofNumberTakenBy other: Member?) -> SyncFailure? {
    guard number > 0, let other, !other.isRemoved, other.publicKey != box.open else { return nil }
    return SyncFailure(
      .copied,
      "The servers have lost that this device has joined, and have given its number to another "
        + "one (\(other.name)). \(Synchronization.howToJoinAgain)")
  }
}

extension Member {
  /// One of which nothing is known but that it was removed.
  static let unknown = Member(
    name: "", publicKey: [UInt8](repeating: 0, count: Sodium.boxKeyLength), messageCount: 0)

  /// Whether its key is known: that of one which was removed may not be.
  var hasKey: Bool { publicKey.contains { $0 != 0 } }
}

extension SyncState {
  /// Whether the stream came in the place of another, so that anybody may have told what a device wrote.
  var isOfOthers: Bool { founder != nil }

  /// The devices of the streams before whose numbers others have here, and those.
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

  /// Whether a message was not read, or may be another one than was: servers that lost what stood behind the chain
  /// may have something else there.
  func isNew(_ message: StreamMessage) -> Bool { message.position > firstUnread }

  /// Behind which position there may be something that was not read. Older versions did not note the chain.
  var firstUnread: UInt64 { chainPosition > 0 ? chainPosition : position }

  /// Returns the bytes of a part of a device's batch.
  func part(
    _ message: StreamMessage, of device: UInt32
  ) throws(SyncFailure) -> [UInt8] {
    let forged = StreamFault.forged(message.position).failure
    guard let sealed = try? SealedMessage(message.bytes), sealed.head.device == device,
      sealed.head.position == message.position, let key = keys[sealed.head.epoch],
      let bytes = sealed.content(of: profile, key: key),
      case .part(let part)? = try? MessageContent(bytes, of: device)
    else { throw forged }
    return part.bytes
  }
}
