internal import BrowserModel
internal import Platform
internal import RetraceEventLog
package import RetraceStore
internal import RetraceTimeline

/// The management of the profile's devices.
extension Synchronization {
  /// Creates an invitation that one more device can use, once and within ten minutes.
  ///
  /// - Throws: ``SyncError``
  package func invite() throws -> Invitation {
    try noting {
      var report = SyncReport()
      while true {
        try catchUpAndVerify(&report)
        let invitation = Invitation(
          servers: syncState.servers, profile: syncState.profile,
          position: syncState.position + 1, key: Sodium.random(Invitation.keyLength))
        let waiting = SealedInvitation(
          keys: syncState.keys, before: syncState.hash, base: syncState.base,
          removed: syncState.members.filter(\.value.isRemoved).keys.sorted())
        guard try append(waiting.bytes(for: invitation), &report) else { continue }
        var noted = syncState
        noted.ownInvitations.insert(invitation.position)
        try save(noted)
        return invitation
      }
    }
  }

  /// Removes a device. The removed device can still read the message that removes it, but no later
  /// messages.
  ///
  /// The profile's key is changed and shared with all other devices. The removed device keeps the
  /// data that it has read.
  ///
  /// - Parameter device: The number of another device.
  /// - Throws: ``SyncError``, with ``SyncError/Reason/refused`` if the device is this device, is
  ///   unknown, or was already removed.
  package func remove(_ device: UInt32) throws {
    try noting {
      guard device != syncState.number else {
        throw SyncError(.refused, "A device cannot remove itself. Remove it on another device.")
      }
      var report = SyncReport()
      repeat {
        try catchUpAndVerify(&report)
        guard let member = syncState.knownMembers[device] else {
          throw SyncError(.refused, "There is no device \(device) to remove.")
        }
        guard !member.isRemoved else {
          throw SyncError(.refused, "Device \(device) was already removed.")
        }
      } while try !publishTurn(without: device, &report)
    }
  }

  /// Reads to the end of the stream, and throws unless the list of devices can be trusted. Call
  /// this before a device is invited or removed.
  private func catchUpAndVerify(_ report: inout SyncReport) throws {
    try readToEnd(&report)
    try refuseUnproven()
  }

  /// Changes the key in order to remove a device. Returns false if other devices appended messages
  /// first. In that case, the caller must repeat the call.
  private func publishTurn(
    without device: UInt32, _ report: inout SyncReport
  ) throws -> Bool {
    let key = Sodium.random(Sodium.keyLength)
    return try publishOnce(
      .keyTurned(syncState.turn(to: key, without: [device])), &report)
  }

  /// Renames this device. The new name is sent with the next exchange.
  ///
  /// - Throws: ``SyncError``, with ``SyncError/Reason/refused`` if the name is invalid
  ///   (``DeviceName``) or belongs to another device.
  package func rename(_ name: String) throws {
    if syncState.isRemoved { throw Self.wasRemoved(syncState) }
    try DeviceName.check(name)
    if let other = try status().devices.first(where: { $0.name == name && !$0.isThis }) {
      let which = other.isRemoved ? "A device that was removed" : "Another device"
      throw SyncError(.refused, "\(which) is already called “\(other.name)”.")
    }
    var renamed = syncState
    renamed.name = name
    try sharing.join(as: Int32(clamping: syncState.number), named: name) {
      (writer) throws in try write(renamed, to: writer)
    }
    syncState = renamed
  }

  /// Erases the invitations of this device that were used or have expired. If erasing an invitation
  /// fails, the next exchange tries again.
  func eraseInvitations() throws {
    var noted = syncState
    // Only invitations before the last message of the chain are erased, so that the stream never
    // loses its end.
    for position in syncState.ownInvitations where position < syncState.chainPosition {
      if let invited = syncState.invitations[position],
        !Invitation.hasExpired(from: invited, at: syncState.milliseconds)
      {
        continue
      }
      do {
        try erase(position) { (try? MessageForm(of: $0.bytes)) == .invitation }
        noted.ownInvitations.remove(position)
      } catch let error as SyncError where error.isTemporary {
      }
    }
    guard noted != syncState else { return }
    try save(noted)
  }

  /// Erases a message that is not part of the chain, if the message at the position is the expected
  /// message. In a stream that lost its end or was replaced, another message may be there.
  func erase(
    _ position: UInt64, if isMeant: (StreamMessage) -> Bool
  ) throws {
    guard let message = try stream.message(at: position), isMeant(message) else { return }
    Trace.write(.sync, "erase", ["position": Int(clamping: position)])
    try stream.erase(position)
  }

  // MARK: Status

  /// Returns the known state of the profile's devices and of this device's synchronization, without
  /// network access.
  ///
  /// - Throws: ``SyncError/Reason/storage``
  package func status() throws -> SyncStatus {
    // A problem of a program that syncs continuously may not affect this program.
    try SyncStatus(syncState, &sharing, store, in: folder, tellsFollowers: false)
  }

  /// Returns the numbers of the removed devices in order, without network access.
  ///
  /// - Parameter folder: The folder of the profile.
  /// - Throws: ``SyncError/Reason/storage``
  package static func removedDevices(in folder: String) throws -> [UInt32] {
    guard let syncState = try SyncState.read(in: folder) else { return [] }
    return syncState.knownMembers.filter { $1.isRemoved }.keys.sorted()
  }

  /// Returns the status without acquiring the lock, even while another program is syncing. Returns
  /// nil if the profile is not shared.
  ///
  /// - Parameters:
  ///   - store: The profile.
  ///   - folder: The folder of the profile.
  /// - Throws: ``SyncError/Reason/storage``
  package static func status(
    of store: Store, in folder: String
  ) throws -> SyncStatus? {
    guard let syncState = try SyncState.read(of: store, in: folder) else { return nil }
    var sharing = DeviceSharing(of: store)
    return try SyncStatus(syncState, &sharing, store, in: folder, tellsFollowers: true)
  }
}

extension SyncState {
  /// Returns the message that gives the remaining devices a new key.
  func turn(to key: [UInt8], without removed: [UInt32]) -> KeyRotation {
    let left = knownMembers.filter { !$1.isRemoved && !removed.contains($0) }
    let keys = left.sorted { $0.key < $1.key }.map { number, member in
      KeyRotation.SealedKey(device: number, sealed: Sodium.boxed(key, for: member.publicKey))
    }
    return KeyRotation(removed: removed, keys: keys)
  }
}

extension Member {
  /// Returns the device's name for display. For a removed device, only the number may be known.
  func label(_ ordinal: Int) -> String {
    name.isEmpty ? "device \(ordinal)" : name
  }
}
