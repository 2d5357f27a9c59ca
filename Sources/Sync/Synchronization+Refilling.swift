internal import BrowserModel
internal import RetraceEventLog
internal import RetraceStore

/// The replacement of a stream. Each device has all data that is needed to create a new stream.
extension Synchronization {
  /// Refills the servers if they have lost or damaged the stream.
  ///
  /// The rest of the stream on the servers is removed, and a new stream begins with everything that
  /// this device knows. In their next exchange, the other devices find the new stream, add the data
  /// that only they have, and continue with that stream. No device loses data. If two devices
  /// changed the same item, the order of the changes may differ from before, but the order is the
  /// same on all devices.
  ///
  /// - Parameter progress: Called occasionally.
  /// - Returns: The numbers of batches sent and received. If nothing is lost, or if another device
  ///   has refilled the servers first, the function performs an ordinary exchange.
  /// - Throws: ``SyncError``. After a failure, this function can be called again, and
  ///   ``exchange(progress:)`` also continues the refill.
  /// - Complexity: O(events), and a durable commit for each message that is sent.
  @discardableResult
  package func refill(
    progress: (SyncProgress) -> Void = { _ in }
  ) throws -> SyncReport {
    var tries = 0
    while true {
      do {
        let report = try exchange(progress: progress)
        guard !syncState.isProven else { return report }
      } catch let error as SyncError {
        switch error.reason {
        // A server that is cut off from the others may have fewer messages, or another device may
        // be about to refill the servers. Wait and try again.
        case .behind, .renewing: pause(1_000)
        // A server that has just started may not know its streams yet, or another device may be
        // refilling it.
        case .lost where error.isTemporary && tries < Self.triesOfLost:
          tries += 1
          pause(1_000)
        case .lost, .forged: return try fillAgain(progress)
        default: throw error
        }
        continue
      }
      // If the founder of the stream does not prove that it was not removed, no device can join.
      guard tries < Self.triesOfLost else { return try fillAgain(progress) }
      tries += 1
      pause(1_000)
    }
  }

  private func fillAgain(
    _ progress: (SyncProgress) -> Void
  ) throws -> SyncReport {
    try noting {
      // The user requested the refill, so it must not fail because of requests that the servers do
      // not return any more.
      try dropUnshown()
      try renewStream()
    }
    var report = try exchange(progress: progress)
    report.isRefill = true
    return report
  }

  /// The number of times that servers are queried before the stream counts as lost.
  private static let triesOfLost = 10

  /// Creates an empty stream for this device to fill.
  func renewStream() throws {
    // The new stream must not contain data to forget.
    try forgetHere()
    try stream.renew()
    try begin(stream.state(), asFounder: true)
  }

  /// Returns whether a stream is the stream that was read. If it is a replacement of that stream,
  /// switches to the replacement.
  ///
  /// - Throws: ``SyncError``, also if no stream of this profile replaced the stream that was read.
  func isSameStream(_ state: StreamState) throws -> Bool {
    guard state.created != syncState.created else { return true }
    let first = try firstMessage()
    if let first, StreamHash.of(first.bytes) == syncState.beginning {
      // This is the same stream, although the servers report another creation time.
      var same = syncState
      same.created = state.created
      try save(same)
      return true
    }
    if try restart(with: state, first) { return false }
    guard syncState.ending != nil else {
      throw SyncError(
        .lost,
        "The servers have lost the stream of this profile and have another stream with its name. "
          + SyncError.refillAdvice)
    }
    try restartWithoutForgotten()
    return false
  }

  private func firstMessage() throws -> StreamMessage? {
    try stream.messages(after: 0, limit: 1).first
  }

  /// Switches to a stream that another device has created, or becomes the founder of an empty
  /// stream. Returns false if there is no new stream.
  func restartWithOtherStream() throws -> Bool {
    guard let state = try streamState(), state.created != syncState.created else { return false }
    guard state.last == 0 else { return try restart(with: state, try firstMessage()) }
    // If two devices do this, the device whose message comes first is the founder.
    try begin(state, asFounder: true)
    return true
  }

