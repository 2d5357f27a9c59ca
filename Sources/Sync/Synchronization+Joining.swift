internal import BrowserModel
internal import RetraceEventLog
package import RetraceStore
internal import RetraceTimeline

/// Becoming one of the devices of a profile.
extension Synchronization {
  /// Begins to share a profile: this is its first device.
  ///
  /// Where it was interrupted it may be called again: with the same name and servers it goes on.
  ///
  /// - Parameters:
  ///   - store: The profile, of which this device's log is shared whole.
  ///   - folder: The folder of the profile.
  ///   - name: What people call this device.
  ///   - servers: The servers that keep the stream.
  ///   - open: Opens the stream, which must be empty.
  /// - Throws: ``SyncFailure``, with ``SyncFailure/Reason/alreadyShared`` if the profile is shared.
  package static func begin(
    _ store: Store, in folder: String, named name: String, servers: [String], on open: Opening
  ) throws(SyncFailure) -> Synchronization {
    try DeviceName.check(name)
    let lock = try SyncLock(in: folder)
    try FormerSyncFiles.move(in: folder, to: store)
    var syncState = SyncState(
      profile: Sodium.random(Invitation.profileLength), servers: servers, name: name,
      logDevice: try logDevice(of: store), keys: [1: Sodium.random(Sodium.keyLength)])
    let begun = try interrupted(store)
    try refuseBackup(store)
    if let begun, begun.attempts.first?.position == 1,
      begun.servers == servers, begun.name == name
    {
      syncState = begun
    }
    let address = syncState.address
    let stream = try askingStream { () throws(StreamFailure) in try open(address) }
    syncState.created = try askingStream { () throws(StreamFailure) in try stream.state() }.created
    let note = DeviceJoinRecord(
      name: syncState.name, publicKey: syncState.box.open, invitation: 0, invited: 0)
    var joining = Joining(store, in: folder, lock, stream, syncState, note)
    return try joining.finish(Self.wait)
  }

  /// Joins the devices of a profile. What is in the log of this device is shared with them as well.
  ///
  /// A device that was removed, restored from a backup or copied joins again in this way: it gets a number of
  /// its own and keeps its past.
  ///
  /// Where it was interrupted it may be called again, with the same invitation.
  ///
  /// - Parameters:
  ///   - invitation: What another device has given.
  ///   - store: This device's profile.
  ///   - folder: The folder of this device's profile.
  ///   - name: What people call this device.
  ///   - open: Opens the stream.
  /// - Throws: ``SyncFailure``, with ``SyncFailure/Reason/invitation`` if the invitation is not good (any
  ///   longer), with ``SyncFailure/Reason/alreadyShared`` if the profile is shared.
  package static func join(
    _ invitation: Invitation, _ store: Store, in folder: String, named name: String,
    on open: Opening
  ) throws(SyncFailure) -> Synchronization {
    try DeviceName.check(name)
    let lock = try SyncLock(in: folder)
    try FormerSyncFiles.move(in: folder, to: store)
    var begun = try interrupted(store, by: invitation)
    let previous = try SyncState.stored(in: store.log)
    if begun?.profile != invitation.profile || begun?.invitations[invitation.position] == nil {
      begun = nil
    }
    let address = begun?.address ?? invitation.address
    let stream = try askingStream { () throws(StreamFailure) in try open(address) }
    if let known = begun {
      let state = try askingStream { () throws(StreamFailure) in try stream.state() }
      let there = try askingStream { () throws(StreamFailure) in
        try stream.message(at: invitation.position)
      }
      // The invitation stood in a stream that was lost, or in the part of it that was.
      let isOther = there.map { $0.milliseconds != known.invitations[invitation.position] } ?? false
      if state.created != known.created || state.last < invitation.position || isOther {
        begun = nil
      }
    }
    var syncState =
      if let begun { begun } else { try accepted(invitation, store, named: name, on: stream) }
    if syncState.past == nil { syncState.past = try past(of: store, in: stream, syncState) }
    if var previous, previous.box != syncState.box, let past = syncState.past {
      // What the device has forgotten and not told yet, it tells under its new number.
      _ = try NotedForgets.move(to: &previous, in: store)
      syncState.carryOver(from: previous, behind: past)
    }
    let note = DeviceJoinRecord(
      name: syncState.name, publicKey: syncState.box.open, invitation: invitation.position,
      invited: syncState.invitations[invitation.position] ?? 0)
    var joining = Joining(store, in: folder, lock, stream, syncState, note)
    return try joining.finish(Self.wait)
  }

  /// What was noted when a profile was about to be shared and that was interrupted; nil if there is
  /// nothing.
  ///
  /// - Parameter invitation: The invitation with which a device may join again; nil if it may not.
  private static func interrupted(
    _ store: Store, by invitation: Invitation? = nil
  ) throws(SyncFailure) -> SyncState? {
    guard let begun = try SyncState.stored(in: store.log) else { return nil }
    guard begun.number > 0 else { return begun }
    guard let invitation, try begun.hasToJoinAgain(store) else {
      throw SyncFailure(
        .alreadyShared,
        "This profile is shared already: “sync” goes on with that. Another one needs a folder of its own."
      )
    }
    guard begun.profile == invitation.profile else { throw isOfOtherProfile }
    return nil
  }

  /// Opens what waits in the stream for who has the invitation.
  private static func accepted(
    _ invitation: Invitation, _ store: Store, named name: String, on stream: any SharedStream
  ) throws(SyncFailure) -> SyncState {
    let state = try askingStream { () throws(StreamFailure) in try stream.state() }
    let message = try askingStream { () throws(StreamFailure) in
      try stream.messages(behind: invitation.position - 1, limit: 1).first
    }
    guard let message, message.position == invitation.position else {
      throw SyncFailure(.invitation, Invitation.isOfNoUse)
    }
    let waiting: SealedInvitation?
    let isInvitation: Bool
    do throws(MessageDamage) {
      isInvitation = try MessageForm(of: message.bytes) == .invitation
      waiting = try SealedInvitation(message.bytes, for: invitation)
    } catch {
      throw StreamFault(error, at: message.position).failure
    }
    // The stream was begun anew since, and something else stands there.
    guard isInvitation else { throw SyncFailure(.invitation, Invitation.isOfNoUse) }
    guard let waiting else { throw SyncFailure(.forged, Invitation.isAnother) }
    var syncState = SyncState(
      profile: invitation.profile, servers: invitation.servers, name: name,
      logDevice: try logDevice(of: store), keys: waiting.keys)
    syncState.created = state.created
    syncState.hash = waiting.before
    syncState.base = waiting.base
    syncState.removedBefore = waiting.removed
    syncState.invitations = [message.position: message.milliseconds]
    return syncState
  }
}

extension DeviceSharing {
  /// Writes to the log that its device has joined, together with the state, unless the log has that already.
  mutating func complete(_ syncState: SyncState) throws(SyncFailure) {
    if let device {
      if device.number == syncState.number { return }
      guard device.number == syncState.past?.device else {
        throw SyncFailure(
          .copied,
          "This profile is one of a device that joined elsewhere. "
            + Synchronization.howToJoinAgain)
      }
    }
    // A stream that came in the place of another may lack events that had their place in that one, or have them in
    // another order.
    let isOtherStream = syncState.past != nil && syncState.base > 0
    try usingStore { () throws(StoreFailure) in
      try join(
        as: Int32(clamping: syncState.number), named: syncState.name, continuing: syncState.past,
        isOtherStream: isOtherStream
      ) { (writer) throws(LogFailure) in try syncState.write(to: writer) }
    }
  }
}
