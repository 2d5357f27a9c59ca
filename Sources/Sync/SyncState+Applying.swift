internal import BrowserModel
internal import Platform
internal import RetraceTimeline

/// The processing of messages from the stream. Each message is validated against the earlier
/// messages.
extension SyncState {
  /// The maximum number of unused invitations that are stored in the state.
  private static let invitationLimit = 1_000

  /// Applies the next message of the stream, after checking that a device of the profile wrote it
  /// for this position.
  ///
  /// - Throws: ``SyncError`` if the message is invalid. In that case, the state is not changed.
  mutating func apply(_ message: StreamMessage) throws -> AppliedMessage {
    try message.checkPosition()
    var next = self
    let form = try StreamFault.decoding(at: message.position) {
      try MessageForm(of: message.bytes)
    }
    let taken: AppliedMessage
    Trace.write(
      .sync, "read", of: "\(form)",
      ["position": Int(clamping: message.position), "bytes": message.bytes.count])
    switch form {
    case .invitation:
      next.invitations[message.position] = message.milliseconds
      // Anyone who can append to the stream can create such messages, so their number is limited.
      if next.invitations.count > Self.invitationLimit, let oldest = next.invitations.keys.min() {
        next.invitations[oldest] = nil
      }
      taken = .nothing
    case .request:
      try next.applyRequest(message)
      taken = .nothing
    case .message:
      taken = try next.apply(sealed: message)
      next.hash = StreamHash.of(message.bytes)
      next.chainPosition = message.position
      if message.position == 1 { next.beginning = next.hash }
    }
    next.position = message.position
    next.milliseconds = message.milliseconds
    next.attempts.removeAll { $0.position <= next.chainPosition }
    self = next
    return taken
  }

  private mutating func apply(sealed message: StreamMessage) throws -> AppliedMessage {
    let sealed = try StreamFault.decoding(at: message.position) {
      try SealedMessage(message.bytes)
    }
    let head = sealed.head
    guard let key = keys[head.epoch] else { throw StreamFault.key(message.position).failure }
    guard let bytes = sealed.content(of: profile, key: key) else {
      throw unreadable(message.position, of: head.device, in: head.epoch).failure
    }
    // The content could be decrypted, so the writer has or had the keys.
    guard head.position == message.position else {
      throw StreamFault.moved(message.position, from: head.position).failure
    }
    var isBeginning = false
    if members.isEmpty { isBeginning = try begin(with: bytes, head) }
    try checkOrder(of: head)
    let content = try StreamFault.decoding(at: message.position) {
      try MessageContent(bytes, of: head.device)
    }
    Trace.write(.sync, "open", of: content.kindName, ["device": Int(head.device)])
    guard epoch >= firstEpoch || content.isBeginning else {
      throw StreamFault.outdated(head.position, label(of: head.device)).failure
    }
    if head.device == number, number > 0 {
      let attempt = PlacedMessage(position: head.position, hash: StreamHash.of(message.bytes))
      guard attempts.contains(attempt) else { throw copied(by: content, at: head.position) }
    }
    if head.device == founder?.device, head.device == number || head.epoch >= firstEpoch {
      founder?.isProven = true
    }
    let taken =
      isBeginning ? .nothing : try apply(content, head, at: message.milliseconds)
    members[head.device]?.messageCount += 1
    return taken
  }

  /// Returns the fault for a message that cannot be decrypted with the key of its epoch.
  private func unreadable(
    _ position: UInt64, of device: UInt32, in epoch: UInt32
  ) -> StreamFault {
    // Two devices may have changed the key at the same time, and one of them may not have known
    // this device.
    let isLeftOut = base > 0 && members[number] == nil && epoch > 1
    return isLeftOut ? .turn(position, label(of: device)) : .forged(position)
  }

  /// Throws unless a message directly follows the messages read so far and its device is allowed to
  /// write.
  private func checkOrder(of head: SealedMessage.Head) throws {
    let label = label(of: head.device)
    let member = members[head.device]
    let expected = (member?.messageCount ?? 0) + 1
    guard head.number <= expected else {
      throw StreamFault.missing(expected, label, before: head.position).failure
    }
    guard head.before == hash else { throw StreamFault.split(head.position, label).failure }
    guard head.epoch == epoch else { throw StreamFault.key(head.position).failure }
    guard head.number == expected else { throw StreamFault.number(head.position, label).failure }
    guard head.device > 0 else { throw StreamFault.stranger(head.position).failure }
    if let member {
      guard !member.isRemoved else { throw StreamFault.removed(head.position, label).failure }
    } else {
      let hasJoined = UInt64(head.device) == head.position + UInt64(base)
      guard hasJoined || head.device <= base else {
        throw StreamFault.stranger(head.position).failure
      }
    }
  }

