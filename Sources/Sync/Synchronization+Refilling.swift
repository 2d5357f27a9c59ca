internal import BrowserModel
internal import RetraceEventLog
internal import RetraceStore

/// What devices do when the servers have lost their stream: each of them has all that it needs to fill
/// another one.
extension Synchronization {
  /// Fills the servers again, if they have lost the stream or spoilt it.
  ///
  /// What the servers have of the stream is removed, and a new one begins with everything that this
  /// device knows. The others find it with their next exchange, add what only they know, and go on with
  /// it. No device loses anything by it; where two of them had changed the same, the order may be another
  /// one than before, the same for all.
  ///
  /// - Parameter progress: Called now and then.
  /// - Returns: What was sent and received. If nothing is lost, or another device was first, it is no more
  ///   than an exchange.
  /// - Throws: ``SyncFailure``. It may be called again, or ``exchange(progress:)``, which goes on with it.
  /// - Complexity: O(events), and a durable commit for each message that is sent.
  @discardableResult
  package func refill(
    progress: (SyncProgress) -> Void = { _ in }
  ) throws(SyncFailure) -> SyncReport {
    var tries = 0
    while true {
      do throws(SyncFailure) {
        let report = try exchange(progress: progress)
        guard !syncState.isProven else { return report }
      } catch {
        switch error.reason {
        // A server that is cut off from the others may know less than they do, and another device may be about
        // to fill them: they are given some time.
        case .behind, .renewing: pause(1_000)
        // One that has just been started may not know its streams yet, or somebody else fills it just now.
        case .lost where error.isTemporary && tries < Self.triesOfLost:
          tries += 1
          pause(1_000)
        case .lost, .forged: return try fillAgain(progress)
        default: throw error
        }
        continue
      }
      // Where it stays unknown who has begun the stream, nobody can join.
      guard tries < Self.triesOfLost else { return try fillAgain(progress) }
      tries += 1
      pause(1_000)
    }
  }

  private func fillAgain(
    _ progress: (SyncProgress) -> Void
  ) throws(SyncFailure) -> SyncReport {
    try noting { () throws(SyncFailure) in
      // Somebody has asked for it, so it must not fail by what nobody has any more.
      try dropUnshown()
      try renewStream()
    }
    var report = try exchange(progress: progress)
    report.isRefill = true
    return report
  }

  /// So often servers are asked that do not have the stream just now.
  private static let triesOfLost = 10

  /// Makes an empty stream, which this device is to found.
  func renewStream() throws(SyncFailure) {
    // Nobody fills it with what is to be forgotten.
    try forgetHere()
    let state = try askingStream { () throws(StreamFailure) in
      try stream.renew()
      return try stream.state()
    }
    try begin(state, asFounder: true)
  }

  /// Whether a stream is the one that was read. If it is not, this device goes on with the one that came in its
  /// place.
  ///
  /// - Throws: ``SyncFailure``, also where none of this profile did.
  func isSameStream(_ state: StreamState) throws(SyncFailure) -> Bool {
    guard state.created != syncState.created else { return true }
    let first = try firstMessage()
    if let first, StreamHash.of(first.bytes) == syncState.beginning {
      // The very stream, which servers say was made at another time.
      var same = syncState
      same.created = state.created
      try save(same)
      return true
    }
    if try beginAnew(with: state, first) { return false }
    guard syncState.ending != nil else {
      throw SyncFailure(
        .lost,
        "The servers have lost the stream of this profile and have another one of its name. What "
          + "this device has is whole: “sync refill” fills the servers again.")
    }
    try beginAnewWithoutForgotten()
    return false
  }

  private func firstMessage() throws(SyncFailure) -> StreamMessage? {
    try askingStream { () throws(StreamFailure) in
      try stream.messages(behind: 0, limit: 1).first
    }
  }

  /// Goes on with a stream that another device has founded meanwhile, or founds one that somebody has made; false
  /// if there is none.
  func beginAnewWithOther() throws(SyncFailure) -> Bool {
    guard let state = try streamState(), state.created != syncState.created else { return false }
    guard state.last == 0 else { return try beginAnew(with: state, try firstMessage()) }
    // Of two that do so, that one is its founder whose message comes first.
    try begin(state, asFounder: true)
    return true
  }

  /// Goes on with a stream that another device has founded in the place of the one that was read; false if
  /// there is none.
  ///
  /// - Parameter first: Its first message.
  private func beginAnew(
    with state: StreamState, _ first: StreamMessage?
  ) throws(SyncFailure) -> Bool {
    guard let first, !syncState.hasRead(first), syncState.isFounding(first)
    else { return false }
    try begin(state, asFounder: false)
    return true
  }

  /// Refuses to give keys to the devices of a stream that one may have begun which was removed.
  func refuseUnproven() throws(SyncFailure) {
    guard syncState.isProven else { throw Self.isBegun }
  }

  private static let isBegun = SyncFailure(
    .lost,
    "Another device has begun to fill the servers again, and is not done yet. If that stays so, “sync refill” "
      + "fills them from here.", isTemporary: true)

  private func begin(_ state: StreamState, asFounder isFounder: Bool) throws(SyncFailure) {
    // From here on the log is that of a stream on these servers.
    try endMove()
    let next = syncState.anew(in: state, asFounder: isFounder)
    try usingStore { () throws(StoreFailure) in
      try sharing.loseOrder { (writer) throws(LogFailure) in try write(next, to: writer) }
    }
    syncState = next
    outgoing = []
    endingSince = nil
  }

