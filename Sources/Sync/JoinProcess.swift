internal import BrowserModel
internal import RetraceStore
internal import RetraceTimeline

/// The process of joining a shared profile, or of starting to share a profile. The device appends a
/// message to the stream, and the position of that message determines the number of the device.
///
/// Joining can be restarted after any interruption, because each attempt to append the message is
/// stored before it is made.
struct JoinProcess {
  let store: Store
  /// The folder of the profile.
  let folder: String
  let lock: SyncLock
  let stream: any SharedStream
  /// The known state of the stream, which does not contain a device number until the device has
  /// joined.
  private(set) var syncState: SyncState
  /// The record of the device. If the record contains no invitation, the device creates the stream.
  let note: DeviceJoinRecord
  /// The last position that was read.
  private var position: UInt64
  /// The ``StreamHash`` of the stream up to ``position``.
  private var hash: [UInt8]

  /// Creates the process.
  ///
  /// - Parameters:
  ///   - syncState: The state. Its hash is the hash of the stream before the invitation, if the
  ///     device has an invitation.
  ///   - note: The record of the device.
  init(
    _ store: Store, in folder: String, _ lock: SyncLock, _ stream: any SharedStream,
    _ syncState: SyncState, _ note: DeviceJoinRecord
  ) {
    self.store = store
    self.folder = folder
    self.lock = lock
    self.stream = stream
    self.syncState = syncState
    self.note = note
    position = note.invitation
    hash = syncState.hash
  }

  /// Appends the message with which the device joins, unless the stream already contains it.
  /// Returns the synchronization of the device, which has then joined.
  mutating func finish(_ pause: (Int32) -> Void) throws -> Synchronization {
    if let message = try look() { return try settle(message) }
    while true {
      let before = position
      try append(pause)
      for attempt in 0..<Synchronization.attemptLimit {
        if let message = try look() { return try settle(message) }
        if position > before { break }
        pause(Synchronization.firstPause << Int32(attempt))
      }
      guard position > before else {
        throw SyncError(
          .stream, "The servers do not yet return the message with which this device joined.",
          isTemporary: true)
      }
    }
  }

  private mutating func append(_ pause: (Int32) -> Void) throws {
    let number = position + 1 + UInt64(syncState.base)
    guard let key = syncState.keys[syncState.newestEpoch], number <= UInt64(Int32.max) else {
      throw SyncError(.refused, "The stream is full.")
    }
    let head = SealedMessage.Head(
      epoch: syncState.newestEpoch, device: UInt32(number), number: 1,
      position: position + 1, before: hash)
    let bytes = SealedMessage.bytes(
      head, content.bytes, of: syncState.profile, key: key)
    syncState.attempts.append(PlacedMessage(position: head.position, hash: StreamHash.of(bytes)))
    try syncState.save(in: store)
    _ = try Synchronization.append(bytes, after: position, to: stream, pause)
  }

  private var content: MessageContent {
    note.invitation > 0 ? .joined(note) : .founded(StreamStart(of: note))
  }

  /// Reads to the end of the stream, or up to the message that this device appended to join, and
  /// returns that message if it was found.
  private mutating func look() throws -> StreamMessage? {
    while true {
      let position = position
      let messages = try stream.messages(after: position, limit: 64)
      for message in messages where message.position > self.position {
        try message.checkPosition()
        let hash = StreamHash.of(message.bytes)
        if syncState.attempts.contains(PlacedMessage(position: message.position, hash: hash)) {
          return message
        }
        if try isInChain(message) { self.hash = hash }
        self.position = message.position
      }
      guard self.position > position else { return nil }
    }
  }

  /// Returns whether another device's message belongs to the chain. Invitations do not belong to
  /// the chain.
  ///
  /// - Throws: ``SyncError`` if the message makes the invitation invalid.
  private func isInChain(_ message: StreamMessage) throws -> Bool {
    guard note.invitation > 0 else {
      throw SyncError(.refused, "The stream for this profile is not empty.")
    }
    let form = try StreamFault.decoding(at: message.position) { try MessageForm(of: message.bytes) }
    guard form == .message else { return false }
    let content = try StreamFault.decoding(at: message.position) {
      let sealed = try SealedMessage(message.bytes)
      guard let key = syncState.keys[sealed.head.epoch],
        let bytes = sealed.content(of: syncState.profile, key: key)
      else { throw SyncError.garbled }
      return try MessageContent(bytes, of: sealed.head.device)
    }
    switch content {
    case .joined(let other) where other.invitation == note.invitation: break
    case .keyTurned: break
    default: return true
    }
    throw SyncError(.invitation, Invitation.notUsable)
  }

  /// Stores the number that the message assigns to the device.
  private mutating func settle(_ message: StreamMessage) throws -> Synchronization {
    if note.invitation > 0 {
      guard !Invitation.hasExpired(from: note.invited, at: message.milliseconds) else {
        try SyncState.remove(from: store)
        throw SyncError(.invitation, Invitation.isTooOld)
      }
      syncState.ownInvitations = [note.invitation]
    }
    syncState.number = UInt32(clamping: message.position + UInt64(syncState.base))
    syncState.invitations = [:]
    // The device will read the stream from the beginning.
    syncState.hash = StreamHash.none
    // If the log was a copy, writing the attempts has made it a separate device.
    syncState.logDevice = try Synchronization.logDevice(of: store)
    var sharing = DeviceSharing(of: store)
    if sharing.device?.number == syncState.number {
      try syncState.save(in: store)
    } else {
      try sharing.complete(syncState)
    }
    return Synchronization(store, in: folder, sharing, lock, syncState, stream)
  }
}
