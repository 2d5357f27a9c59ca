/// A log of numbered records with metadata and blobs, on disk or in memory.
///
/// Records are numbered 1, 2, 3 … without gaps and are only ever added at the end. The log does
/// not know what their bytes mean. On disk a log is a profile: a directory of its own (mode 0700)
/// on a local file system that holds an LMDB environment. When `write(_:)` returns, everything
/// that its closure wrote is on disk.
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
/// Several processes may use one profile at the same time; LMDB's lock orders the writers. Within
/// one process a profile is open at most once, and its log may be used from any thread. A
/// transaction begins and ends on the thread that calls `read(_:)` or `write(_:)`. To begin a
/// transaction inside another one of the same log on the same thread is a programmer error and
/// traps, also when both only read.
public final class EventLog: Sendable {
  /// What a log is opened for: `readWrite` takes part in the order of writers, `readOnly` creates
  /// and changes nothing.
  public enum Access: Sendable { case readWrite, readOnly }

  /// When a profile is made at a path that has none.
  public enum Making: Sendable {
    /// When the log is opened.
    case atOnce
    /// With the first committed batch that writes a record or metadata. Until then the log reads
    /// as empty, and nothing is on disk.
    case withFirstBatch
  }

  /// The most bytes that a record, a blob or a checkpoint may have: 16 MiB.
  public static let maximumRecordBytes = 16 << 20

  /// Where the records are.
  enum Backing {
    /// In a profile directory.
    case profile(ProfileRecords)
    /// In a profile directory that the first batch makes.
    case awaited(LazyProfile)
    /// In the memory of this process, until the log is released.
    case memory(MemoryRecords)
  }

  let store: Backing

  /// Opens the profile in a directory.
  ///
  /// Opening for writing also removes what killed compactions left there, and compares the log
  /// with the note of its newest record (``isOlderThanNoted``).
  ///
  /// - Parameters:
  ///   - directory: An absolute or relative path, of which symbolic links are resolved once. For
  ///     writing, a profile is made when nothing or an empty directory is there, whole or not at
  ///     all, together with missing directories above it.
  ///   - access: Whether the log may be written.
  ///   - making: When a missing profile is made. It has no meaning for reading.
  /// - Throws: ``LogFailure/Reason/missing`` when there is no profile and `access` is `readOnly`;
  ///   ``LogFailure/Reason/notADirectory`` and ``LogFailure/Reason/notAProfile`` when something
  ///   else is at the path; ``LogFailure/Reason/alreadyOpen`` when this process has the profile
  ///   open; ``LogFailure/Reason/networkFileSystem``, ``LogFailure/Reason/newerFormat``,
  ///   ``LogFailure/Reason/damaged``, and what the system refuses.
  public convenience init(
    profile directory: String, access: Access, making: Making = .atOnce
  ) throws(LogFailure) {
    try self.init(
      profile: directory, access: access, mapBytes: Environment.usualMapBytes, making: making)
  }

  /// Opens a profile as ``init(profile:access:making:)`` does, with another size of the memory
  /// map.
  ///
  /// - Parameter mapBytes: The address space to reserve for the data file, in bytes. The map is
  ///   doubled whenever it is full, so a small one only costs time; tests use one to see that
  ///   happen.
  package init(
    profile directory: String, access: Access, mapBytes: Int, making: Making = .atOnce
  ) throws(LogFailure) {
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

  /// Makes an empty log in memory, with nothing on disk.
  ///
  /// It behaves like a log on disk: a batch is kept whole or not at all, and it has metadata and
  /// blobs. It has no checkpoints and needs no compaction.
  public init() {
    store = .memory(MemoryRecords())
  }

  /// The absolute path of the profile, without symbolic links, or nil for a log in memory.
  public var directory: String? {
    switch store {
    case .profile(let store): store.profile.directory
    case .awaited(let awaited): awaited.profile.directory
    case .memory: nil
    }
  }

  /// Whether `write(_:)` is refused with ``LogFailure/Reason/readOnly``.
  public var isReadOnly: Bool { profileStore?.access == .readOnly }

  /// Whether the log, when it was opened, had fewer records than it had once acknowledged.
  ///
  /// True means that an older state of the profile is shown, as after a copy was restored or a
  /// disk failed. The note that it is compared with is written without a sync, so false promises
  /// nothing.
  public var isOlderThanNoted: Bool { profileStore?.isOlderThanNoted ?? false }

  /// What the profile was before this log wrote to it: an older copy of itself, as after a backup
  /// was put back. Nil when it was none, or nothing was written yet.
  public var formerCopy: FormerCopy? { profileStore?.formerCopy }

  /// Whether there was no profile when the log was last read, so that the first batch has still
  /// to make it. Always false unless the log was opened with ``Making/withFirstBatch``.
  public var isProfileMissing: Bool {
    guard case .awaited(let awaited) = store else { return false }
    return awaited.knownStore == nil
  }

  /// Whether the first batch of this log made the profile. False when another process was faster.
  public var hasMadeProfile: Bool {
    guard case .awaited(let awaited) = store else { return false }
    return awaited.isMadeHere
  }

  /// The profile, where one is open by now.
  var profileStore: ProfileRecords? {
    switch store {
    case .profile(let store): store
    case .awaited(let awaited): awaited.knownStore
    case .memory: nil
    }
  }

  /// The number of reads that have thrown ``LogFailure/Reason/overwritten``. What was derived from
  /// such a read must be thrown away.
  package var overwrittenReadCount: Int {
    guard isReadOnly else { return 0 }
    return profileStore?.overwrittenReadCount ?? 0
  }

  /// The records that this process could not read so far: those that are missing, and those whose
  /// bytes are not what was written.
  ///
  /// It is empty until something that is damaged is read, so an empty set promises nothing about the
  /// rest of the log. Always empty for a log in memory.
  public var damagedRecords: RecordRanges { profileStore?.damagedRecords ?? RecordRanges() }

  /// The number of checkpoints that readers have rejected (`Reader.rejectCheckpoint`) since the
  /// last write that removed rejected ones.
  package var rejectedCheckpointCount: Int { profileStore?.rejectedCheckpointCount ?? 0 }

  /// Whether the next write has checkpoints to remove.
  package var hasRejectedCheckpoints: Bool { rejectedCheckpointCount > 0 }
}
