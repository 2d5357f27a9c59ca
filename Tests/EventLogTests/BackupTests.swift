import Foundation
import TestSupport
import Testing

@testable import RetraceEventLog

@Suite(.serialized) struct BackupTests {
  private let folder: TemporaryFolder
  private let log: EventLog
  private var backup: String { folder.path + "/backup" }

  init() throws {
    folder = try TemporaryFolder()
    log = try EventLog(profile: folder.profile, access: .readWrite)
  }

  /// In this test, records that begin with 0xFF are damaged, and redaction keeps only the first
  /// bytes of a record.
  private static let reading = RecordReading { _, bytes in
    let bytes = [UInt8](copying: bytes)
    guard bytes.first != 0xFF else { return nil }
    return bytes.prefix(9).reduce(0) { ($0 &* 31) &+ UInt64($1) }
  }

  @discardableResult
  private func backUp(
    _ log: EventLog? = nil, to path: String? = nil, at time: Int64 = 1_000,
    progress: (Int, Int) -> Bool = { _, _ in true }
  ) throws -> Backup {
    try (log ?? self.log).backUp(
      to: path ?? backup, milliseconds: time, reading: Self.reading, progress: progress)
  }

  private func compare(_ log: EventLog? = nil) throws -> BackupComparison {
    try (log ?? self.log).compareBackup(in: backup, reading: Self.reading)
  }

  private func append(_ numbers: ClosedRange<UInt64>, to log: EventLog? = nil) throws {
    try (log ?? self.log).write { writer in
      for number in numbers { try writer.append(expectedRecord(number)) }
    }
  }

