internal import BrowserModel
internal import RetraceEventLog
package import RetraceStore
internal import RetraceTimeline

/// The devices of the profile.
extension Synchronization {
  /// Lets one more device join, with the code that is returned: once, and within ten minutes.
  ///
  /// - Throws: ``SyncFailure``
  package func invite() throws(SyncFailure) -> Invitation {
    try noting { () throws(SyncFailure) in
      var report = SyncReport()
      while true {
        try comeUpToDate(&report)
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

  /// Removes a device: it is told so, and can read nothing of what comes behind.
  ///
  /// The key of the profile is changed, and the new one given to all others. What the device has read
  /// it keeps.
  ///
  /// - Parameter device: The number of another device.
  /// - Throws: ``SyncFailure``, with ``SyncFailure/Reason/refused`` for this device, and for one that is
  ///   none of the profile, or was removed.
  package func remove(_ device: UInt32) throws(SyncFailure) {
    try noting { () throws(SyncFailure) in
      guard device != syncState.number else {
        throw SyncFailure(.refused, "A device is removed by another one.")
      }
      var report = SyncReport()
      repeat {
        try comeUpToDate(&report)
        guard let member = syncState.knownMembers[device] else {
          throw SyncFailure(.refused, "There is no device \(device) to remove.")
        }
        guard !member.isRemoved else {
          throw SyncFailure(.refused, "Device \(device) was removed already.")
        }
      } while try !publishTurn(without: device, &report)
    }
  }

  /// Reads to the end of the stream, founds it where that was left to be done, and begins another one where it
  /// ends: nobody joins or is removed before.
  private func comeUpToDate(_ report: inout SyncReport) throws(SyncFailure) {
    try checkStream(&report)
    try receive(&report)
    try enterStream(&report)
    while syncState.ending != nil {
      try beginAnewWithoutForgotten()
      try receive(&report)
      try enterStream(&report)
    }
    try refuseUnproven()
  }

  /// Changes the key; false if that has to be done anew, since others were first.
  private func publishTurn(
    without device: UInt32, _ report: inout SyncReport
  ) throws(SyncFailure) -> Bool {
    let key = Sodium.random(Sodium.keyLength)
    return try publishOnce(
      .keyTurned(syncState.turn(to: key, without: [device])), &report)
  }

  /// Gives this device another name, which the others are told with the next exchange.
  ///
  /// - Throws: ``SyncFailure``, with ``SyncFailure/Reason/refused`` for a name that is none
  ///   (``DeviceName``), or that another device has.
  package func rename(_ name: String) throws(SyncFailure) {
    if syncState.isRemoved { throw Self.wasRemoved(syncState) }
    try DeviceName.check(name)
    if let other = try status().devices.first(where: { $0.name == name && !$0.isThis }) {
      let which = other.isRemoved ? "A device that was removed" : "Another device"
      throw SyncFailure(.refused, "\(which) is called “\(other.name)” already.")
    }
    var renamed = syncState
    renamed.name = name
    try usingStore { () throws(StoreFailure) in
      try sharing.join(as: Int32(clamping: syncState.number), named: name) {
        (writer) throws(LogFailure) in try write(renamed, to: writer)
      }
    }
    syncState = renamed
  }

  /// Erases the invitations of this device that are of no use any longer. What cannot be erased now is
  /// tried again with the next exchange.
  func eraseInvitations() throws(SyncFailure) {
    var noted = syncState
    // The end of the stream is never erased: nobody could know behind what to append.
    for position in syncState.ownInvitations where position < syncState.chainPosition {
      if let invited = syncState.invitations[position],
        !Invitation.hasExpired(from: invited, at: syncState.milliseconds)
      {
        continue
      }
      do throws(StreamFailure) {
        try erase(position) { (try? MessageForm(of: $0.bytes)) == .invitation }
        noted.ownInvitations.remove(position)
      } catch {
        guard error.isTemporary else { throw SyncFailure(error) }
      }
    }
    guard noted != syncState else { return }
    try save(noted)
  }

  /// Erases a message that is not part of the chain, if it is the one that is meant: in a stream that has lost
  /// its end, or has come in the place of another, something else may stand there.
  func erase(
    _ position: UInt64, if isMeant: (StreamMessage) -> Bool
  ) throws(StreamFailure) {
    guard let message = try stream.message(at: position), isMeant(message) else { return }
    try stream.erase(position)
  }

  // MARK: What is known

  /// What is known of the profile's devices, and of how far this one is. Asks nobody.
  ///
  /// - Throws: ``SyncFailure/Reason/storage``
  package func status() throws(SyncFailure) -> SyncStatus {
    // What was in a follower's way is not in the way of this one.
    try SyncStatus(syncState, &sharing, store, in: folder, tellsFollowers: false)
  }

  /// Returns the numbers of the devices that were removed, in order. Asks nobody.
  ///
  /// - Parameter folder: The folder of the profile.
  /// - Throws: ``SyncFailure/Reason/storage``
  package static func removedDevices(in folder: String) throws(SyncFailure) -> [UInt32] {
    guard let syncState = try SyncState.read(in: folder) else { return [] }
    return syncState.knownMembers.filter { $1.isRemoved }.keys.sorted()
  }

  /// The same for who only wants to know, also while another program exchanges; nil if the profile is not
  /// shared.
  ///
  /// - Parameters:
  ///   - store: The profile.
  ///   - folder: Its folder.
  /// - Throws: ``SyncFailure/Reason/storage``
  package static func status(
    of store: Store, in folder: String
  ) throws(SyncFailure) -> SyncStatus? {
    guard let syncState = try SyncState.read(of: store, in: folder) else { return nil }
    var sharing = DeviceSharing(of: store)
    return try SyncStatus(syncState, &sharing, store, in: folder, tellsFollowers: true)
  }
}

extension SyncState {
  /// What tells the devices that are left of a key that counts from then on.
  func turn(to key: [UInt8], without removed: [UInt32]) -> KeyRotation {
    let left = knownMembers.filter { !$1.isRemoved && !removed.contains($0) }
    let keys = left.sorted { $0.key < $1.key }.map { number, member in
      KeyRotation.SealedKey(device: number, sealed: Sodium.boxed(key, for: member.publicKey))
    }
    return KeyRotation(removed: removed, keys: keys)
  }
}

extension Member {
  /// What it is called; of one that was removed the number may be all that is known.
  func label(_ ordinal: Int) -> String {
    name.isEmpty ? "device \(ordinal)" : name
  }
}
