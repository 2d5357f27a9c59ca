import CLMDB
import EventCoding

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

  /// Makes the metadata those of the source, except for what each log says of itself.
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