  /// Switches to a stream with which another device has replaced the stream that was read. Returns
  /// false if the stream did not replace the stream that was read.
  ///
  /// - Parameter first: The first message of the stream.
  private func restart(
    with state: StreamState, _ first: StreamMessage?
  ) throws -> Bool {
    guard let first, !syncState.hasRead(first), syncState.isFounding(first)
    else { return false }
    try begin(state, asFounder: false)
    return true
  }

  /// Throws if a removed device may have created the stream, because keys must not be shared with
  /// the devices that such a stream lists.
  func refuseUnproven() throws {
    guard syncState.isProven else { throw Self.isBegun }
  }

  private static let isBegun = SyncError(
    .lost,
    "Another device has started to refill the servers and has not finished yet. If this continues, run “sync "
      + "refill” to refill them from this device.", isTemporary: true)

  private func begin(_ state: StreamState, asFounder isFounder: Bool) throws {
    // The log will belong to a stream on these servers, so the new addresses are stored.
    try endMove()
    let next = syncState.restarted(in: state, asFounder: isFounder)
    try sharing.loseOrder { (writer) in try write(next, to: writer) }
    syncState = next
    outgoing = []
    endingSince = nil
  }

  /// Sends the messages that must precede batches in a stream that replaced a lost stream.
  func enterStream(_ report: inout SyncReport) throws {
    while syncState.isFounder, syncState.members.isEmpty, let note = syncState.former {
      _ = try publishOnce(.founded(note), &report)
    }
    while syncState.isFounder, syncState.epoch < syncState.newestEpoch,
      let key = syncState.keys[syncState.epoch + 1]
    {
      _ = try publishOnce(.keyTurned(syncState.turn(to: key, without: [])), &report)
    }
    guard syncState.epoch >= max(syncState.newestEpoch, syncState.firstEpoch) else {
      throw Self.isBegun
    }
    let note = DeviceJoinRecord(
      name: syncState.name, publicKey: syncState.box.open, invitation: 0, invited: 0)
    while syncState.hasToReturn {
      _ = try publishOnce(.joined(note), &report)
    }
    while syncState.canSendForgetRequestsFirst,
      let forgetting = syncState.forgettings.first(where: syncState.mustBeSentFirst)
    {
      // Batches that other devices have already sent may contain data to forget.
      try announce(forgetting, endingStream: syncState.hasBatches, &report)
    }
    guard syncState.members[syncState.number] != nil else {
      throw SyncError(
        .lost,
        "The servers have lost the message with which this device joined. \(SyncError.refillAdvice)"
      )
    }
  }
}

extension SyncState {
  /// The minimum distance between the device numbers of a lost stream, whose length is unknown, and
  /// the device numbers of the new stream.
  private static let step: UInt64 = 10_000
  /// The maximum number of earlier streams whose first messages are stored. Servers that are
  /// restored from a backup return one of the recent streams.
  private static let previousLimit = 100

  /// The newest epoch with a key, which is the current epoch at the end of the stream.
  var newestEpoch: UInt32 { keys.keys.max() ?? 0 }

  /// Whether the device that created the stream is known not to have been removed. A list of
  /// devices is trusted only if it comes from such a stream.
  var isProven: Bool { founder?.isProven ?? true }

  /// Returns the state at the beginning of a stream that replaces this state's stream.
  func restarted(in state: StreamState, asFounder isFounder: Bool) -> SyncState {
    var next = SyncState(
      profile: profile, servers: servers, name: name, logDevice: logDevice, box: box, keys: keys)
    next.number = number
    next.created = state.created
    next.former = streamStart
    next.firstEpoch = newestEpoch
    next.isFounder = isFounder
    next.forgotten = forgotten
    next.removedBefore = removedBefore
    // If nothing was read yet, this may be the same stream.
    if beginning.isEmpty { next.attempts = attempts }
    next.previousBeginnings =
      (previousBeginnings + (beginning.isEmpty ? [] : [beginning])).suffix(Self.previousLimit)
    next.forgettings =
      forgettings.filter { $0.isNew || !$0.waiting.isEmpty }.map(\.inAnotherStream)
    next.redacted = redacted
    next.hasRemnants = hasRemnants || next.forgettings.count < forgettings.count
    return next
  }