  /// Does what has to come before anything is told through a stream that came in the place of a lost one.
  func enterStream(_ report: inout SyncReport) throws(SyncFailure) {
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
      _ = try publishOnce(.returned(note), &report)
    }
    while syncState.canTellForgettingsFirst,
      let forgetting = syncState.forgettings.first(where: syncState.isToBeToldFirst)
    {
      // What others have told may have words of it.
      try tell(forgetting, endingStream: syncState.hasBatches, &report)
    }
    guard syncState.members[syncState.number] != nil else {
      throw SyncFailure(
        .lost,
        "The servers have lost that this device has joined. What it has is whole: “sync refill” fills "
          + "the servers again.")
    }
  }
}

extension SyncState {
  /// By so much at least numbers of devices are larger than those of a stream that was lost: nobody knows how
  /// long it was.
  private static let step: UInt64 = 10_000
  /// How many streams that were left are known again. Servers that are put back have one of the newest.
  private static let formerLimit = 100

  /// The newest epoch of which there is a key: the one that counts at the end of the stream.
  var newestEpoch: UInt32 { keys.keys.max() ?? 0 }

  /// Whether a device of the profile is known to have begun the stream, and not one that was removed. Who the
  /// devices are is believed of such a stream alone.
  var isProven: Bool { founder?.isProven ?? true }

  /// What is known at the beginning of a stream that comes in the place of a lost one.
  func anew(in state: StreamState, asFounder isFounder: Bool) -> SyncState {
    var next = SyncState(
      profile: profile, servers: servers, name: name, logDevice: logDevice, box: box, keys: keys)
    next.number = number
    next.created = state.created
    next.former = streamStart
    next.firstEpoch = newestEpoch
    next.isFounder = isFounder
    next.forgotten = forgotten
    next.removedBefore = removedBefore
    // It may be the same stream, of which nothing was read yet.
    if beginning.isEmpty { next.attempts = attempts }
    next.formerBeginnings =
      (formerBeginnings + (beginning.isEmpty ? [] : [beginning])).suffix(Self.formerLimit)
    next.forgettings =
      forgettings.filter { $0.isNew || !$0.waiting.isEmpty }.map(\.inAnotherStream)
    next.redacted = redacted
    next.hasRemnants = hasRemnants || next.forgettings.count < forgettings.count
    return next
  }

  /// With what this device founds another stream: all that it knows of the devices, by this stream and by
  /// those before.
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
    // Behind that no device can join any more; those that have go on.
    note.base = UInt32(min(base + length, StreamMessage.lastPosition - 1))
    // The stream may not have been read as far as that.
    for device in removedBefore where device <= note.base || note.members[device] != nil {
      note.members[device] = note.members[device] ?? .unknown
      note.members[device]?.isRemoved = true
    }
    note.epoch = newestEpoch
    note.forgotten = forgotten.map(\.id)
    return note
  }

  /// Whether what is to be forgotten is told before anything else: by the founder before it has told batches, and
  /// by any other device while there are none.
  fileprivate var canTellForgettingsFirst: Bool {
    guard let founder, members[number] != nil else { return false }
    return isFounder ? !founder.hasBegun : !hasBatches
  }

  /// Whether it is told so. What this device was not shown it waits for, unless it is the founder.
  fileprivate func isToBeToldFirst(_ forgetting: PendingForget) -> Bool {
    isToBeToldAgain(forgetting)
      && (isFounder || SealedRequest.content(of: forgetting.request, self) != nil)
  }

  /// Whether a message is the first one of this stream, or of one that was left.
  func hasRead(_ first: StreamMessage) -> Bool {
    let hash = StreamHash.of(first.bytes)
    return hash == beginning || formerBeginnings.contains(hash)
  }

  /// Whether a message is the first one of a stream that a device of this profile has founded.
  func isFounding(_ message: StreamMessage) -> Bool {
    guard message.position == 1, let sealed = try? SealedMessage(message.bytes),
      let key = keys[sealed.head.epoch], let bytes = sealed.content(of: profile, key: key),
      case .founded? = try? MessageContent(bytes, of: sealed.head.device)
    else { return false }
    return true
  }

  /// Begins a stream with its first message, if that says that it comes in the place of a lost one.
  mutating func begin(
    with bytes: [UInt8], _ head: SealedMessage.Head
  ) throws(SyncFailure) {
    guard case .founded(let note)? = try? MessageContent(bytes, of: head.device) else { return }
    guard head.position == 1, note.members[head.device]?.isRemoved == false else {
      throw StreamFault.stranger(head.position).failure
    }
    if let failure = failure(ofNumberTakenBy: note.members[number]) { throw failure }
    // Whoever removes a device gives it no key that counts from then on.
    guard note.members[number]?.isRemoved != true || keys[note.epoch] == nil else {
      throw StreamFault.outdated(head.position, label(of: head.device)).failure
    }
    members = note.members
    base = note.base
    founder = Founder(device: head.device, forgotten: note.forgotten)
    // Who has let this device join this stream has seen to it.
    if hasJoinedHere, number == 0 || number > base { founder?.isProven = true }
    firstEpoch = max(firstEpoch, note.epoch)
    isFounder = isFounder && head.device == number
  }
}

extension MessageContent {
  /// Whether it can stand at the beginning of a stream that was founded, before the newest key counts.
  var isBeginning: Bool {
    switch self {
    case .founded, .keyTurned: true
    case .joined, .returned, .batches, .part, .relayed, .library, .forgetting, .forgotten: false
    }
  }
}
