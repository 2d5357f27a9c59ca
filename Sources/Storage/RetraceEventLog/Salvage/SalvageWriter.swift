import EventCoding

/// A writer of the recovered data into a new profile.
struct SalvageWriter {
  private var map: RecordMap
  private let found: Salvager
  private let pages: PageLog
  private var result = Salvage()

  /// The number of bytes to write in one transaction.
  private static let batchBytes = 8 << 20

  init(_ found: Salvager, _ pages: PageLog) {
    map = found.map
    self.found = found
    self.pages = pages
  }

  /// Writes the recovered data.
  ///
  /// - Returns: The outcome, or nil if the recovery was cancelled.
  mutating func write(
    to directory: String, _ progress: (Int, Int) -> Bool
  ) throws -> Salvage? {
    let log = try EventLog(profile: directory, access: .readWrite)
    result.newest = found.newest
    result.lost = map.found.gaps(from: 1, through: found.newest)
    result.knownLost = LostRecords.ranges(in: found.metadata)
    if let noted = pages.noted, noted > found.newest { result.olderThanNoted = noted }
    guard try writeRecords(to: log, progress) else { return nil }
    try writeBlobs(to: log)
    try writeMetadata(to: log)
    return result
  }

  private mutating func writeRecords(
    to log: EventLog, _ progress: (Int, Int) -> Bool
  ) throws -> Bool {
    var sequence: UInt64 = 1
    while sequence <= found.newest {
      var (batch, byteCount): ([[UInt8]], Int) = ([], 0)
      while sequence <= found.newest, byteCount < Self.batchBytes {
        let record = map.bytes(of: sequence) ?? EventRedactor.nothing
        batch.append(record)
        byteCount += record.count + PageLog.minimumRecordBytes
        sequence += 1
      }
      try log.write { writer in
        for record in batch { try writer.append(record) }
      }
      let done = Int(clamping: sequence)
      guard progress(min(done, Int(found.newest)), Int(found.newest)) else { return false }
    }
    return true
  }

  private mutating func writeBlobs(to log: EventLog) throws {
    var batch: [([UInt8], [UInt8])] = []
    var byteCount = 0
    func writeBatch() throws {
      try log.write { writer in
        for (key, bytes) in batch { try writer.putBlob(key, bytes) }
      }
      (batch, byteCount) = ([], 0)
    }
    for (key, place) in found.blobs.sorted(by: { $0.value.offset < $1.value.offset }) {
      let page = try? Page(
        reading: Int(place.byteCount), at: Int(place.offset), of: pages.file.descriptor)
      guard let page else {
        result.lostBlobs.append(key)
        continue
      }
      batch.append((key, page.bytes))
      byteCount += page.bytes.count
      result.blobCount += 1
      if byteCount >= Self.batchBytes { try writeBatch() }
    }
    try writeBatch()
    result.lostBlobs += found.lostBlobs
  }

  /// Copies the metadata, except for values that are specific to the damaged profile.
  private mutating func writeMetadata(to log: EventLog) throws {
    let metadata = found.metadata
    let damaged = Set(Metadata.damagedKeys(of: metadata))
    let own: Set<String> = [
      Metadata.format, Metadata.device, Metadata.superseded, Metadata.backup, LostRecords.key,
    ]
    let kept = metadata.filter {
      !$0.key.hasSuffix(Metadata.checksumSuffix) && !own.contains($0.key)
        && !$0.key.hasPrefix(Metadata.localPrefix)
    }
    result.lostMetadata = damaged.subtracting([Metadata.superseded]).sorted()
    if metadata[Metadata.profile] == nil { result.lostMetadata.append(Metadata.profile) }
    let lost = LostRecords.bytes(of: result.lost)
    try log.write { writer in
      for (key, bytes) in kept where !damaged.contains(key) {
        try writer.setReservedMetadata(key, bytes)
      }
      try writer.setReservedMetadata(LostRecords.key, lost)
    }
  }
}
