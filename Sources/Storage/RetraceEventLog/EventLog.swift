/// A log of numbered records with metadata and blobs, on disk or in memory.
///
/// Records are numbered 1, 2, 3 … without gaps and are only ever added at the end. The log does not
/// interpret their bytes. On disk, a log is a profile: a separate directory (mode 0700) on a local
/// file system that contains an LMDB environment. When `write(_:)` returns, everything that its
/// closure wrote is on disk.
///
/// ```swift
/// let log = EventLog()
/// let number = try log.write { writer in try writer.append(Array("hello".utf8)) }
/// let text = try log.read { reader in
///   try reader.withRecord(at: number) { bytes in
///     bytes.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
///   }
/// }
/// ```
///
/// Several processes may use one profile at the same time. LMDB's lock orders the writers. One
/// process can open a profile at most once, and may use its log from any thread. A transaction
/// begins and ends on the thread that calls `read(_:)` or `write(_:)`. Beginning a transaction
/// inside another transaction of the same log on the same thread is a programmer error and traps,
/// even if both transactions only read.
public final class EventLog: Sendable {
  /// The access mode. With `readWrite`, the log waits for other writers before it writes. With
  /// `readOnly`, it creates and changes nothing.
  public enum Access: Sendable { case readWrite, readOnly }

  /// The time at which a missing profile is created.
  public enum Making: Sendable {
    /// The profile is created when the log is opened.
    case atOnce
    /// The first committed batch that writes a record or metadata creates the profile. Until then,
    /// the log appears empty, and nothing is on disk.
    case withFirstBatch
  }

  /// The maximum size of a record, a blob or a checkpoint: 16 MiB.
  public static let maximumRecordBytes = 16 << 20

  /// The place where the records are stored.
  enum Backing {
    /// The records are in a profile directory.
    case profile(ProfileRecords)
    /// The records are in a profile directory that the first batch creates.
    case awaited(LazyProfile)
    /// The records are in another storage, such as the memory of this process.
    case storage(StorageRecords)
  }

  let store: Backing

  /// Opens the profile in a directory.
  ///
  /// Opening for writing also removes leftovers of killed compactions, and compares the log with
  /// the note of its newest record (``isOlderThanNoted``).
  ///
  /// - Parameters:
  ///   - directory: An absolute or relative path. Symbolic links in it are resolved once. For
  ///     writing, if the directory is missing or empty, a profile is created completely or not at
  ///     all, together with missing parent directories.
  ///   - access: The access mode.
  ///   - making: The time at which a missing profile is created. Ignored for reading.
  /// - Throws: ``LogError/Reason/missing`` if there is no profile and `access` is `readOnly`;
  ///   ``LogError/Reason/notADirectory`` and ``LogError/Reason/notAProfile`` if the path leads to
  ///   something else; ``LogError/Reason/alreadyOpen`` if this process already has the profile
  ///   open; ``LogError/Reason/networkFileSystem``, ``LogError/Reason/newerFormat``,
  ///   ``LogError/Reason/damaged``, and errors of the system.
  public convenience init(
    profile directory: String, access: Access, making: Making = .atOnce
  ) throws {
    try self.init(
      profile: directory, access: access, mapBytes: Environment.usualMapBytes, making: making)
  }

  /// Opens a profile like ``init(profile:access:making:)``, with another size of the memory map.
  ///
  /// - Parameter mapBytes: The address space to reserve for the data file, in bytes. The map is
  ///   doubled whenever it is full, so a small map only costs time. Tests use a small map to
  ///   exercise the doubling.
  package init(
    profile directory: String, access: Access, mapBytes: Int, making: Making = .atOnce
  ) throws {
    if access == .readWrite, making == .withFirstBatch {
      let awaited = try LazyProfile(
        directory: directory, mapBytes: mapBytes)
      store = awaited.knownStore.map { .profile($0) } ?? .awaited(awaited)
      return
    }
    store = .profile(
      try ProfileRecords(
        directory: directory, access: access, mapBytes: mapBytes))
  }