  /// The first message of a stream that this device creates. The message contains everything that
  /// this device knows about the devices from this stream and earlier streams.
  private var streamStart: StreamStart {
    var note = former ?? StreamStart(members: [:], base: 0, epoch: 0)
    for (number, member) in isProven ? members : [:] {
      let isRemoved = member.isRemoved || note.members[number]?.isRemoved == true
      note.members[number] = Member(
        name: member.name, publicKey: member.publicKey, messageCount: 0, isRemoved: isRemoved)
    }
    note.members[number] =
      note.members[number]
      ?? Member(name: name, publicKey: box.open, messageCount: 0)
    let length = (position / Self.step + 2) * Self.step
    let base = UInt64(isProven ? max(note.base, base) : note.base)
    // No device can join beyond this limit. Existing devices continue.
    note.base = UInt32(min(base + length, StreamMessage.lastPosition - 1))
    // The removals may not have been read, because the stream may not have been read to its end.
    for device in removedBefore where device <= note.base || note.members[device] != nil {
      note.members[device] = note.members[device] ?? .unknown
      note.members[device]?.isRemoved = true
    }
    note.epoch = newestEpoch
    note.forgotten = forgotten.map(\.id)
    return note
  }

  /// Whether this device must send forget requests before all other messages. The founder sends
  /// them before it has sent batches, and other devices send them while the stream contains no
  /// batches.
  fileprivate var canSendForgetRequestsFirst: Bool {
    guard let founder, members[number] != nil else { return false }
    return isFounder ? !founder.hasBegun : !hasBatches
  }

  /// Whether a request must be sent before all other messages. A device that is not the founder
  /// sends only requests whose content it has.
  fileprivate func mustBeSentFirst(_ forgetting: PendingForget) -> Bool {
    mustBeResent(forgetting)
      && (isFounder || SealedRequest.content(of: forgetting.request, self) != nil)
  }

  /// Whether a message is the first message of this stream or of an earlier stream.
  func hasRead(_ first: StreamMessage) -> Bool {
    let hash = StreamHash.of(first.bytes)
    return hash == beginning || previousBeginnings.contains(hash)
  }

  /// Whether a message is the first message of a replacement stream that a device of this profile
  /// has created.
  func isFounding(_ message: StreamMessage) -> Bool {
    guard message.position == 1, let sealed = try? SealedMessage(message.bytes),
      let key = keys[sealed.head.epoch], let bytes = sealed.content(of: profile, key: key),
      case .founded(let start)? = try? MessageContent(bytes, of: sealed.head.device)
    else { return false }
    // The first stream of a profile does not replace another stream.
    return start.base > 0
  }

  /// Applies the first message of a stream. Returns false if the message is not a first message.
  mutating func begin(
    with bytes: [UInt8], _ head: SealedMessage.Head
  ) throws -> Bool {
    let note: StreamStart
    switch try? MessageContent(bytes, of: head.device) {
    case .founded(let start): note = start
    case .joined(let record) where record.invitation == 0 && head.position == 1:
      // Earlier versions began the first stream of a profile in this way.
      note = StreamStart(of: record)
    default: return false
    }
    guard head.position == 1, note.members[head.device]?.isRemoved == false else {
      throw StreamFault.stranger(head.position).failure
    }
    if let failure = failure(ofNumberTakenBy: note.members[number]) { throw failure }
    // A device that removes another device does not give that device the new key, so this device
    // cannot have been removed if it has the key.
    guard note.members[number]?.isRemoved != true || keys[note.epoch] == nil else {
      throw StreamFault.outdated(head.position, label(of: head.device)).failure
    }
    members = note.members
    base = note.base
    founder = Founder(device: head.device, forgotten: note.forgotten)
    // The device that invited this device has already checked the stream.
    if hasJoinedHere, number == 0 || number > base { founder?.isProven = true }
    firstEpoch = max(firstEpoch, note.epoch)
    isFounder = isFounder && head.device == number
    return true
  }
}

extension MessageContent {
  /// Whether the content is allowed at the beginning of a replacement stream, before the newest key
  /// applies.
  var isBeginning: Bool {
    switch self {
    case .founded, .keyTurned: true
    case .joined, .batches, .part, .relayed, .library, .forgetting, .forgotten: false
    }
  }
}
