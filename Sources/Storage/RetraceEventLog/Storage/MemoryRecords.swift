internal import Bytes
import EventCoding

/// The storage of a log in memory, whose contents last as long as the object.
///
/// The log keeps other transactions out while a batch changes the properties.
final class MemoryRecords: EventStorage, EventStorageTransaction, @unchecked Sendable {
  /// The state to restore when a batch is dropped.
  private struct Snapshot {
    let newest: UInt64
    let replaced: [UInt64: [UInt8]]
    let tables: [StorageTable: [[UInt8]: [UInt8]]]
  }

  private var log = MemoryLog()
  /// The new bytes of rewritten records. A compaction moves them into ``log``, because replacing a
  /// record there moves all records after it.
  private var replaced: [UInt64: [UInt8]] = [:]
  private var tables: [StorageTable: [[UInt8]: [UInt8]]] = [:]
  /// Whether this is a rehearsal, in which the first appended record ends the batch without being
  /// stored. ``LazyProfile`` uses a rehearsal to find out whether a batch writes anything.
  private let isRehearsal: Bool
  /// Whether a batch wrote a record or metadata.
  private(set) var wasPut = false

  init(isRehearsal: Bool = false) { self.isRehearsal = isRehearsal }

  let admitsConcurrentReads = true
  let storesCheckpoints = false

  func read(_ body: (any EventStorageTransaction) throws -> Void) throws { try body(self) }

  func write(_ body: (any EventStorageTransaction) throws -> Bool) throws {
    let before = Snapshot(newest: log.newest, replaced: replaced, tables: tables)
    var isKept = false
    defer { if !isKept { restore(before) } }
    isKept = try body(self)
  }

  /// Restores the state before a batch.
  private func restore(_ state: Snapshot) {
    log.truncate(to: state.newest)
    replaced = state.replaced
    tables = state.tables
  }

  func compact() {
    guard !replaced.isEmpty else { return }
    var dense = MemoryLog()
    for number in 1...log.newest { withRecord(number) { bytes in dense.append(bytes) } }
    log = dense
    replaced = [:]
  }

  func byteCount() -> Int { log.byteCount }

  func newest() -> UInt64 { log.newest }

  func visitRecords(
    _ numbers: ClosedRange<UInt64>, backwards: Bool, _ body: (UInt64, RawSpan) throws -> Bool
  ) throws {
    for step in 0...numbers.upperBound - numbers.lowerBound {
      let number = backwards ? numbers.upperBound - step : numbers.lowerBound + step
      guard try withRecord(number, { bytes in try body(number, bytes) }) == true else { return }
    }
  }

  @discardableResult
  private func withRecord<Value>(
    _ number: UInt64, _ body: (RawSpan) throws -> Value
  ) rethrows -> Value? {
    if let bytes = replaced[number] { return try body(bytes.span.raw) }
    return try log.withRecord(at: number, body)
  }

  /// Appends a record. A rehearsal throws instead, which ends the batch.
  func append(_ bytes: RawSpan, as number: UInt64) throws {
    guard !isRehearsal else {
      wasPut = true
      throw LogError(.missing, operation: "write", path: nil)
    }
    log.append(bytes)
  }

  func replaceRecord(_ number: UInt64, with bytes: RawSpan) {
    replaced[number] = bytes.copied
  }

  func value(of key: [UInt8], in table: StorageTable) -> [UInt8]? { tables[table]?[key] }

  func setValue(_ value: [UInt8]?, of key: [UInt8], in table: StorageTable) {
    if table == .metadata { wasPut = true }
    tables[table, default: [:]][key] = value
  }

  /// - Complexity: O(keys). The log searches only checkpoints this way, which memory does not store.
  func key(atOrBefore key: [UInt8], in table: StorageTable) -> [UInt8]? {
    tables[table]?.keys.filter { !key.lexicographicallyPrecedes($0) }
      .max { $0.lexicographicallyPrecedes($1) }
  }

  func keys(of table: StorageTable) -> [[UInt8]] { tables[table].map { Array($0.keys) } ?? [] }
}
