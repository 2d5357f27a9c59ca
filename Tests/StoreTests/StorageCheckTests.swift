import RetraceEventLog
import RetraceStorageTests
import TestSupport
import Testing

/// The storages of this package fulfil the requirements that other storages must fulfil.
@Suite struct StorageCheckTests {
  @Test(arguments: StorageCheck.all) func `a profile fulfils`(_ check: StorageCheck) throws {
    let folder = try TemporaryFolder()
    try check.run { name in try EventLog(profile: "\(folder.path)/\(name)", access: .readWrite) }
  }

  @Test(arguments: StorageCheck.all)
  func `a storage with one transaction at a time fulfils`(_ check: StorageCheck) throws {
    var storages: [String: NaiveStorage] = [:]
    try check.run { name in
      let storage = storages[name] ?? NaiveStorage()
      storages[name] = storage
      return try EventLog(storage: storage)
    }
  }

  @Test func `missing records are reported once each, in both directions`() throws {
    let storage = NaiveStorage()
    let log = try EventLog(storage: storage)
    try log.write { writer in
      for number in 1...9 as ClosedRange<UInt8> { try writer.append([number]) }
    }
    storage.state.records[3] = nil
    storage.state.records[4] = nil
    storage.state.records[8] = nil
    func missing(_ first: UInt64, _ last: UInt64, backwards: Bool) throws -> [UInt64] {
      var missing: [UInt64] = []
      try log.read { reader in
        try reader.scan(
          from: first, through: last, backwards: backwards, missing: { missing.append($0) }
        ) { _, _ in true }
      }
      return missing
    }
    #expect(try missing(1, 9, backwards: false) == [3, 4, 8])
    #expect(try missing(1, 9, backwards: true) == [8, 4, 3])
    #expect(try missing(3, 4, backwards: false) == [3, 4])
    #expect(try missing(5, 7, backwards: true) == [])
    var expected = RecordRanges()
    for number in [3, 4, 8] as [UInt64] { expected.insert(number) }
    #expect(log.damagedRecords == expected)
  }

  @Test func `a log of a newer version is not opened`() throws {
    let storage = NaiveStorage()
    storage.state.tables[.metadata] = [Array("format".utf8): [0, 0, 0, 0, 0, 0, 0, 99]]
    let error = #expect(throws: LogError.self) { try EventLog(storage: storage) }
    #expect(error?.reason == .newerFormat)
  }
}

/// The simplest storage: all data in dictionaries, copied for each write.
private final class NaiveStorage: EventStorage, @unchecked Sendable {
  struct State {
    var records: [UInt64: [UInt8]] = [:]
    var newest: UInt64 = 0
    var tables: [StorageTable: [[UInt8]: [UInt8]]] = [:]
  }

  var state = State()

  func read(_ body: (any EventStorageTransaction) throws -> Void) throws {
    try body(NaiveTransaction(state))
  }

  func write(_ body: (any EventStorageTransaction) throws -> Bool) throws {
    let transaction = NaiveTransaction(state)
    if try body(transaction) { state = transaction.state }
  }

  func byteCount() -> Int { state.records.values.reduce(0) { $0 + $1.count } }
}

private final class NaiveTransaction: EventStorageTransaction {
  var state: NaiveStorage.State

  init(_ state: NaiveStorage.State) { self.state = state }

  func newest() -> UInt64 { state.newest }

  func visitRecords(
    _ numbers: ClosedRange<UInt64>, backwards: Bool, _ body: (UInt64, RawSpan) throws -> Bool
  ) throws {
    let numbers = Array(numbers)
    for number in backwards ? numbers.reversed() : numbers {
      guard let bytes = state.records[number] else { continue }
      guard try body(number, bytes.span.bytes) else { return }
    }
  }

  func append(_ bytes: RawSpan, as number: UInt64) {
    replaceRecord(number, with: bytes)
    state.newest = number
  }

  func replaceRecord(_ number: UInt64, with bytes: RawSpan) {
    state.records[number] = bytes.withUnsafeBytes { Array($0) }
  }

  func value(of key: [UInt8], in table: StorageTable) -> [UInt8]? { state.tables[table]?[key] }

  func setValue(_ value: [UInt8]?, of key: [UInt8], in table: StorageTable) {
    state.tables[table, default: [:]][key] = value
  }

  func key(atOrBefore key: [UInt8], in table: StorageTable) -> [UInt8]? {
    keys(of: table).filter { !key.lexicographicallyPrecedes($0) }
      .max { $0.lexicographicallyPrecedes($1) }
  }

  func keys(of table: StorageTable) -> [[UInt8]] {
    state.tables[table].map { Array($0.keys) } ?? []
  }
}
