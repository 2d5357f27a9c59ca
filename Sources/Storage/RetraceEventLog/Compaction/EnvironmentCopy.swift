import CLMDB
import EventCoding

/// A copy of an environment that is being written, for a compaction or a backup.
///
/// All keys are written in order, in a few large transactions, so the pages of the copy are full.
struct EnvironmentCopy {
  /// The outcome of a copy.
  struct Outcome {
    /// The length of the copy's data file in bytes.
    let byteCount: Int
    /// The number of the last record appended after the copied records, or nil if no record was
    /// appended.
    let appended: UInt64?
    /// The total size of the copied keys and values in bytes.
    let copiedBytes: Int
    /// The number of copied blobs.
    let blobCount: Int
    /// The identity of the copy's data file.
    let file: FileSystem.Identity
  }

  /// The number of bytes to write in one transaction, 16 MiB. LMDB keeps these bytes in memory
  /// until the commit.
  static let transactionBytes = 16 << 20
  /// The approximate overhead of LMDB for an entry, in addition to its key and value.
  private static let entryBytes = 16

  private let environment: Environment
  private var transaction: Transaction
  private var uncommittedBytes = 0
  /// The total size of the copied records, blobs and metadata in bytes.
  private var copiedBytes = 0
  private var blobCount = 0
  /// Whether the copy dropped or replaced data that earlier backups still contain.
  private var isRewritten = false

  /// Copies an environment into an empty directory, with changes, and syncs the copy.
  ///
  /// After a failure, the caller must remove the directory.
  ///
  /// - Parameters:
  ///   - source: The transaction of the environment to copy. For a compaction, this is the write
  ///     transaction of the live environment, which prevents other writes.
  ///   - directory: The directory of the copy.
  ///   - changes: The changes to records, blobs, metadata and checkpoints.
  ///   - progress: Receives the number of copied records and the total number from time to time,
  ///     and returns whether to continue.
  static func make(
    of source: Transaction, in directory: String, _ changes: CompactionChanges,
    _ progress: (Int, Int) -> Bool
  ) throws -> Outcome {
    // The map size only reserves address space. A copy is rarely larger than its source.
    let environment = try Environment.make(
      in: directory, mapBytes: source.environment.mapBytes * 2)
    // The copy is not in the table of open environments, because nothing else can open it yet.
    defer { environment.close() }
    var copy = try EnvironmentCopy(environment)
    defer { copy.transaction.abort() }
    try copy.copyMetadata(source, changes)
    try copy.copyBlobs(source, changes, progress)
    try copy.copyEvents(source, changes, progress)
    let appended = try copy.append(changes.appended)
    if changes.keepsCheckpoints { try copy.copyReadableCheckpoints(source, changes) }
    try copy.finishMetadata(changes, hasAppended: appended != nil)
    try copy.transaction.commit()
    environment.matchOwner(of: directory)
    try FileSystem.synchronize(directory)
    return Outcome(
      byteCount: try environment.fileBytes(), appended: appended, copiedBytes: copy.copiedBytes,
      blobCount: copy.blobCount, file: environment.file)
  }

  private init(_ environment: Environment) throws {
    self.environment = environment
    transaction = try Transaction(environment, kind: .write)
  }

  /// Copies the metadata.
  private mutating func copyMetadata(
    _ source: Transaction, _ changes: CompactionChanges
  ) throws {
    let dropped = changes.droppedMetadata.union([Metadata.superseded])
    for key in try source.metadataKeys() where !dropped.contains(key) {
      guard changes.keepsLocalMetadata || !key.hasPrefix(Metadata.localPrefix) else { continue }
      try transaction.put(key, copyOf: source.metadataValue(key))
    }
  }

  /// Writes the copy's own metadata.
  private mutating func finishMetadata(
    _ changes: CompactionChanges, hasAppended: Bool
  ) throws {
    if isRewritten { try transaction.beginEdition() }
    if isRewritten || hasAppended { _ = try transaction.leaveBackup(noted: nil) }
    if let mark = changes.backupMark { try transaction.put(Metadata.backup, mark.bytes) }
  }

