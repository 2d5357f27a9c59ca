internal import Bytes
import EventCoding

/// The records, metadata and blobs of a log in memory, with the same transactions as a log on disk.
///
/// Reads can run concurrently. While a write runs, no other transaction runs.
final class MemoryRecords: @unchecked Sendable {
  /// The state to restore when a batch is dropped.
  private struct Snapshot {
    let newest: UInt64
    let metadata: [String: [UInt8]]
    let blobs: [[UInt8]: [UInt8]]
    /// The records before the batch, or nil if the batch has not rewritten a record. Copying the
    /// records is expensive, so they are copied just before the first rewrite.
    var log: MemoryLog?
  }

  /// The records.
  private(set) var log = MemoryLog()
  var metadata: [String: [UInt8]] = [
    Metadata.format: Metadata.formatVersion.bigEndianBytes,
    Metadata.profile: Metadata.randomIdentifier(),
    Metadata.device: Metadata.randomIdentifier(),
  ]
  var blobs: [[UInt8]: [UInt8]] = [:]
  private let gate = TransactionGate()
  /// The state before the current batch.
  private var before: Snapshot?
  /// Whether this is a rehearsal, in which the first appended record ends the batch without being
  /// stored. ``LazyProfile`` uses a rehearsal to find out whether a batch writes anything.
  private let isRehearsal: Bool
  /// Whether a batch wrote a record or metadata.
  private(set) var wasPut = false

  init(isRehearsal: Bool = false) { self.isRehearsal = isRehearsal }

  /// Runs a read transaction.
  func read(_ body: (borrowing Reader) -> Void) {
    gate.enter()
    defer { gate.leave() }
    let reader = Reader(.memory(self))
    body(reader)
  }

  /// Runs a write transaction.
  ///
  /// - Parameter body: Returns whether to commit the batch.
  func write(_ body: (borrowing Writer) -> Bool) {
    gate.withoutOthers {
      before = Snapshot(newest: log.newest, metadata: metadata, blobs: blobs)
      defer { before = nil }
      let writer = Writer(.memory(self))
      if !body(writer) { goBack() }
    }
  }

  /// Calls a closure with the bytes of one record. Returns nil if there is no such record.
  func withRecord<Value>(
    at sequence: UInt64, _ body: (RawSpan) throws -> Value
  ) rethrows -> Value? {
    try log.withRecord(at: sequence, body)
  }

  /// Visits records in order. A log in memory has no missing records.
  func scan(
    from first: UInt64, through last: UInt64, backwards: Bool,
    _ body: (UInt64, RawSpan) throws -> Bool
  ) rethrows {
    let (first, last) = (max(first, 1), min(last, log.newest))
    guard first <= last else { return }
    for step in 0...last - first {
      let sequence = backwards ? last - step : first + step
      let goesOn = try log.withRecord(at: sequence) { bytes in try body(sequence, bytes) }
      if goesOn != true { return }
    }
  }

  /// Appends a record and returns its number. A rehearsal throws instead, which ends the batch.
  func append(_ bytes: RawSpan) throws -> UInt64 {
    guard !isRehearsal else {
      wasPut = true
      throw LogError(.missing, operation: "write", path: nil)
    }
    return log.append(bytes)
  }

  /// Sets the value of a metadata key, or removes the key if `bytes` is nil.
  func setMetadata(_ key: String, _ bytes: [UInt8]?) {
    wasPut = true
    metadata[key] = bytes
  }

  /// Replaces the bytes of a record.
  func rewrite(at sequence: UInt64, with bytes: RawSpan) throws {
    guard sequence >= 1, sequence <= log.newest else {
      throw LogError(.noSuchRecord, operation: "rewrite", path: nil)
    }
    if before?.log == nil { before?.log = log }
    log.replace(at: sequence, with: bytes)
  }

  /// Applies the changes of a compaction in one step.
  ///
  /// - Complexity: O(bytes).
  func change(_ plan: (borrowing Reader) throws -> CompactionChanges) rethrows -> Compaction {
    try gate.withoutOthers {
      let changes = try plan(Reader(.memory(self)))
      let bytesBefore = log.byteCount
      apply(changes)
      return Compaction(bytesBefore: bytesBefore, bytesAfter: log.byteCount)
    }
  }

  /// Replaces the log with a copy to which the changes of a compaction are applied.
  private func apply(_ changes: CompactionChanges) {
    var changed = MemoryLog()
    if log.newest > 0 {
      for sequence in 1...log.newest {
        _ = log.withRecord(at: sequence) { bytes in
          if let other = changes.record(sequence, bytes) {
            changed.append(unsafe other.span.bytes)
          } else {
            changed.append(bytes)
          }
        }
      }
    }
    for record in changes.appended { changed.append(unsafe record.span.bytes) }
    log = changed
    metadata = metadata.filter { !changes.droppedMetadata.contains($0.key) }
    blobs = blobs.filter { changes.keepsBlob($0.key) }
  }

  /// Restores the state before the batch.
  private func goBack() {
    guard let before else { return }
    if let previous = before.log { log = previous }
    log.truncate(to: before.newest)
    metadata = before.metadata
    blobs = before.blobs
  }
}
