internal import BrowserModel
internal import RetraceTimeline

/// Reading the stream: each message is judged by those before it.
extension SyncState {
  /// So many invitations are waited for at once.
  private static let invitationLimit = 1_000

  /// Takes the next message of the stream, if it is what a device of the profile wrote for this place.
  ///
  /// - Throws: Otherwise, a sentence that says what is wrong; nothing is changed then.
  mutating func take(_ message: StreamMessage) throws(SyncFailure) -> TakenMessage {
    try message.checkPosition()
    var next = self
    let form = try reading(at: message.position) { () throws(MessageDamage) in
      try MessageForm(of: message.bytes)
    }
    let taken: TakenMessage
    switch form {
    case .invitation:
      next.invitations[message.position] = message.milliseconds
      // Anybody who may append can make such messages.
      if next.invitations.count > Self.invitationLimit, let oldest = next.invitations.keys.min() {
        next.invitations[oldest] = nil
      }
      taken = .nothing
    case .request:
      try next.takeRequest(message)
      taken = .nothing
    case .message:
      taken = try next.take(sealed: message)
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

  private mutating func take(sealed message: StreamMessage) throws(SyncFailure) -> TakenMessage {
    let sealed = try reading(at: message.position) { () throws(MessageDamage) in
      try SealedMessage(message.bytes)
    }
    let head = sealed.head
    guard let key = keys[head.epoch] else { throw StreamFault.key(message.position).failure }
    guard let bytes = sealed.content(of: profile, key: key) else {
      throw unreadable(message.position, of: head.device, in: head.epoch).failure
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
      let attempt = PlacedMessage(position: head.position, hash: StreamHash.of(message.bytes))
      guard attempts.contains(attempt) else { throw copied(by: content, at: head.position) }
    }
    if head.device == founder?.device, head.device == number || head.epoch >= firstEpoch {
      founder?.isProven = true
    }
    members[head.device]?.messageCount += 1
    return try take(content, head, at: message.milliseconds)
  }

  /// What is wrong with a message that the key does not open.
  private func unreadable(
    _ position: UInt64, of device: UInt32, in epoch: UInt32
  ) -> StreamFault {
    // Two may have changed the key, of which one had not heard of this device.
    let isLeftOut = founder != nil && members[number] == nil && epoch > 1
    return isLeftOut ? .turn(position, label(of: device)) : .forged(position)
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
      members[device] = Member(note)
      waitForForgetting(by: device)
      return .nothing
    default: break
    }
    guard members[device] != nil else { throw StreamFault.stranger(head.position).failure }
    switch content {
    case .joined, .founded, .returned: return .nothing
    case .relayed where founder == nil:
      // Only where a stream was lost does anybody tell what others did.
      throw StreamFault.garbled(head.position).failure
    case .batches(let batches), .relayed(let batches, _):
      noteBatches(of: device)
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
    case .forgetting(let note):
      take(note, of: device, at: milliseconds)
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

  /// Notes what of this device stands in the stream.
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

  /// Notes that the founder has told what there was to be forgotten: a device that has joined its stream finds
  /// nothing of what it does not tell.
  private mutating func noteFounderHasBegun() {
    guard let founder, !founder.hasBegun else { return }
    self.founder?.hasBegun = true
    guard hasJoinedHere else { return }
    for id in founder.forgotten
    where !hasForgotten(id) && !forgettings.contains(where: { $0.id == id }) {
      noteForgotten(ForgetReceipt(id: id, newest: .nothing))
    }
  }

  private mutating func take(
    _ part: BatchPart, _ head: SealedMessage.Head
  ) throws(SyncFailure) -> TakenMessage {
    noteBatches(of: head.device)
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

  /// All devices, as this stream says, or one before that came to be lost, or ended.
  var knownMembers: [UInt32: Member] {
    (former?.members ?? [:]).merging(members) { before, now in before.isRemoved ? before : now }
  }

  /// Whether this device has joined this very stream, and not one that was lost or has ended.
  var hasJoinedHere: Bool { former == nil }

  /// Whether whoever founded the stream did not know this device, so that it has to say that it is back.
  var hasToReturn: Bool { number > 0 && number <= base && members[number] == nil }

  /// Admits a device that has joined, if its invitation was good. All devices find the same, whether
  /// they still see the invitation or have to believe when it was made.
  private mutating func admit(
    _ note: DeviceJoinRecord, as device: UInt32, at milliseconds: Int64
  ) -> TakenMessage {
    if note.invitation == 0 {
      guard members.isEmpty else { return .refused(Invitation.isOfNoUse) }
    } else {
      guard usedInvitations.insert(note.invitation).inserted else {
        return .refused(Invitation.isOfNoUse)
      }
      let invited = invitations.removeValue(forKey: note.invitation) ?? note.invited
      guard invited == note.invited, !Invitation.hasExpired(from: invited, at: milliseconds) else {
        return .refused(Invitation.isTooOld)
      }
    }
    members[device] = Member(note)
    guard ending == nil else {
      // It reads what the others are to forget.
      waitForForgetting(by: device)
      return .nothing
    }
    // What it does comes later.
    for index in forgettings.indices where forgettings[index].isTold {
      forgettings[index].done[device] = .nothing
    }
    return .nothing
  }

  /// Takes over that devices were removed, and the key that counts from here on.
  private mutating func take(_ turn: KeyRotation, _ head: SealedMessage.Head) throws(SyncFailure) {
    // Whoever removes this device knows the key that counts from here on, and does not give it that.
    guard !turn.removed.contains(number) || keys[epoch + 1] == nil else {
      throw StreamFault.outdated(head.position, label(of: head.device)).failure
    }
    for device in turn.removed { noteRemoved(device) }
    // Who was invited before has only the keys of before.
    invitations = [:]
    guard !isRemoved else { return }
    epoch += 1
    let fault = StreamFault.turn(head.position, label(of: head.device)).failure
    guard let own = turn.keys.first(where: { $0.device == number }) else {
      // Who has joined later got all keys with the invitation, and so did one of whom the founder of the
      // stream has not heard.
      guard keys[epoch] != nil, founder == nil || members[number] == nil || number > base else {
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
    // Now that is believed of other streams as well.
    for device in turn.removed { noteRemoved(device) }
  }

  /// Notes that a device was removed, which may be one that has not come back to this stream.
  private mutating func noteRemoved(_ device: UInt32) {
    if isProven { former?.members[device]?.isRemoved = true }
    guard members[device] != nil || device <= base || device == number else { return }
    members[device] = members[device] ?? former?.members[device] ?? .unknown
    members[device]?.isRemoved = true
  }

  // MARK: What is to be forgotten

  /// Keeps what is to be forgotten until the chain of messages says who is to do it.
  private mutating func takeRequest(_ message: StreamMessage) throws(SyncFailure) {
    let request = try reading(at: message.position) { () throws(MessageDamage) in
      try SealedRequest(message.bytes)
    }
    guard request.content(self) != nil else {
      throw unreadable(message.position, of: founder?.device ?? 0, in: request.epoch).failure
    }
    // A device that was removed has the keys of before.
    guard request.epoch == epoch else { throw StreamFault.key(message.position).failure }
    guard epoch >= firstEpoch else {
      throw StreamFault.outdated(message.position, label(of: founder?.device ?? 0)).failure
    }
    change(request.id) {
      $0.request = message.bytes
      if !$0.positions.contains(message.position) { $0.positions.append(message.position) }
    }
  }

  /// Takes over that devices are to forget something.
  private mutating func take(
    _ note: ForgetRequest, of device: UInt32, at milliseconds: Int64
  ) {
    // Who is not to do it has done it, or comes when nothing is left of it.
    let isMember = members[number] != nil || hasJoinedHere
    if !note.endsStream, !note.waiting.contains(number), isMember, !hasForgotten(note.id) {
      noteForgotten(ForgetReceipt(id: note.id, newest: note.done[number] ?? .nothing))
    }
    let before = forgotten.first { $0.id == note.id }?.newest
    change(note.id) {
      if note.endsStream {
        // It has words of what one has forgotten before.
        $0.newest = nil
      } else if $0.waiting.isEmpty {
        // It was not waited for: what was done before counts.
        $0.newest = $0.newest ?? before
      }
      ($0.isTold, $0.isNew) = (true, false)
      $0.waiting = Set(note.waiting)
      // Who tells it may not know how far others had come to when they had done it, or were about to.
      $0.done = note.done.merging($0.done) { told, _ in told }
      if !$0.positions.contains(note.position) { $0.positions.append(note.position) }
    }
    if note.endsStream, ending == nil {
      ending = StreamEnding(device: device, milliseconds: milliseconds)
    }
  }

  /// Has a device that comes to a stream forget what it may have read there, or before.
  private mutating func waitForForgetting(by device: UInt32) {
    for index in forgettings.indices where forgettings[index].isTold {
      // What all have forgotten may be erased.
      guard !isOver(forgettings[index]) else { continue }
      forgettings[index].waiting.insert(device)
    }
  }

  /// Whether this device has nothing of what was to be forgotten.
  func hasForgotten(_ id: [UInt8]) -> Bool { forgotten.contains { $0.id == id } }

  /// Notes that this device has nothing of what was to be forgotten.
  mutating func noteForgotten(_ note: ForgetReceipt) {
    forgotten = (forgotten.filter { $0.id != note.id } + [note]).suffix(Self.forgottenLimit)
  }

  /// No device is away for so many.
  private static let forgottenLimit = 1_000

  /// Changes what is known of a forgetting, of which nothing may be known yet.
  mutating func change(_ id: [UInt8], _ body: (inout PendingForget) -> Void) {
    guard let index = forgettings.firstIndex(where: { $0.id == id }) else {
      var forgetting = PendingForget(id: id)
      body(&forgetting)
      forgettings.append(forgetting)
      return
    }
    body(&forgettings[index])
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