  /// Creates an empty log in memory, with nothing on disk.
  ///
  /// A log in memory behaves like a log on disk. Batches are atomic, and the log has metadata and
  /// blobs, but it has no checkpoints and needs no compaction.
  public convenience init() {
    do {
      try self.init(storage: MemoryRecords())
    } catch {
      preconditionFailure("An empty log in memory can be opened.")
    }
  }

  /// Opens the log in a storage of the embedder. If the storage is empty, a log is created in it.
  ///
  /// - Parameter storage: A storage that only this log uses in this process.
  /// - Throws: Errors of the storage, and ``LogError/Reason/newerFormat`` if a newer version of
  ///   this package created the log.
  public init(storage: any EventStorage) throws {
    let records = StorageRecords(storage)
    try records.open()
    store = .storage(records)
  }

  /// The absolute path of the profile, without symbolic links, or nil for a log in memory or in
  /// another storage.
  public var directory: String? {
    switch store {
    case .profile(let store): store.profile.directory
    case .awaited(let awaited): awaited.profile.directory
    case .storage: nil
    }
  }

  /// Whether `write(_:)` fails with ``LogError/Reason/readOnly``.
  public var isReadOnly: Bool { profileStore?.access == .readOnly }

  /// Whether the log had fewer records when it was opened than it had acknowledged before.
  ///
  /// True means that this is an older state of the profile, for example because a copy was restored
  /// or a disk failed. The note with the number of acknowledged records is written without a sync,
  /// so a value of false guarantees nothing.
  public var isOlderThanNoted: Bool { profileStore?.isOlderThanNoted ?? false }

  /// The identity of the profile before this log first wrote to it, if the profile was an older
  /// copy of itself, such as a restored backup. Nil if the profile was not a copy, or if nothing
  /// has been written to it yet.
  public var formerCopy: FormerCopy? { profileStore?.formerCopy }

  /// Whether the profile did not exist when the log was last read, so that the first batch must
  /// create it. The value is always false unless the log was opened with ``Making/withFirstBatch``.
  public var isProfileMissing: Bool {
    guard case .awaited(let awaited) = store else { return false }
    return awaited.knownStore == nil
  }

  /// Whether the first batch of this log created the profile. The value is false if another process
  /// created the profile first.
  public var hasMadeProfile: Bool {
    guard case .awaited(let awaited) = store else { return false }
    return awaited.isMadeHere
  }

  /// The storage of the profile, or nil if the profile is not open yet or the log is not in a
  /// profile.
  var profileStore: ProfileRecords? {
    switch store {
    case .profile(let store): store
    case .awaited(let awaited): awaited.knownStore
    case .storage: nil
    }
  }

  /// The number of reads that have thrown ``LogError/Reason/overwritten``. Data derived from such
  /// a read must be discarded.
  package var overwrittenReadCount: Int {
    guard isReadOnly else { return 0 }
    return profileStore?.overwrittenReadCount ?? 0
  }

  /// The records that this process has tried to read and that are missing or damaged.
  ///
  /// An empty set does not mean that the log is intact, because the set contains only records that
  /// were read. For a log in memory, the set is always empty.
  public var damagedRecords: RecordRanges {
    if case .storage(let records) = store { return records.findings.damagedRecords }
    return profileStore?.damagedRecords ?? RecordRanges()
  }

  /// The number of checkpoints that readers have rejected (`Reader.rejectCheckpoint`) since the
  /// last write that removed rejected checkpoints.
  package var rejectedCheckpointCount: Int {
    if case .storage(let records) = store { return records.findings.rejectedCheckpointCount }
    return profileStore?.rejectedCheckpointCount ?? 0
  }

  /// Whether checkpoints can be stored, which requires a writable log that is not in memory.
  package var storesCheckpoints: Bool {
    if case .storage(let records) = store { return records.storage.storesCheckpoints }
    return !isReadOnly
  }

  /// The storage of the embedder, or nil if the log is in a profile.
  package var storage: (any EventStorage)? {
    guard case .storage(let records) = store else { return nil }
    return records.storage
  }

  /// Whether the next write has checkpoints to remove.
  package var hasRejectedCheckpoints: Bool { rejectedCheckpointCount > 0 }
}
