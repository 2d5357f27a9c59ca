import CLMDB
import EventCoding

/// The data to add to a backup in one transaction.
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

  /// Copies all records, blobs and metadata that the target does not contain.
  mutating func copy(
    mark: BackupMark, _ progress: (Int, Int) -> Bool
  ) throws {
    let (newest, had) = (try source.newest(), try target.newest())
    // A blob is copied together with the record that refers to it.
    if newest > had {
      try copyBlobs(progress)
      try copyRecords(after: had, progress)
    }
    try copyMetadata()
    try target.put(Metadata.backup, mark.bytes)
  }

  /// Returns the outcome to report after the commit.
  func outcome(recordCount: UInt64, byteCount: Int) -> Backup {
    Backup(
      work: records == 0 && blobs == 0 ? .unchanged : .extended, recordCount: recordCount,
      addedRecords: records, addedBlobs: blobs, addedBytes: bytes, byteCount: byteCount,
      damaged: damaged, leftovers: [])
  }

  private mutating func copyRecords(
    after had: UInt64, _ progress: (Int, Int) -> Bool
  ) throws {
    let total = Int(clamping: try source.newest() - had)
    let lost = EventRedactor.nothing
    let interruption = source.interruption
    var (records, bytes, damaged) = (self.records, self.bytes, self.damaged)
    func note(_ sequence: UInt64) {
      damaged.insert(sequence)
      source.environment.findings.noteDamaged(sequence)
    }
    func add(_ record: RawSpan) throws {
      _ = try target.append(record)
      records += 1
      bytes += 8 + record.byteCount
      guard records & 0x3FF != 0 || progress(Int(records), total) else { throw interruption }
    }
    try source.scan(
      from: had + 1, through: .max, backwards: false,
      missing: { sequence in
        note(sequence)
        // An unreadable record marks the loss, so later records keep their numbers.
        try add(unsafe lost.span.bytes)
      },
      { sequence, record in
        if reading.fingerprint(sequence, record) == nil { note(sequence) }
        try add(record)
        return true
      })
    (self.records, self.bytes, self.damaged) = (records, bytes, damaged)
  }

  /// Copies new blobs. Equal keys mean equal blobs, so existing blobs are not compared.
  private mutating func copyBlobs(_ progress: (Int, Int) -> Bool) throws {
    for key in try BlobKeys.difference(of: source, to: target) {
      guard let blob = try source.blob(key) else { continue }
      try target.putBlob(key, blob)
      blobs += 1
      bytes += key.count + blob.count
      guard progress(0, 1) else { throw source.interruption }
    }
  }

  /// Replaces the target's metadata with the metadata of the source, except local metadata and
  /// metadata that the log itself maintains.
  private mutating func copyMetadata() throws {
    let own: Set = [Metadata.superseded, Metadata.backup]
    let keys = try source.metadataKeys().filter {
      !own.contains($0) && !$0.hasPrefix(Metadata.localPrefix)
    }
    for key in try target.metadataKeys() where !own.contains(key) && !keys.contains(key) {
      try target.put(key, nil)
    }
    for key in keys {
      let value = try source.metadataValue(key)
      if try target.metadataValue(key) != value { try target.put(key, copyOf: value) }
    }
  }
}
