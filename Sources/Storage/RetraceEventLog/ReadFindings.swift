import Synchronization

/// The records and checkpoints that readers of this process found to be unusable.
final class ReadFindings: Sendable {
  /// The keys of useless checkpoints, which the next write removes.
  private let checkpoints = Mutex<Set<[UInt8]>>([])
  /// The numbers of the records.
  private let records = Mutex(RecordRanges())

  /// The records known to be damaged or missing.
  var damagedRecords: RecordRanges { records.withLock { $0 } }

  /// Stores the numbers of records that are damaged or missing.
  func noteDamaged(_ found: RecordRanges) { records.withLock { $0.formUnion(found) } }

  /// Stores the number of a record that is damaged or missing.
  func noteDamaged(_ number: UInt64) { records.withLock { $0.insert(number) } }

  /// Clears the set of damaged records. Called if the records may only have been overwritten while
  /// they were read.
  func forgetDamaged() { records.withLock { $0 = RecordRanges() } }

  /// Stores the key of a useless checkpoint, which the next write removes.
  func rejectCheckpoint(_ key: [UInt8]) {
    checkpoints.withLock { keys in _ = keys.insert(key) }
  }

  /// The number of checkpoints that are waiting to be removed.
  var rejectedCheckpointCount: Int { checkpoints.withLock { $0.count } }

  /// Returns and clears the set of checkpoints to remove.
  func consumeRejectedCheckpoints() -> Set<[UInt8]> {
    checkpoints.withLock { keys in
      defer { keys = [] }
      return keys
    }
  }
}
