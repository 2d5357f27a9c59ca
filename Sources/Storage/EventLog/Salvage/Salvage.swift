import EventCoding
import Glibc

/// What a recovery has got back.
public struct Salvage: Sendable {
  /// The directory of the new profile.
  public internal(set) var directory = ""
  /// The newest record of the new profile.
  public internal(set) var newest: UInt64 = 0
  /// The records that could not be got back. Records that nobody can read stand in their places.
  public internal(set) var lost: [ClosedRange<UInt64>] = []
  /// Those of them that an earlier recovery had lost.
  public internal(set) var knownLost: [ClosedRange<UInt64>] = []
  /// How many blobs the new profile has.
  public internal(set) var blobCount = 0
  /// The keys of blobs that could not be got back.
  public internal(set) var lostBlobs: [[UInt8]] = []
  /// The keys of metadata that could not be got back.
  public internal(set) var lostMetadata: [String] = []
  /// The newest record that was noted, where it is newer than all that was found.
  public internal(set) var olderThanNoted: UInt64?

  /// How many records came back.
  public var recoveredCount: UInt64 { newest - lost.numberCount }

  /// Whether nothing is missing that was there before the damage.
  public var isComplete: Bool {
    lost.without(knownLost).isEmpty && lostBlobs.isEmpty && lostMetadata.isEmpty
      && olderThanNoted == nil
  }
}

extension PageLog {
  /// Copies everything that can be read into a new profile, which is there as a whole or not at
  /// all.
  ///
  /// The new profile keeps the identifier of the old one, whose place it takes, and has a device
  /// identifier of its own.
  ///
  /// - Parameters:
  ///   - path: The directory of the new profile. Nothing, or an empty directory, may be there.
  ///   - checks: What the bytes should be.
  ///   - progress: Receives how much of how much is done; returns whether to go on.
  /// - Returns: Nil when it was stopped; then nothing is left of it.
  /// - Throws: ``LogFailure/Reason/occupied``, and what the system refuses at the new place.
  /// - Complexity: O(bytes of the file).
  public func salvage(
    into path: String, _ checks: ContentChecks,
    progress: @escaping (_ done: Int, _ total: Int) -> Bool
  ) throws(LogFailure) -> Salvage? {
    let profile = try Profile(directory: path)
    try profile.refuseOccupied()
    guard !profile.directory.hasPrefix(directory + "/") else {
      throw LogFailure(.notAProfile, operation: "make a profile", path: directory)
    }
    var salvager = Salvager(self, checks, goesOn: progress)
    salvager.search()
    guard !salvager.isStopped else { return nil }
    let draft = try profile.draft()
    var writer = SalvageWriter(salvager, self)
    let result: Salvage?
    do throws(LogFailure) {
      result = try writer.write(to: draft.path, progress)
    } catch {
      FileSystem.remove(draft.path)
      throw LogFailure(
        error.reason, code: error.code, operation: error.operation, path: profile.directory)
    }
    guard var result else {
      FileSystem.remove(draft.path)
      return nil
    }
    guard try profile.put(draft) else { throw profile.occupied }
    result.directory = profile.directory
    return result
  }
}

extension Profile {
  fileprivate var occupied: LogFailure {
    LogFailure(.occupied, code: EEXIST, operation: "make a profile", path: directory)
  }

  /// Refuses a place where something is.
  fileprivate func refuseOccupied() throws(LogFailure) {
    try FileSystemKind.refuseNetwork(directory, operation: "make a profile")
    guard FileSystem.exists(directory) else { return }
    guard FileSystem.isDirectory(directory), try FileSystem.names(in: directory).isEmpty else {
      throw occupied
    }
  }
}

/// Writes what was found into a new profile.
struct SalvageWriter {
  private var map: RecordMap
  private let found: Salvager
  private let pages: PageLog
  private var result = Salvage()

  /// How many bytes are written in one transaction.
  private static let batchBytes = 8 << 20

  init(_ found: Salvager, _ pages: PageLog) {
    map = found.map
    self.found = found
    self.pages = pages
  }

  /// - Returns: Nil when it was stopped.
  mutating func write(
    to directory: String, _ progress: (Int, Int) -> Bool
  ) throws(LogFailure) -> Salvage? {
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
  ) throws(LogFailure) -> Bool {
    var sequence: UInt64 = 1
    while sequence <= found.newest {
      var (batch, byteCount): ([[UInt8]], Int) = ([], 0)
      while sequence <= found.newest, byteCount < Self.batchBytes {
        let record = map.bytes(of: sequence) ?? EventRedactor.nothing
        batch.append(record)
        byteCount += record.count + PageLog.leastRecordBytes
        sequence += 1
      }
      try log.write { (writer) throws(LogFailure) in
        for record in batch { try writer.append(record) }
      }
      let done = Int(clamping: sequence)
      guard progress(min(done, Int(found.newest)), Int(found.newest)) else { return false }
    }
    return true
  }

  private mutating func writeBlobs(to log: EventLog) throws(LogFailure) {
    var batch: [([UInt8], [UInt8])] = []
    var byteCount = 0
    func writeBatch() throws(LogFailure) {
      try log.write { (writer) throws(LogFailure) in
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

  /// Copies the metadata but for what belongs to the old file alone.
  private mutating func writeMetadata(to log: EventLog) throws(LogFailure) {
    let metadata = found.metadata
    let damaged = Set(Metadata.damagedKeys(of: metadata))
    let own: Set<String> = [
      Metadata.format, Metadata.device, Metadata.superseded, Metadata.backup, LostRecords.key,
    ]
    let kept = metadata.filter {
      !$0.key.hasSuffix(Metadata.checksumSuffix) && !own.contains($0.key)
    }
    result.lostMetadata = damaged.subtracting([Metadata.superseded]).sorted()
    if metadata[Metadata.profile] == nil { result.lostMetadata.append(Metadata.profile) }
    let lost = LostRecords.bytes(of: result.lost)
    try log.write { (writer) throws(LogFailure) in
      for (key, bytes) in kept where !damaged.contains(key) {
        try writer.setReservedMetadata(key, bytes)
      }
      try writer.setReservedMetadata(LostRecords.key, lost)
    }
  }
}
