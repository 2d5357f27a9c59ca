/// A log of numbered records with metadata and blobs, on disk or in memory.
///
/// Records are numbered 1, 2, 3 … without gaps and are only ever added at the end; what they mean
/// is the caller's business. On disk a log is a profile: a directory of its own (mode 0700) on a
/// local file system with an LMDB environment in it. Several processes may use one profile at the
/// same time. In one process a profile is open at most once, and a log may be used from any
/// thread. When ``write(_:)`` has returned, everything that was put in it is on disk.
///
/// A transaction begins and ends on the thread that calls. A transaction inside a transaction of
/// the same log on the same thread is a programmer error, also of two reads.
public final class EventLog: Sendable {
  /// What a log is opened for.
  public enum Access: Sendable { case readWrite, readOnly }

  /// When a profile is made where none is.
  public enum Making: Sendable {
    /// When the log is opened.
    case atOnce
    /// With the first batch that is kept; until then the log is empty, and nothing is on disk.
    case withFirstBatch
  }

  /// The longest record and the longest blob: 16 MiB.
  public static let maximumRecordBytes = 16 << 20

  enum Store {
    case profile(ProfileStore)
    case awaited(AwaitedProfile)
    case memory(MemoryStore)
  }

  let store: Store

  /// Opens the profile in a directory.
  ///
  /// - Parameters:
  ///   - directory: A path. For writing, a profile is made when nothing or an empty directory is
  ///     there, whole or not at all, together with missing directories above it. For reading, a
  ///     profile that is missing is ``LogFailure/Reason/missing`` and nothing is created.
  ///   - access: Whether the log may be written.
  ///   - making: When a missing profile is made, where the log may be written.
  public convenience init(
    profile directory: String, access: Access, making: Making = .atOnce
  ) throws(LogFailure) {
    try self.init(
      profile: directory, access: access, mapBytes: Environment.usualMapBytes, making: making)
  }

  /// Opens a profile with another size of the first map, which grows when it is full.
  package init(
    profile directory: String, access: Access, mapBytes: Int, making: Making = .atOnce
  ) throws(LogFailure) {
    if access == .readWrite, making == .withFirstBatch {
      let awaited = try AwaitedProfile(
        directory: directory, mapBytes: mapBytes)
      store = awaited.knownStore.map { .profile($0) } ?? .awaited(awaited)
      return
    }
    store = .profile(
      try ProfileStore(
        directory: directory, access: access, mapBytes: mapBytes))
  }

  /// Makes an empty log in memory, with nothing on disk.
  public init() {
    store = .memory(MemoryStore())
  }

  /// The absolute path of the profile, `nil` for a log in memory.
  public var directory: String? {
    switch store {
    case .profile(let store): store.profile.directory
    case .awaited(let awaited): awaited.profile.directory
    case .memory: nil
    }
  }

  /// Whether ``write(_:)`` is refused.
  public var isReadOnly: Bool { profileStore?.access == .readOnly }

  /// Whether the log had, when it was opened, fewer records than were once acknowledged.
  ///
  /// It means that an older state of the profile is shown, after a restored copy or a failing
  /// disk. The note behind it is written without a sync, so `false` promises nothing.
  public var isOlderThanNoted: Bool { profileStore?.isOlderThanNoted ?? false }

  /// Whether the profile was not there when the log was last read: ``Making/withFirstBatch`` has
  /// still to make it.
  public var isProfileMissing: Bool {
    guard case .awaited(let awaited) = store else { return false }
    return awaited.knownStore == nil
  }

  /// Whether this log has made the profile with its first batch.
  public var hasMadeProfile: Bool {
    guard case .awaited(let awaited) = store else { return false }
    return awaited.isMadeHere
  }

  private var profileStore: ProfileStore? {
    switch store {
    case .profile(let store): store
    case .awaited(let awaited): awaited.knownStore
    case .memory: nil
    }
  }

  /// How many reads have failed with ``LogFailure/Reason/overwritten``: what was taken from them is
  /// worth nothing.
  package var overwrittenReadCount: Int {
    guard isReadOnly else { return 0 }
    return profileStore?.overwrittenReadCount ?? 0
  }

  /// How many checkpoints readers have rejected since somebody removed them.
  package var rejectedCheckpointCount: Int { profileStore?.rejectedCheckpointCount ?? 0 }

  package var hasRejectedCheckpoints: Bool { rejectedCheckpointCount > 0 }
}