  /// Copies the blobs that the changes keep.
  private mutating func copyBlobs(
    _ source: Transaction, _ changes: CompactionChanges, _ progress: (Int, Int) -> Bool
  ) throws {
    let total = Int(clamping: try source.newest())
    var cursor = try Cursor(source, table: source.environment.tables.blobs)
    while try cursor.move(MDB_NEXT) {
      guard changes.keepsBlob(cursor.keyCopy) else {
        isRewritten = true
        continue
      }
      unsafe try put(environment.tables.blobs, cursor.keyBytes, cursor.valueBytes)
      blobCount += 1
      guard progress(0, total) else { throw source.interruption }
    }
  }

  /// Copies the records in order. A missing record is replaced with an unreadable record.
  private mutating func copyEvents(
    _ source: Transaction, _ changes: CompactionChanges, _ progress: (Int, Int) -> Bool
  ) throws {
    let total = Int(clamping: try source.newest())
    var copied = 0
    let lost = EventRedactor.nothing
    func add(_ sequence: UInt64, _ bytes: RawSpan) throws {
      let key = SequenceKey(sequence)
      unsafe try key.withBytes { key in
        unsafe try bytes.withUnsafeBytes { bytes in
          unsafe try put(environment.tables.events, key, bytes)
        }
      }
      copied += 1
      guard copied & 0xFFF != 0 && copied != total || progress(copied, total) else {
        throw source.interruption
      }
    }
    try source.scan(
      from: 1, through: .max, backwards: false,
      missing: { sequence in
        // A lost record keeps its number, so it can be identified, and later records keep theirs.
        try add(sequence, unsafe lost.span.bytes)
      },
      { sequence, bytes in
        if let other = changes.record(sequence, bytes) {
          isRewritten = true
          try add(sequence, unsafe other.span.bytes)
        } else {
          try add(sequence, bytes)
        }
        return true
      })
  }

  /// Copies the checkpoints. If the table of checkpoints is damaged, no checkpoints are copied,
  /// because they can be derived from the records again.
  private mutating func copyReadableCheckpoints(
    _ source: Transaction, _ changes: CompactionChanges
  ) throws {
    guard !source.environment.hasDamagedCheckpoints else { return }
    do {
      try copyCheckpoints(source, changes)
    } catch let error as LogError where error.reason == .damaged {
      source.environment.noteDamagedCheckpoints()
      try transaction.removeCheckpoints()
    }
  }

  /// Copies the checkpoints that the changes keep, because re-creating them would take a long time.
  private mutating func copyCheckpoints(
    _ source: Transaction, _ changes: CompactionChanges
  ) throws {
    guard let table = source.environment.tables.checkpoints,
      let copied = environment.tables.checkpoints
    else { return }
    var cursor = try Cursor(source, table: table)
    while try cursor.move(MDB_NEXT) {
      let key = unsafe Array(cursor.keyBytes)
      let bytes = unsafe RawSpan(_unsafeBytes: cursor.valueBytes)
      switch changes.checkpoint(key, bytes, Reader(.profile(transaction))) {
      case .stays: unsafe try put(copied, cursor.keyBytes, cursor.valueBytes)
      case .dropped: continue
      case .replaced(let other):
        unsafe try other.span.bytes.withUnsafeBytes { other in
          unsafe try put(copied, cursor.keyBytes, other)
        }
      }
    }
  }

  /// Adds the new records, and returns the number of the last record added.
  private mutating func append(_ records: [[UInt8]]) throws -> UInt64? {
    var appended: UInt64?
    for record in records { appended = try transaction.append(unsafe record.span.bytes) }
    return appended
  }

  /// Appends an entry to its table, and commits from time to time.
  private mutating func put(
    _ table: MDB_dbi, _ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer
  ) throws {
    do {
      unsafe try transaction.put(table, key, value, flags: MDB_APPEND)
    } catch let error as LogError where error.reason == .outOfOrder {
      // The keys of the source are in order unless a page of it is damaged.
      throw LogError(.damaged, code: error.code, operation: "copy", path: error.path)
    }
    copiedBytes += key.count + value.count
    uncommittedBytes += key.count + value.count + Self.entryBytes
    guard uncommittedBytes >= Self.transactionBytes else { return }
    try transaction.commit()
    transaction = try Transaction(environment, kind: .write)
    uncommittedBytes = 0
  }
}