  /// The reason why a closure fails, and the path in its error if that is not the backup's path.
  private func failure(
    about path: String? = nil, _ body: () throws -> Void
  ) -> LogError.Reason? {
    do { try body() } catch let error as LogError {
      if error.reason != .interrupted { #expect(error.path == path ?? backup) }
      return error.reason
    } catch { Issue.record(error) }
    return nil
  }

  private func permissions(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  @Test func `a backup is a profile with the same records, blobs and metadata`() throws {
    try append(1...300)
    try log.write { writer in
      try writer.setMetadata("a note", [1, 2, 3])
      try writer.putBlob([1], Array(repeating: 9, count: 5_000))
      try writer.setCheckpoint([7], [1])
    }
    let made = try backUp()
    #expect(made.work == .made)
    #expect(made.recordCount == 300 && made.addedRecords == 300 && made.addedBlobs == 1)
    #expect(try folder.names == ["backup", "profile"])
    let copy = try EventLog(profile: backup, access: .readOnly)
    #expect(try copy.records() == log.records())
    #expect(try copy.blob([1]) == log.blob([1]))
    for key in ["profile", "device", "format", "a note"] {
      #expect(try copy.metadata(key) == log.metadata(key))
    }
    #expect(try copy.checkpoint([7]) == nil)
    #expect(!copy.isOlderThanNoted)
    #expect(try permissions(backup) == 0o700)
    for name in ["current", "newest", "log-1/data.mdb"] {
      #expect(try permissions(backup + "/" + name) == 0o600)
    }
  }

  @Test func `another backup to the same directory writes only what is new`() throws {
    try append(1...20_000)
    try backUp()
    try append(20_001...20_010)
    try log.write { writer in
      try writer.putBlob([2], [1, 2])
      try writer.setMetadata("a note", [4])
    }
    let more = try backUp()
    #expect(more.work == .extended)
    #expect(more.addedRecords == 10 && more.addedBlobs == 1 && more.recordCount == 20_010)
    #expect(more.addedBytes < 4_000)
    let copy = try EventLog(profile: backup, access: .readOnly)
    #expect(try copy.records() == log.records())
    #expect(try copy.blob([2]) == [1, 2])
    #expect(try copy.metadata("a note") == [4])
  }

  @Test func `a backup that is up to date is unchanged, and reported as current`() throws {
    try append(1...3)
    try backUp(at: 1_000)
    let again = try backUp(at: 2_000)
    #expect(again.work == .unchanged && again.addedBytes == 0)
    #expect(try compare().milliseconds == 2_000)
    // Compaction does not change records.
    try log.compact()
    #expect(try backUp().work == .unchanged)
  }

  @Test func `if records were changed, the backup starts over, and no old data remains`()
    throws
  {
    let secret = Array("record 2 with a secret".utf8)
    try append(1...1)
    try log.append(secret)
    try backUp()
    #expect(try folder.contains(secret, in: backup))
    try log.compact { _ in
      var changes = CompactionChanges()
      changes.record = { number, _ in number == 2 ? Array("record 2 ".utf8) : nil }
      changes.appended = [[1]]
      return changes
    }
    let before = try compare()
    #expect(before.isBeforeForgetting && before.forgottenRecords == 1 && before.isSound)
    let anew = try backUp()
    #expect(anew.work == .madeAnew && anew.leftovers == [])
    #expect(try !folder.contains(secret, in: folder.path))
    #expect(try EventLog(profile: backup, access: .readOnly).records() == log.records())
    #expect(try compare().isSound)
    #expect(try backUp().work == .unchanged)
  }

  @Test func `a backup is consistent while other processes write`() throws {
    try append(1...5_000)
    let probe = try ProbeProcess("append", folder.profile, 100)
    #expect(try probe.answer() == "5001")
    let made = try backUp()
    _ = try probe.lines()
    #expect(made.recordCount > 5_000)
    do {
      let copy = try EventLog(profile: backup, access: .readOnly)
      #expect(try copy.newest() == made.recordCount)
      #expect(try copy.hasOnlyExpectedRecords())
    }
    #expect(try backUp().recordCount == 5_100)
    #expect(try compare().isSound)
  }

  @Test func `damaged records are copied unchanged and reported`() throws {
    try append(1...2)
    try log.append([0xFF, 1])
    try append(4...5)
    #expect(try backUp().damaged.numbers == [3])
    try append(6...6)
    try log.append([0xFF])
    #expect(try backUp().damaged.numbers == [7])
    #expect(try EventLog(profile: backup, access: .readOnly).records() == log.records())
    #expect(try compare().damagedInBoth.numbers == [3, 7])
  }

  // MARK: Refused backups

  @Test func `a directory that is, contains or is inside the profile is refused`() throws {
    try append(1...1)
    let link = folder.path + "/link"
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: folder.profile)
    for place in [folder.profile, folder.profile + "/new/backup", folder.path, link, link + "/x"] {
      #expect(failure(about: place) { try backUp(to: place) } == .insideProfile)
    }
    #expect(try folder.names == ["link", "profile"])
  }

  @Test func `other files in the directory are preserved, and the backup is refused`() throws {
    try append(1...1)
    let file = folder.path + "/file"
    try Data("a".utf8).write(to: URL(filePath: file))
    func reason(_ place: String) -> LogError.Reason? {
      failure(about: place) { try backUp(to: place) }
    }
    #expect(reason(file) == .notADirectory)
    try FileManager.default.createDirectory(
      atPath: folder.path + "/full", withIntermediateDirectories: false)
    try Data("a".utf8).write(to: URL(filePath: folder.path + "/full/letter"))
    #expect(reason(folder.path + "/full") == .notAProfile)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/lost", withDestinationPath: "/nowhere")
    #expect(reason(folder.path + "/lost") == .notADirectory)
    #expect(try folder.names == ["file", "full", "lost", "profile"])
  }

  @Test func `a link to a directory is followed, and parent directories must exist`() throws {
    try append(1...1)
    try FileManager.default.createDirectory(
      atPath: folder.path + "/disk", withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/link", withDestinationPath: "disk")
    #expect(try backUp(to: folder.path + "/link").work == .made)
    #expect(try backUp(to: folder.path + "/disk").work == .unchanged)
    #expect(
      failure(about: folder.path + "/new") { try backUp(to: folder.path + "/new/backup") }
        == .noParentDirectory)
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/new"))
  }

  @Test func `another profile, or its backup, is refused`() throws {
    try append(1...1)
    do {
      let other = try EventLog(profile: folder.path + "/other", access: .readWrite)
      try append(1...1, to: other)
      try backUp(other)
    }
    let other = folder.path + "/other"
    #expect(failure { try backUp() } == .otherProfile)
    #expect(failure(about: other) { try backUp(to: other) } == .otherProfile)
    #expect(failure { _ = try compare() } == .otherProfile)
  }

  @Test func `a backup that was written to is an independent profile`() throws {
    try append(1...5)
    try backUp(at: 1_000)
    let device = try log.metadata("device")
    do {
      let copy = try EventLog(profile: backup, access: .readWrite)
      // Data derived from records does not count as a change.
      try copy.write { writer in try writer.setCheckpoint([1], [1]) }
      try copy.compact()
      #expect(copy.formerCopy == nil)
    }
    #expect(try backUp().work == .unchanged)
    do {
      let copy = try EventLog(profile: backup, access: .readWrite)
      try copy.append(expectedRecord(7))
      #expect(copy.formerCopy?.recordCount == 5 && copy.formerCopy?.milliseconds == 1_000)
      #expect(try copy.metadata("device") != device)
      #expect(try copy.metadata("profile") == log.metadata("profile"))
      let noted = try copy.read { reader in try reader.formerCopy() }
      #expect(noted == copy.formerCopy)
    }
    #expect(failure { try backUp() } == .backupWrittenTo)
    // The backup is changed again, and reported once.
    let copy = try EventLog(profile: backup, access: .readWrite)
    let own = try copy.metadata("device")
    try copy.append([1])
    #expect(copy.formerCopy == nil)
    #expect(try copy.metadata("device") == own)
  }

  @Test func `an older state that was put back is detected by its first batch`() throws {
    try append(1...5)
    try backUp()
    try append(6...9)
    let device = try log.metadata("device")
    // A copy that was made by other programs can only be detected by the record of the newest
    // event.
    let put = folder.path + "/put"
    try FileManager.default.copyItem(atPath: backup, toPath: put)
    do {
      let copy = try EventLog(profile: put, access: .readWrite)
      try copy.append([1])
    }
    var note = UInt64(20).bigEndian
    try Data(bytes: &note, count: 8).write(to: URL(filePath: put + "/newest"))
    let copy = try EventLog(profile: put, access: .readWrite)
    #expect(copy.isOlderThanNoted)
    let former = try copy.metadata("device")
    try copy.append([1])
    #expect(copy.formerCopy?.recordCount == 6 && copy.formerCopy?.milliseconds == nil)
    let own = try copy.metadata("device")
    #expect(own != former && former != device)
  }

  @Test func `a profile that was restored and continued has its own backups`() throws {
    try append(1...10)
    try backUp()
    let restored = folder.path + "/restored"
    try FileManager.default.copyItem(atPath: backup, toPath: restored)
    try append(11...30)
    try backUp()
    let copy = try EventLog(profile: restored, access: .readWrite)
    try copy.append(Array("another record 11".utf8))
    #expect(failure { try backUp(copy) } == .backupAhead(backup: 30, profile: 11))
    for _ in 0..<30 { try copy.append(Array("another record".utf8)) }
    #expect(failure { try backUp(copy) } == .otherHistory(record: 30))
    #expect(try compare().isSound)
  }

  @Test func `forgetting in a different history removes nothing from a backup`() throws {
    try append(1...10)
    try backUp()
    let restored = folder.path + "/restored"
    try FileManager.default.copyItem(atPath: backup, toPath: restored)
    try append(11...12)
    try backUp()
    let copy = try EventLog(profile: restored, access: .readWrite)
    for _ in 0..<5 { try copy.append(Array("otherwise".utf8)) }
    try copy.write { writer in try writer.rewrite(at: 1, with: [1]) }
    #expect(failure { try backUp(copy) } == .otherHistory(record: 12))
    #expect(try compare().isSound)
  }

  // MARK: Failures

  @Test func `an aborted backup leaves no draft, and the previous backup complete`() throws {
    try append(1...9_000)
    #expect(failure { try backUp { done, _ in done < 4_096 } } == .interrupted)
    #expect(try folder.names == ["profile"])
    try backUp()
    try append(9_001...12_000)
    #expect(failure { try backUp { _, _ in false } } == .interrupted)
    #expect(try EventLog(profile: backup, access: .readOnly).newest() == 9_000)
    try log.write { writer in try writer.rewrite(at: 1, with: [1]) }
    #expect(failure { try backUp { _, _ in false } } == .interrupted)
    #expect(try EventLog(profile: backup, access: .readOnly).newest() == 9_000)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: backup).sorted()
        == ["current", "log-1", "newest"])
    #expect(try backUp().work == .madeAnew)
  }