  private mutating func apply(
    _ content: MessageContent, _ head: SealedMessage.Head, at milliseconds: Int64
  ) throws -> AppliedMessage {
    let device = head.device
    switch content {
    case .joined where device > base && members[device] != nil:
      throw StreamFault.number(head.position, label(of: device)).failure
    case .joined(let record) where device > base:
      return admit(record, as: device, at: milliseconds)
    case .joined(let record) where members[device] == nil:
      members[device] = Member(record)
      waitForForgetting(by: device)
      return .nothing
    default: break
    }
    guard members[device] != nil else { throw StreamFault.stranger(head.position).failure }
    switch content {
    case .joined, .founded: return .nothing
    case .batches(let batches), .relayed(let batches, _):
      noteBatches(of: device)
      members[device]?.parts = []
      noteSent(batches)
      return .batches(batches)
    case .part(let part): return try apply(part, head)
    case .keyTurned(let turn):
      try apply(turn, head)
      return .nothing
    case .library(let hash):
      messagesSinceComparison = 0
      comparison = device == number ? nil : Comparison(device: device, hash: hash)
      return .nothing
    case .forgetting(let note):
      apply(note, of: device, at: milliseconds)
      return .nothing
    case .forgotten(let notes):
      for note in notes where forgettings.contains(where: { $0.id == note.id }) {
        change(note.id) {
          $0.waiting.remove(device)
          $0.done[device] = note.newest
        }
      }
      return .nothing
    }
  }

  /// Stores the number of the newest event of this device that is in the stream.
  mutating func noteSent(_ batches: [SharedBatch]) {
    for batch in batches where batch.device == number {
      sentThrough = max(sentThrough, batch.last.rawValue)
    }
  }

  private mutating func noteBatches(of device: UInt32) {
    hasBatches = true
    if founder?.device == device { noteFounderHasBegun() }
    messagesSinceComparison += 1
    comparison = nil
  }

  /// Notes that the founder has sent its unfinished forget requests. The stream does not contain
  /// data of the requests that the founder did not send, so a device that joined this stream need
  /// not complete them.
  private mutating func noteFounderHasBegun() {
    guard let founder, !founder.hasBegun else { return }
    self.founder?.hasBegun = true
    guard hasJoinedHere else { return }
    for id in founder.forgotten
    where !hasForgotten(id) && !forgettings.contains(where: { $0.id == id }) {
      noteForgotten(ForgetReceipt(id: id, newest: .nothing))
    }
  }

  private mutating func apply(
    _ part: BatchPart, _ head: SealedMessage.Head
  ) throws -> AppliedMessage {
    noteBatches(of: head.device)
    // A device that was interrupted starts again with the first part.
    var parts = part.index == 0 ? [] : members[head.device]?.parts ?? []
    guard parts.count == Int(part.index) else {
      throw StreamFault.garbled(head.position).failure
    }
    parts.append(head.position)
    let isLast = part.index == part.count - 1
    members[head.device]?.parts = isLast ? [] : parts
    return isLast ? .parts(parts, of: head.device) : .nothing
  }

  // MARK: Members

  /// All devices known from this stream, or from an earlier stream that was lost or ended.
  var knownMembers: [UInt32: Member] {
    (former?.members ?? [:]).merging(members) { before, now in before.isRemoved ? before : now }
  }

  /// Whether this device joined in this stream, and not in an earlier stream that was lost or
  /// ended.
  var hasJoinedHere: Bool { former == nil }

  /// Whether the stream's founder did not know this device, so that this device must announce its
  /// return.
  var hasToReturn: Bool { number > 0 && number <= base && members[number] == nil }

  /// Adds a device that joined with a valid invitation. All devices reach the same result, even if
  /// the invitation is already erased. In that case, they must trust the time in the record.
  private mutating func admit(
    _ note: DeviceJoinRecord, as device: UInt32, at milliseconds: Int64
  ) -> AppliedMessage {
    guard note.invitation > 0, usedInvitations.insert(note.invitation).inserted else {
      return .refused(Invitation.notUsable)
    }
    let invited = invitations.removeValue(forKey: note.invitation) ?? note.invited
    guard invited == note.invited, !Invitation.hasExpired(from: invited, at: milliseconds) else {
      return .refused(Invitation.isTooOld)
    }
    members[device] = Member(note)
    guard ending == nil else {
      // The device also reads the requests that the other devices must complete.
      waitForForgetting(by: device)
      return .nothing
    }
    // All events of the new device are newer than the requests.
    for index in forgettings.indices where forgettings[index].isTold {
      forgettings[index].done[device] = .nothing
    }
    return .nothing
  }

