import EventCoding

/// What a compaction came to.
public struct Compaction: Hashable, Sendable {
  /// The bytes of the data file before it.
  public let bytesBefore: Int
  /// The bytes of the data file after it.
  public let bytesAfter: Int
  /// The directories of what was replaced that could not be removed, so that all they have is still
  /// there. It is tried again at every opening.
  public internal(set) var leftovers: [String] = []
}

/// What a compaction changes on the way; without changes everything is copied as it is.
public struct CompactionChanges {
  /// Gives the bytes that take the place of a record, or nil where it stays as it is.
  public var record: (_ sequence: UInt64, _ bytes: RawSpan) -> [UInt8]? = { _, _ in nil }
  /// Whether a blob is kept.
  public var keepsBlob: (_ hash: [UInt8]) -> Bool = { _ in true }
  /// What becomes of a checkpoint, by its key and bytes, once the copy has all its records.
  public var checkpoint:
    (_ key: [UInt8], _ bytes: RawSpan, _ copied: borrowing Reader) ->
      CheckpointChange = { _, _, _ in .stays }
  /// Metadata that is dropped; not the log's own.
  public var droppedMetadata: Set<String> = []
  /// Records that are added at the end.
  public var appended: [[UInt8]] = []

  public init() {}
}

/// What a compaction does with a checkpoint.
public enum CheckpointChange {
  case stays, dropped
  case replaced([UInt8])
}

extension EventLog {
  /// Copies the log into a new, dense data file that takes the place of the old one.
  ///
  /// What was rewritten or removed leaves no byte behind. Checkpoints are copied, too. Other
  /// processes go on: they wait while the copy is made and follow it afterwards. It is done whole or
  /// not at all, also when it is killed. A log in memory is dense already.
  ///
  /// - Parameter progress: Gets the records that are copied and those that there are, now and then.
  /// - Throws: Nothing was changed unless the reason is ``LogFailure/Reason/outcomeUnknown``. The
  ///   copy needs about as much room on the device as the records take.
  /// - Complexity: O(bytes); memory is bounded.
  @discardableResult
  public func compact(
    progress: (_ copied: Int, _ total: Int) -> Void = { _, _ in }
  ) throws(LogFailure) -> Compaction {
    switch store {
    case .memory(let store):
      let byteCount = store.log.byteCount
      return Compaction(bytesBefore: byteCount, bytesAfter: byteCount)
    case .profile(let store): return try store.compact(progress)
    case .awaited(let awaited): return try awaited.storeToCompact().compact(progress)
    }
  }

  /// Compacts the log like ``compact(progress:)`` and changes it on the way, as one step.
  ///
  /// - Parameter plan: Says what changes, after a look at the newest state, which stays the newest
  ///   until the copy has taken its place. **It may run more than once.** What it throws ends the
  ///   compaction, and nothing is changed.
  public func compact<Failure: Error>(
    progress: (_ copied: Int, _ total: Int) -> Void = { _, _ in },
    _ plan: (borrowing Reader) throws(Failure) -> CompactionChanges
  ) throws(LogFailure) -> Result<Compaction, Failure> {
    switch store {
    case .memory(let store): store.change(plan)
    case .profile(let store): try store.compact(progress, plan)
    case .awaited(let awaited): try awaited.storeToCompact().compact(progress, plan)
    }
  }
}

extension ProfileStore {
  fileprivate func compact(
    _ progress: (_ copied: Int, _ total: Int) -> Void
  ) throws(LogFailure) -> Compaction {
    try compact(progress) { (_) throws(LogFailure) in CompactionChanges() }.get()
  }
}

extension AwaitedProfile {
  fileprivate func storeToCompact() throws(LogFailure) -> ProfileStore {
    if let store = try openedStore() { return store }
    throw LogFailure(.missing, operation: "compact", path: profile.directory)
  }
}
