internal import BrowserModel
package import RetraceEventLog
package import RetraceStore
internal import RetraceTimeline

/// The storage of the sync state in the metadata of the log.
///
/// The state is written in the same transaction as the batches that it describes. Backups do not
/// contain the state.
extension SyncState {
  /// The metadata key of the state.
  private static let key = "local.sync"

  /// Returns the state of the device, or nil if the profile is not shared.
  ///
  /// - Parameters:
  ///   - store: The profile.
  ///   - folder: The folder of the profile, in which an earlier version may have stored the state.
  /// - Throws: ``SyncError/Reason/storage``
  package static func read(of store: Store, in folder: String) throws -> SyncState? {
    if let syncState = try LegacySyncFiles.read(in: folder) { return joined(syncState) }
    return try joined(stored(in: store.log))
  }

  /// Returns the state like ``read(of:in:)``, for a profile that this process does not have open.
  package static func read(in folder: String) throws -> SyncState? {
    if let syncState = try LegacySyncFiles.read(in: folder) { return joined(syncState) }
    let log: EventLog
    do {
      log = try EventLog(profile: folder, access: .readOnly)
    } catch let error as LogError where error.reason == .missing {
      return nil
    }
    return try joined(stored(in: log))
  }

  private static func joined(_ syncState: SyncState?) -> SyncState? {
    syncState.flatMap { $0.number > 0 ? $0 : nil }
  }

  /// Returns the state in a log, or nil if the log contains no state. It is possible that the
  /// device has not joined yet.
  package static func stored(in log: EventLog) throws -> SyncState? {
    let (bytes, isDamaged) = try log.read { (reader) in
      (try reader.metadata(key), try reader.isDamaged(metadata: key))
    }
    guard bytes != nil || isDamaged else { return nil }
    guard let bytes, let syncState = try? SyncState(bytes: bytes) else {
      throw SyncError(
        .storage,
        "The sync state of this profile is damaged. This device can only join as a new device."
      )
    }
    return syncState
  }

  /// Writes the state in a separate transaction.
  func save(in store: Store) throws {
    try store.log.write { (writer) in try write(to: writer) }
  }

  /// Writes the state in an open transaction.
  func write(to writer: borrowing Writer) throws {
    try writer.setMetadata(Self.key, bytes)
  }

  /// Removes the state from a profile.
  static func remove(from store: Store) throws {
    try store.log.write { (writer) in try writer.setMetadata(key, nil) }
  }
}