  @Test func `a comparison reports what is damaged in the backup`() throws {
    try append(1...2_000)
    try log.write { writer in try writer.putBlob([1], [1, 2, 3]) }
    try backUp()
    try append(2_001...2_002)
    let sound = try compare()
    #expect(sound.isSound && sound.lackingRecords == 2 && sound.recordCount == 2_000)
    let path = backup + "/log-1/data.mdb"
    var bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    let record = try #require(Data(bytes).range(of: Data("record 700 ".utf8)))
    bytes[record.lowerBound] = 0xFF
    let other = try #require(Data(bytes).range(of: Data("record 900 ".utf8)))
    bytes[other.lowerBound + 3] = 0
    try Data(bytes).write(to: URL(filePath: path))
    let damaged = try compare()
    #expect(!damaged.isSound)
    #expect(damaged.damaged.numbers == [700] && damaged.different.numbers == [900])
    // New records of the profile are still added.
    #expect(try backUp().addedRecords == 2)
  }

  @Test func `newer metadata of the profile is not damage, but a flipped bit is`() throws {
    try append(1...2)
    try log.write { writer in
      try writer.setMetadata("place", Array("before a change".utf8))
    }
    try backUp()
    try log.write { writer in
      try writer.setMetadata("place", Array("behind a change".utf8))
      try writer.setMetadata("another", [1])
    }
    #expect(try compare().isSound)
    let path = backup + "/log-1/data.mdb"
    let sound = [UInt8](try Data(contentsOf: URL(filePath: path)))
    for text in ["before a change", "place#"] {
      var bytes = sound
      let place = try #require(Data(bytes).range(of: Data(text.utf8)))
      bytes[place.upperBound - 1] ^= 1
      try Data(bytes).write(to: URL(filePath: path))
      let damaged = try compare()
      #expect(damaged.hasDamagedMetadata && !damaged.isSound, "\(text)")
    }
  }

