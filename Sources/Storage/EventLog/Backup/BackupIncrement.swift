import CLMDB
import EventCoding

/// Whether what a profile has can be added to a backup.
struct BackupFit {
  enum Finding {
    /// The backup is an earlier state of the profile.
    case fits
    /// It is one of before records were changed, and has to be made anew.
    case outdated
    /// It is something else, and stays as it is.
    case refused(BackupFailure)
  }

  let source: Transaction
  let backup: Transaction
  let reading: RecordReading

  /// Compares ids, counts and some records of the two.
  ///
  /// - Complexity: O(log² n).
  func find(in path: String) throws(LogFailure) -> Finding {
    guard let profile = try source.metadata(Metadata.profile),
      try backup.metadata(Metadata.profile) == profile
    else { return .refused(.ofOtherProfile(path)) }
    guard let mark = try backup.backupMark() else { return .refused(.writtenTo(path)) }
    let (newest, has) = (try source.newest(), try backup.newest())
    guard has == mark.recordCount else {
      return .refused(.incomplete(path, has: has, noted: mark.recordCount))
    }
    guard has <= newest else {
      return .refused(.ahead(path, backup: has, profile: newest))
    }
    // Bytes of records that lost words are others in any case.
    let isOfEdition =
      try source.metadata(Metadata.edition) == backup.metadata(Metadata.edition)
    for sequence in Self.samples(upTo: has) {
      guard try agree(on: sequence, byBytes: isOfEdition) else {
        return .refused(.ofOtherHistory(path, record: sequence))
      }
    }
    return isOfEdition ? .fits : .outdated
  }

  /// The newest record, and others at distances that double.
  private static func samples(upTo newest: UInt64) -> [UInt64] {
    var samples: [UInt64] = []
    var distance: UInt64 = 0
    while distance < newest {
      samples.append(newest - distance)
      distance = max(distance &* 2, 1)
    }
    return samples
  }

  /// Whether both have the same record, or one of the two cannot say.
  private func agree(on sequence: UInt64, byBytes: Bool) throws(LogFailure) -> Bool {
    guard let own = try RecordFacts(of: sequence, in: source, reading),
      let other = try RecordFacts(of: sequence, in: backup, reading)
    else { return true }
    return byBytes ? own == other : own.fingerprint == other.fingerprint
  }
}

/// What is compared of a record.
struct RecordFacts: Equatable {
  let fingerprint: UInt64
  private let bytes: [UInt8]

  /// Reads a record; nil for one that is damaged or missing.
  init?(
    of sequence: UInt64, in log: Transaction, _ reading: RecordReading
  ) throws(LogFailure) {
    let result: Result<UInt64?, Never>? = try log.withRecord(at: sequence) {
      reading.fingerprint(sequence, $0)
    }
    guard let fingerprint = result?.get(),
      let bytes = try log.bytes(log.environment.tables.events, sequence.bigEndianBytes)
    else { return nil }
    self.fingerprint = fingerprint
    self.bytes = bytes
  }
}

/// What is added to a backup in one transaction.
struct BackupIncrement {
  private let source: Transaction
  private let target: Transaction
  private let reading: RecordReading
  private var records: UInt64 = 0
  private var blobs = 0
  private var bytes = 0
  private var damaged = RecordRanges()

  init(from source: Transaction, to target: Transaction, reading: RecordReading) {
    self.source = source
    self.target = target
    self.reading = reading
  }

  /// Copies what the target does not have.
  mutating func copy(
    mark: BackupMark, _ progress: (Int, Int) -> Bool
  ) throws(LogFailure) {
    let (newest, had) = (try source.newest(), try target.newest())
    // A blob comes with the record that names it.
    if newest > had {
      try copyBlobs(progress)
      try copyRecords(behind: had, progress)
    }
    try copyMetadata()
    try target.put(Metadata.backup, mark.bytes)
  }

  /// What was done, after the commit.
  func outcome(recordCount: UInt64, byteCount: Int) -> Backup {
    Backup(
      work: records == 0 && blobs == 0 ? .unchanged : .extended, recordCount: recordCount,
      addedRecords: records, addedBlobs: blobs, addedBytes: bytes, byteCount: byteCount,
      damaged: damaged, leftovers: [])
  }

  private mutating func copyRecords(
    behind had: UInt64, _ progress: (Int, Int) -> Bool
  ) throws(LogFailure) {
    let total = Int(clamping: try source.newest() - had)
    let lost = EventRedactor.nothing
    let interruption = source.interruption
    var (records, bytes, damaged) = (self.records, self.bytes, self.damaged)
    func note(_ sequence: UInt64) {
      damaged.insert(sequence)
      source.environment.noteDamaged(sequence)
    }
    func add(_ record: RawSpan) throws(LogFailure) {
      _ = try target.append(record)
      records += 1
      bytes += 8 + record.byteCount
      guard records & 0x3FF != 0 || progress(Int(records), total) else { throw interruption }
    }
    let failure = try source.scan(
      from: had + 1, through: .max, backwards: false,
      missing: { (sequence) throws(LogFailure) in
        note(sequence)
        // The others keep their numbers, and the loss keeps its name.
        try add(unsafe lost.span.bytes)
      },
      { (sequence, record) throws(LogFailure) in
        if reading.fingerprint(sequence, record) == nil { note(sequence) }
        try add(record)
        return true
      })
    if let failure { throw failure }
    (self.records, self.bytes, self.damaged) = (records, bytes, damaged)
  }

  /// Copies the blobs that are new. Equal keys have equal blobs, so the others are not looked at.
  private mutating func copyBlobs(_ progress: (Int, Int) -> Bool) throws(LogFailure) {
    for key in try BlobKeys.difference(of: source, to: target) {
      guard let blob = try source.blob(key) else { continue }
      try target.putBlob(key, blob)
      blobs += 1
      bytes += key.count + blob.count
      guard progress(0, 1) else { throw source.interruption }
    }
  }

  /// Makes the metadata those of the source, but for what each log says of itself.
  private mutating func copyMetadata() throws(LogFailure) {
    let own: Set = [Metadata.superseded, Metadata.backup]
    let keys = try source.metadataKeys().filter { !own.contains($0) }
    for key in try target.metadataKeys() where !own.contains(key) && !keys.contains(key) {
      try target.put(key, nil)
    }
    for key in keys {
      let value = try source.metadataValue(key)
      if try target.metadataValue(key) != value { try target.put(key, copyOf: value) }
    }
  }
}

/// The keys of the blobs of two logs.
enum BlobKeys {
  /// Returns the keys of blobs that one log has and another does not.
  ///
  /// - Complexity: O(blobs of both), without a look at their bytes.
  static func difference(
    of log: Transaction, to other: Transaction
  ) throws(LogFailure) -> [[UInt8]] {
    var mine = try Cursor(log, table: log.environment.tables.blobs)
    var theirs = try Cursor(other, table: other.environment.tables.blobs)
    var missing: [[UInt8]] = []
    var hasTheirs = try theirs.move(MDB_NEXT)
    while try mine.move(MDB_NEXT) {
      let key = mine.keyCopy
      while hasTheirs, theirs.keyCopy.lexicographicallyPrecedes(key) {
        hasTheirs = try theirs.move(MDB_NEXT)
      }
      if !hasTheirs || theirs.keyCopy != key { missing.append(key) }
    }
    return missing
  }
}
