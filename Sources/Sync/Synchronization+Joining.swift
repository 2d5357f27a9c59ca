internal import BrowserModel
internal import RetraceEventLog
package import RetraceStore
internal import RetraceTimeline

/// The start of sharing a profile, and the joining of further devices.
extension Synchronization {
  /// Starts to share a profile. This device becomes its first device.
  ///
  /// If this function is interrupted, call it again with the same name and servers to continue.
  ///
  /// - Parameters:
  ///   - store: The profile. The complete log of this device is shared.
  ///   - folder: The folder of the profile.
  ///   - name: The name of this device.
  ///   - servers: The addresses of the servers that will store the stream.
  ///   - open: A function that opens the stream, which must be empty.
  /// - Throws: ``SyncError``, with ``SyncError/Reason/alreadyShared`` if the profile is already
  ///   shared.
  package static func begin(
    _ store: Store, in folder: String, named name: String, servers: [String], on open: Opening
  ) throws -> Synchronization {
    try DeviceName.check(name)
    let lock = try SyncLock(in: folder)
    try LegacySyncFiles.move(in: folder, to: store)
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
    let stream = try open(address)
    syncState.created = try stream.state().created
    let note = DeviceJoinRecord(
      name: syncState.name, publicKey: syncState.box.open, invitation: 0, invited: 0)
    var joining = JoinProcess(store, in: folder, lock, stream, syncState, note)
    return try joining.finish(Self.wait)
  }

  /// Joins the devices of a shared profile. This device also shares its own log.
  ///
  /// A device that was removed, restored from a backup or copied also uses this function to join
  /// again. Such a device receives a new number and keeps its history.
  ///
  /// If this function is interrupted, call it again with the same invitation to continue.
  ///
  /// - Parameters:
  ///   - invitation: The invitation that another device created.
  ///   - store: This device's profile.
  ///   - folder: The folder of this device's profile.
  ///   - name: The name of this device.
  ///   - open: A function that opens the stream.
  /// - Throws: ``SyncError``, with ``SyncError/Reason/invitation`` if the invitation is not
  ///   valid or has expired, or ``SyncError/Reason/alreadyShared`` if the profile is already
  ///   shared.
  package static func join(
    _ invitation: Invitation, _ store: Store, in folder: String, named name: String,
    on open: Opening
  ) throws -> Synchronization {
    try DeviceName.check(name)
    let lock = try SyncLock(in: folder)
    try LegacySyncFiles.move(in: folder, to: store)
    var begun = try interrupted(store, by: invitation)
    let previous = try SyncState.stored(in: store.log)
    if begun?.profile != invitation.profile || begun?.invitations[invitation.position] == nil {
      begun = nil
    }
    let address = begun?.address ?? invitation.address
    let stream = try open(address)
    if let known = begun {
      let state = try stream.state()
      let there = try stream.message(at: invitation.position)
      // The stream that contained the invitation, or the end of that stream, may have been lost.
      let isOther = there.map { $0.milliseconds != known.invitations[invitation.position] } ?? false
      if state.created != known.created || state.last < invitation.position || isOther {
        begun = nil
      }
    }
    var syncState =
      if let begun { begun } else { try accepted(invitation, store, named: name, on: stream) }
    if syncState.past == nil { syncState.past = try past(of: store, in: stream, syncState) }
    if var previous, previous.box != syncState.box, let past = syncState.past {
      // The device will send its unsent forget requests under its new number.
      _ = try QueuedForgets.move(to: &previous, in: store)
      syncState.carryOver(from: previous, after: past)
    }
    let note = DeviceJoinRecord(
      name: syncState.name, publicKey: syncState.box.open, invitation: invitation.position,
      invited: syncState.invitations[invitation.position] ?? 0)
    var joining = JoinProcess(store, in: folder, lock, stream, syncState, note)
    return try joining.finish(Self.wait)
  }

  /// Returns the state that was stored when starting to share or joining was interrupted, or nil if
  /// neither was interrupted. Throws if the profile is already shared and the device need not join
  /// again.
  ///
  /// - Parameter invitation: The invitation for joining again, or nil if joining again is not
  ///   allowed.
  private static func interrupted(
    _ store: Store, by invitation: Invitation? = nil
  ) throws -> SyncState? {
    guard let begun = try SyncState.stored(in: store.log) else { return nil }
    guard begun.number > 0 else { return begun }
    guard let invitation, try begun.hasToJoinAgain(store) else {
      throw SyncError(
        .alreadyShared,
        "This profile is already shared. “sync” exchanges data with its devices. To join other "
          + "devices, use another profile."
      )
    }
    guard begun.profile == invitation.profile else { throw otherProfileError }
    return nil
  }

  /// Decrypts the message in the stream that belongs to an invitation, and returns a state with its
  /// contents.
  private static func accepted(
    _ invitation: Invitation, _ store: Store, named name: String, on stream: any SharedStream
  ) throws -> SyncState {
    let state = try stream.state()
    let message = try stream.messages(after: invitation.position - 1, limit: 1).first
    guard let message, message.position == invitation.position else {
      throw SyncError(.invitation, Invitation.notUsable)
    }
    let (form, waiting) = try StreamFault.decoding(at: message.position) {
      (try MessageForm(of: message.bytes), try SealedInvitation(message.bytes, for: invitation))
    }
    // If the stream was replaced, another message may be at this position.
    guard form == .invitation else { throw SyncError(.invitation, Invitation.notUsable) }
    guard let waiting else { throw SyncError(.forged, Invitation.isAnother) }
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
  /// Records in the log that its device has joined, and stores the state in the same transaction.
  /// Does nothing if the log already contains this record.
  mutating func complete(_ syncState: SyncState) throws {
    if let device {
      if device.number == syncState.number { return }
      guard device.number == syncState.past?.device else {
        throw SyncError(
          .copied,
          "This profile belongs to a device that joined other devices. "
            + Synchronization.joinAgainAdvice)
      }
    }
    try join(
      as: Int32(clamping: syncState.number), named: syncState.name, continuing: syncState.past
    ) { writer in try syncState.write(to: writer) }
  }
}