  @Test func `a backup is refused if the profile has lost records since, and is not changed`()
    throws
  {
    try append(1...5)
    try backUp()
    do {
      let copy = try EventLog(profile: backup, access: .readWrite)
      _ = try copy.compact { _ in
        var changes = CompactionChanges()
        changes.backupMark = BackupMark(recordCount: 8, milliseconds: 1)
        return changes
      }
    }
    try append(6...9)
    #expect(failure { try backUp() } == .incompleteBackup(has: 5, noted: 8))
    let compared = try compare()
    #expect(!compared.isSound && compared.damaged.numbers == [6, 7, 8])
    #expect(compared.lackingRecords == 1)
  }

  @Test func `a read-only profile is backed up`() throws {
    try append(1...10)
    let reader = folder.path + "/copy"
    try FileManager.default.copyItem(atPath: folder.profile, toPath: reader)
    let mount = try ReadOnlyMount(of: reader)
    let log = try EventLog(profile: mount?.path ?? reader, access: .readOnly)
    #expect(try backUp(log).recordCount == 10)
    #expect(try backUp(log).work == .unchanged)
    #expect(try compare(log).isSound)
  }
}

extension EventLog {
  fileprivate func checkpoint(_ key: [UInt8]) throws -> [UInt8]? {
    try read { reader in
      try reader.withCheckpoint(atOrBefore: key, sharing: key.count) { [UInt8](copying: $1) }
    }
  }
}

extension RecordRanges {
  fileprivate var numbers: [UInt64] { ranges.flatMap { Array($0) } }
}
