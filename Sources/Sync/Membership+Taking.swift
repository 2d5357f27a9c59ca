internal import BrowserModel
internal import Timeline

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

/// Reading the stream: each message is judged by those before it.
extension Membership {
  /// Takes the next message of the stream, if it is what a device of the profile wrote for this place.
  ///
  /// - Throws: Otherwise, a sentence that says what is wrong; nothing is changed then.
  mutating func take(_ message: StreamMessage) throws(SyncFailure) -> TakenMessage {
    var next = self
    let form = try reading(at: message.position) { () throws(MessageDamage) in
      try MessageForm(of: message.bytes)
    }
    let taken: TakenMessage
    switch form {
    case .invitation:
      next.invitations[message.position] = message.milliseconds
      taken = .nothing
    case .message:
      taken = try next.take(sealed: message)
      next.hash = StreamHash.of(message.bytes)
    }
    next.position = message.position
    next.milliseconds = message.milliseconds
    next.attempts.removeAll { $0.position <= message.position }
    self = next
    return taken
  }

  private mutating func take(sealed message: StreamMessage) throws(SyncFailure) -> TakenMessage {
    let sealed = try reading(at: message.position) { () throws(MessageDamage) in
      try SealedMessage(message.bytes)
    }
    let head = sealed.head
    guard let key = keys[head.epoch] else { throw StreamFault.key(message.position).failure }
    guard let bytes = sealed.content(of: profile, key: key) else {
      throw StreamFault.forged(message.position).failure
    }
    // From here on it is known that somebody wrote it who has, or had, the keys.
    guard head.position == message.position else {
      throw StreamFault.moved(message.position, from: head.position).failure
    }
    if members.isEmpty { try begin(with: bytes, head) }
    try checkOrder(of: head)
    let content = try reading(at: message.position) { () throws(MessageDamage) in
      try MessageContent(bytes, of: head.device)
    }
    guard epoch >= firstEpoch || content.isBeginning else {
      throw StreamFault.outdated(head.position, label(of: head.device)).failure
    }
    if head.device == number, number > 0 {
      let attempt = Attempt(position: head.position, hash: StreamHash.of(message.bytes))
      guard attempts.contains(attempt) else {
        throw SyncFailure(.copied, Self.copied(at: head.position, label(of: number)))
      }
    }
    members[head.device]?.messageCount += 1
    return try take(content, head, at: message.milliseconds)
  }

  /// Checks that a message follows what was read, and is of a device that may write.
  private func checkOrder(of head: SealedMessage.Head) throws(SyncFailure) {
    let label = label(of: head.device)
    let member = members[head.device]
    let expected = (member?.messageCount ?? 0) + 1
    guard head.number <= expected else {
      throw StreamFault.missing(expected, label, before: head.position).failure
    }
    guard head.before == hash else { throw StreamFault.split(head.position, label).failure }
    guard head.epoch == epoch else { throw StreamFault.key(head.position).failure }
    guard head.number == expected else { throw StreamFault.number(head.position, label).failure }
    if let member {
      guard !member.isRemoved else { throw StreamFault.removed(head.position, label).failure }
    } else {
      let hasJoined = UInt64(head.device) == head.position + UInt64(base)
      guard hasJoined || head.device <= base else {
        throw StreamFault.stranger(head.position).failure
      }
    }
  }

  private mutating func take(
    _ content: MessageContent, _ head: SealedMessage.Head, at milliseconds: Int64
  ) throws(SyncFailure) -> TakenMessage {
    let device = head.device
    switch content {
    case .joined(let note) where device > base:
      guard members[device] == nil else {
        throw StreamFault.number(head.position, label(of: device)).failure
      }
      return admit(note, as: device, at: milliseconds)
    case .returned(let note) where device <= base && members[device] == nil:
      members[device] = Member(name: note.name, publicKey: note.publicKey, messageCount: 1)
      return .nothing
    default: break
    }
    guard members[device] != nil else { throw StreamFault.stranger(head.position).failure }
    switch content {
    case .joined, .founded, .returned: return .nothing
    case .batches(let batches), .relayed(let batches, _):
      noteBatches()
      members[device]?.parts = []
      noteSent(batches)
      return .batches(batches)
    case .part(let part): return try take(part, head)
    case .keyTurned(let turn):
      try take(turn, head)
      return .nothing
    case .library(let hash):
      messagesSinceComparison = 0
      comparison = device == number ? nil : Comparison(device: device, hash: hash)
      return .nothing
    }
  }

  /// Notes what of this device stands in the stream.
  mutating func noteSent(_ batches: [SharedBatch]) {
    for batch in batches where batch.device == number {
      sentThrough = max(sentThrough, batch.last.rawValue)
    }
  }

  private mutating func noteBatches() {
    messagesSinceComparison += 1
    comparison = nil
  }

  private mutating func take(
    _ part: BatchPart, _ head: SealedMessage.Head
  ) throws(SyncFailure) -> TakenMessage {
    noteBatches()
    // A device that was interrupted begins anew with the first part.
    var parts = part.index == 0 ? [] : members[head.device]?.parts ?? []
    guard parts.count == Int(part.index) else {
      throw StreamFault.garbled(head.position).failure
    }
    parts.append(head.position)
    let isLast = part.index == part.count - 1
    members[head.device]?.parts = isLast ? [] : parts
    return isLast ? .parts(parts, of: head.device) : .nothing
  }

  // MARK: Who is a member

  /// Admits a device that has joined, if its invitation was good. All devices find the same, whether
  /// they still see the invitation or have to believe when it was made.
  private mutating func admit(
    _ note: JoinNote, as device: UInt32, at milliseconds: Int64
  ) -> TakenMessage {
    if note.invitation == 0 {
      guard members.isEmpty else { return .refused(Invitation.isOfNoUse) }
    } else {
      guard usedInvitations.insert(note.invitation).inserted else {
        return .refused(Invitation.isOfNoUse)
      }
      let invited = invitations.removeValue(forKey: note.invitation) ?? note.invited
      guard invited == note.invited, milliseconds - invited <= Invitation.lifetimeMilliseconds
      else { return .refused(Invitation.isTooOld) }
    }
    members[device] = Member(name: note.name, publicKey: note.publicKey, messageCount: 1)
    return .nothing
  }

  /// Takes over that devices were removed, and the key that counts from here on.
  private mutating func take(_ turn: KeyTurn, _ head: SealedMessage.Head) throws(SyncFailure) {
    for device in turn.removed { members[device]?.isRemoved = true }
    // Who was invited before has only the keys of before.
    invitations = [:]
    guard !isRemoved else { return }
    epoch += 1
    // Who has joined later got all keys with the invitation.
    guard keys[epoch] == nil else { return }
    let own = turn.keys.first { $0.device == number }
    guard let own, let key = Sodium.unboxed(own.sealed, with: box), key.count == Sodium.keyLength
    else { throw StreamFault.turn(head.position, label(of: head.device)).failure }
    keys[epoch] = key
  }

  private static func copied(at position: UInt64, _ label: String) -> String {
    "Another copy of this profile has written to position \(position) of the stream as \(label). "
      + "Only one may: this one can only join anew, with a new profile."
  }

  /// Runs what reads a message, and says in a sentence what is wrong with it.
  private func reading<Value>(
    at position: UInt64, _ body: () throws(MessageDamage) -> Value
  ) throws(SyncFailure) -> Value {
    do throws(MessageDamage) {
      return try body()
    } catch {
      throw StreamFault(error, at: position).failure
    }
  }
}
