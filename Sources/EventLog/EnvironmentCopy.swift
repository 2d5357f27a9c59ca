import CLMDB

/// A copy of an environment in the making: large transactions, in the order of the keys.
struct EnvironmentCopy {
  /// What came of it.
  struct Outcome {
    let byteCount: Int
    /// The newest sequence that was added, if one was.
    let appended: UInt64?
  }

  /// How much goes into one transaction: LMDB keeps all of it in memory until the commit.
  private static let transactionBytes = 16 << 20
  /// What LMDB needs beside key and value, about.
  private static let entryBytes = 16

  private let environment: Environment
  private var transaction: Transaction
  private var uncommittedBytes = 0

  /// Copies what is not derived into a new directory, synced; on failure the directory is left.
  static func make(
    of source: Transaction, in directory: String, _ changes: CompactionChanges,
    _ progress: (Int, Int) -> Void
  ) throws(LogFailure) -> Outcome {
    try FileSystem.makeDirectory(directory)
    // Only address space: a copy is seldom larger than what it is made of.
    let environment = try Environment.make(
      in: directory, mapBytes: source.environment.mapBytes * 2)
    // The one environment that the table of open ones does not know: nobody else can find it yet.
    defer { environment.close() }
    var copy = try EnvironmentCopy(environment)
    defer { copy.transaction.abort() }
    try copy.copyMetadata(source, changes)
    try copy.copyBlobs(source, changes)
    try copy.copyEvents(source, changes, progress)
    let appended = try copy.append(changes.appended)
    try copy.transaction.commit()
    try FileSystem.synchronize(directory)
    return Outcome(byteCount: try environment.fileBytes(), appended: appended)
  }

  private init(_ environment: Environment) throws(LogFailure) {
    self.environment = environment
    transaction = try Transaction(environment, kind: .write)
  }

  private mutating func copyMetadata(
    _ source: Transaction, _ changes: CompactionChanges
  ) throws(LogFailure) {
    var cursor = try Cursor(source, table: source.environment.tables.meta)
    while try cursor.move(MDB_NEXT) {
      let key = unsafe String(decoding: cursor.keyBytes, as: UTF8.self)
      guard key != Metadata.superseded, !changes.droppedMetadata.contains(key) else { continue }
      unsafe try put(environment.tables.meta, cursor.keyBytes, cursor.valueBytes)
    }
  }

  private mutating func copyBlobs(
    _ source: Transaction, _ changes: CompactionChanges
  ) throws(LogFailure) {
    var cursor = try Cursor(source, table: source.environment.tables.blobs)
    while try cursor.move(MDB_NEXT) {
      guard unsafe changes.keepsBlob(Array(cursor.keyBytes)) else { continue }
      unsafe try put(environment.tables.blobs, cursor.keyBytes, cursor.valueBytes)
    }
  }

  private mutating func copyEvents(
    _ source: Transaction, _ changes: CompactionChanges, _ progress: (Int, Int) -> Void
  ) throws(LogFailure) {
    let total = try source.recordCount()
    var copied = 0
    var cursor = try Cursor(source, table: source.environment.tables.events)
    while try cursor.move(MDB_NEXT) {
      let bytes = unsafe RawSpan(_unsafeBytes: cursor.valueBytes)
      if let other = changes.record(try cursor.sequence(), bytes) {
        unsafe try other.span.bytes.withUnsafeBytes { (other) throws(LogFailure) in
          unsafe try put(environment.tables.events, cursor.keyBytes, other)
        }
      } else {
        unsafe try put(environment.tables.events, cursor.keyBytes, cursor.valueBytes)
      }
      copied += 1
      if uncommittedBytes == 0 || copied == total { progress(copied, total) }
    }
  }

  private mutating func append(_ records: [[UInt8]]) throws(LogFailure) -> UInt64? {
    var appended: UInt64?
    for record in records { appended = try transaction.append(unsafe record.span.bytes) }
    return appended
  }

  private mutating func put(
    _ table: MDB_dbi, _ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer
  ) throws(LogFailure) {
    unsafe try transaction.put(table, key, value, flags: MDB_APPEND)
    uncommittedBytes += key.count + value.count + Self.entryBytes
    guard uncommittedBytes >= Self.transactionBytes else { return }
    try transaction.commit()
    transaction = try Transaction(environment, kind: .write)
    uncommittedBytes = 0
  }
}