  /// Applies a key change that removes devices.
  private mutating func apply(_ turn: KeyRotation, _ head: SealedMessage.Head) throws {
    // A device that removes this device does not share the new key. If this device already has the
    // new key, the sender is outdated.
    guard !turn.removed.contains(number) || keys[epoch + 1] == nil else {
      throw StreamFault.outdated(head.position, label(of: head.device)).failure
    }
    for device in turn.removed { noteRemoved(device) }
    // Devices that are invited but have not joined only have the earlier keys.
    invitations = [:]
    guard !isRemoved else { return }
    epoch += 1
    let fault = StreamFault.turn(head.position, label(of: head.device)).failure
    guard let own = turn.keys.first(where: { $0.device == number }) else {
      // A device that joined later, or that the stream's founder did not know, already has all keys
      // from its invitation.
      guard keys[epoch] != nil, members[number] == nil || number > base else {
        throw fault
      }
      return
    }
    guard let key = Sodium.unboxed(own.sealed, with: box), key.count == Sodium.keyLength,
      key == keys[epoch] ?? key
    else { throw fault }
    keys[epoch] = key
    guard epoch >= firstEpoch else { return }
    founder?.isProven = true
    // Now that the founder is proven, the removal also applies to other streams.
    for device in turn.removed { noteRemoved(device) }
  }

  /// Marks a device as removed. It is possible that the device has not returned to this stream.
  private mutating func noteRemoved(_ device: UInt32) {
    if isProven { former?.members[device]?.isRemoved = true }
    guard members[device] != nil || device <= base || device == number else { return }
    members[device] = members[device] ?? former?.members[device] ?? .unknown
    members[device]?.isRemoved = true
  }

  // MARK: Forget requests

  /// Stores a sealed request until a message of the chain states which devices must complete it.
  private mutating func applyRequest(_ message: StreamMessage) throws {
    let request = try StreamFault.decoding(at: message.position) {
      try SealedRequest(message.bytes)
    }
    guard request.content(self) != nil else {
      throw unreadable(message.position, of: founder?.device ?? 0, in: request.epoch).failure
    }
    // The request must use the current key, because a removed device has the earlier keys.
    guard request.epoch == epoch else { throw StreamFault.key(message.position).failure }
    guard epoch >= firstEpoch else {
      throw StreamFault.outdated(message.position, label(of: founder?.device ?? 0)).failure
    }
    change(request.id) {
      $0.request = message.bytes
      if !$0.positions.contains(message.position) { $0.positions.append(message.position) }
    }
  }

  /// Applies a forget request.
  private mutating func apply(
    _ note: ForgetRequest, of device: UInt32, at milliseconds: Int64
  ) {
    // A device that need not complete the request has already completed it, or joined when none of
    // its data was left.
    let isMember = members[number] != nil || hasJoinedHere
    if !note.endsStream, !note.waiting.contains(number), isMember, !hasForgotten(note.id) {
      noteForgotten(ForgetReceipt(id: note.id, newest: note.done[number] ?? .nothing))
    }
    let before = forgotten.first { $0.id == note.id }?.newest
    change(note.id) {
      if note.endsStream {
        // The stream contains data that this device may have already forgotten, so it must complete
        // the request again.
        $0.newest = nil
      } else if $0.waiting.isEmpty {
        // This device need not complete the request, so its earlier completion counts.
        $0.newest = $0.newest ?? before
      }
      ($0.isTold, $0.isNew) = (true, false)
      $0.waiting = Set(note.waiting)
      // The sender may not know which events other devices had when they completed, or were about
      // to complete, the request.
      $0.done = note.done.merging($0.done) { told, _ in told }
      if !$0.positions.contains(note.position) { $0.positions.append(note.position) }
    }
    if note.endsStream, ending == nil {
      ending = StreamEnding(device: device, milliseconds: milliseconds)
    }
  }

  /// Notes that a device that enters the stream must complete the requests that the stream
  /// contains.
  private mutating func waitForForgetting(by device: UInt32) {
    for index in forgettings.indices where forgettings[index].isTold {
      // A request that all devices have completed may already be erased.
      guard !isOver(forgettings[index]) else { continue }
      forgettings[index].waiting.insert(device)
    }
  }

  /// Whether this device has completed a request.
  func hasForgotten(_ id: [UInt8]) -> Bool { forgotten.contains { $0.id == id } }

  /// Notes that this device has completed a request.
  mutating func noteForgotten(_ note: ForgetReceipt) {
    forgotten = (forgotten.filter { $0.id != note.id } + [note]).suffix(Self.forgottenLimit)
  }

  /// The maximum number of completed requests that are stored in the state. A device does not miss
  /// this many requests while it is offline.
  private static let forgottenLimit = 1_000

  /// Changes the state of a request, and adds the request if it is new.
  mutating func change(_ id: [UInt8], _ body: (inout PendingForget) -> Void) {
    guard let index = forgettings.firstIndex(where: { $0.id == id }) else {
      var forgetting = PendingForget(id: id)
      body(&forgetting)
      forgettings.append(forgetting)
      return
    }
    body(&forgettings[index])
  }
}
