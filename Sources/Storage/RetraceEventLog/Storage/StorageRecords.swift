internal import Bytes
import EventCoding

/// A log in an ``EventStorage``.
///
/// While a write runs, no other transaction of this log runs, and neither does a second read unless
/// the storage admits it.
final class StorageRecords: Sendable {
  let storage: any EventStorage
  /// The records and checkpoints that readers found to be unusable.
  let findings = ReadFindings()
  private let gate = TransactionGate()

  init(_ storage: any EventStorage) { self.storage = storage }

  /// Stores the identity of a new log, or verifies the format of an existing log.
  ///
  /// - Throws: ``LogError/Reason/newerFormat`` if a newer version created the log, and
  ///   ``LogError/Reason/damaged`` if its format is unreadable.
  func open() throws {
    var format: [UInt8]?
    try readThrowing { reader in format = try reader.metadata(Metadata.format) }
    guard let format else { return try makeIdentity() }
    guard let version = UInt64(bigEndianBytes: format) else {
      throw LogError(.damaged, operation: "open", path: nil)
    }
    guard version <= Metadata.formatVersion else {
      throw LogError(.newerFormat, operation: "open", path: nil)
    }
  }

  private func makeIdentity() throws {
    try writeThrowing { writer in
      // Another process may have created the log in the meantime.
      guard try writer.reader.metadata(Metadata.format) == nil else { return false }
      try writer.setReservedMetadata(Metadata.format, Metadata.formatVersion.bigEndianBytes)
      try writer.setReservedMetadata(Metadata.profile, Metadata.randomIdentifier())
      try writer.setReservedMetadata(Metadata.device, Metadata.randomIdentifier())
      return true
    }
  }

  /// Runs a read transaction.
  func read(_ body: (borrowing Reader) -> Void) throws {
    try readThrowing { reader in body(reader) }
  }

  private func readThrowing(_ body: (borrowing Reader) throws -> Void) throws {
    try entering {
      try storage.read { transaction in
        try body(Reader(.storage(StorageTransaction(transaction, self))))
      }
    }
  }

  private func entering(_ body: () throws -> Void) throws {
    guard storage.admitsConcurrentReads else { return try gate.withoutOthers(body) }
    gate.enter()
    defer { gate.leave() }
    try body()
  }

  /// Runs a write transaction.
  ///
  /// - Parameter body: Returns whether to commit the batch.
  func write(_ body: (borrowing Writer) -> Bool) throws {
    try writeThrowing { writer in body(writer) }
  }

  private func writeThrowing(_ body: (borrowing Writer) throws -> Bool) throws {
    try gate.withoutOthers {
      try storage.write { transaction in
        try body(Writer(.storage(StorageTransaction(transaction, self))))
      }
    }
  }

  /// Erases replaced data from the medium, after applying the changes of a compaction in one
  /// transaction.
  func compact(_ plan: (borrowing Reader) throws -> CompactionChanges) throws -> Compaction {
    var bytesBefore = 0
    try writeThrowing { writer in
      bytesBefore = try storage.byteCount()
      let changes = try plan(writer.reader)
      try apply(changes, to: writer)
      return true
    }
    return try compact(bytesBefore: bytesBefore)
  }

  /// Erases replaced data from the medium.
  func compact() throws -> Compaction { try compact(bytesBefore: storage.byteCount()) }

  private func compact(bytesBefore: Int) throws -> Compaction {
    try gate.withoutOthers {
      try storage.compact()
      return Compaction(bytesBefore: bytesBefore, bytesAfter: try storage.byteCount())
    }
  }

  /// The number of records that are read before any of them is rewritten.
  private static var recordsAtATime: UInt64 { 1_024 }

  /// Applies the changes in the order of a compaction: records first, then everything derived from
  /// them.
  private func apply(_ changes: CompactionChanges, to writer: borrowing Writer) throws {
    let newest = try writer.reader.newest()
    var first: UInt64 = 1
    while first <= newest {
      let last = min(first + Self.recordsAtATime - 1, newest)
      var rewritten: [(UInt64, [UInt8])] = []
      try writer.reader.scan(from: first, through: last) { number, bytes in
        if let other = changes.record(number, bytes) { rewritten.append((number, other)) }
        return true
      }
      for (number, bytes) in rewritten { try writer.rewrite(at: number, with: bytes) }
      first = last + 1
    }
    guard case .storage(let transaction) = writer.reader.source else { return }
    try transaction.apply(changes, checkpointReader: writer.reader)
    for record in changes.appended { try writer.append(record) }
  }
}
