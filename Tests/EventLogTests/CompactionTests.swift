import Foundation
import TestSupport
import Testing

@testable import RetraceEventLog

@Suite(.serialized) struct CompactionTests {
  private func names(_ folder: TemporaryFolder) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.profile).sorted()
  }

  private func permissions(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  @Test func `it preserves records, metadata and blobs byte for byte`() throws {
    let folder = try TemporaryFolder()
    let log = try EventLog(profile: folder.profile, access: .readWrite)
    let long: [UInt8] = Array(repeating: 7, count: 9_000)
    let records = (1...300).map { expectedRecord($0) } + [[0xFF], long]
    for record in records { try log.append(record) }
    try log.write { writer in
      try writer.setMetadata("a note", [1, 2, 3])
      try writer.putBlob([1], Array(repeating: 9, count: 5_000))
      try writer.putBlob([2, 3], [])
    }
    let identity = try log.metadata("profile")
    try log.compact()
    #expect(try log.records() == records)
    #expect(try log.metadata("profile") == identity)
    #expect(try log.metadata("a note") == [1, 2, 3])
    #expect(try log.metadata("superseded") == nil)
    #expect(try log.blob([1]) == Array(repeating: 9, count: 5_000))
    #expect(try log.blob([2, 3]) == [])
    #expect(try names(folder) == ["current", "log-2", "newest"])
    #expect(try permissions(folder.profile + "/log-2") == 0o700)
    for name in ["current", "log-2/data.mdb", "log-2/lock.mdb"] {
      #expect(try permissions(folder.profile + "/" + name) == 0o600)
    }
    #expect(try log.append([5]) == UInt64(records.count) + 1)
  }

  @Test func `it leaves no bytes of rewritten records`() throws {
    let folder = try TemporaryFolder()
    let log = try EventLog(profile: folder.profile, access: .readWrite)
    let secret = Array("a secret in a record".utf8)
    for _ in 0..<200 { try log.append(secret) }
    for sequence in 1...200 as ClosedRange<UInt64> {
      try log.write { writer in try writer.rewrite(at: sequence, with: [1]) }
    }
    #expect(try folder.contains(secret))
    let compaction = try log.compact()
    #expect(compaction.bytesAfter < compaction.bytesBefore)
    #expect(try log.statistics().fileBytes == compaction.bytesAfter)
    #expect(try !folder.contains(secret))
  }

  @Test func `it applies the changes of a plan in one step`() throws {
    let folder = try TemporaryFolder()
    let disk = try EventLog(profile: folder.profile, access: .readWrite)
    for log in [disk, EventLog()] {
      for number in 1...5 as ClosedRange<UInt8> { try log.append([number]) }
      try log.write { writer in
        try writer.setMetadata("kept", [1])
        try writer.setMetadata("dropped", [1])
        try writer.putBlob([1], [10])
        try writer.putBlob([2], [20])
      }
      try log.compact { reader in
        var changes = CompactionChanges()
        let newest = try reader.newest()
        changes.record = { sequence, _ in sequence == 2 ? [9, 9] : nil }
        changes.keepsBlob = { $0 == [2] }
        changes.droppedMetadata = ["dropped"]
        changes.appended = [[UInt8(newest) + 1], [42]]
        return changes
      }
      #expect(try log.records() == [[1], [9, 9], [3], [4], [5], [6], [42]])
      #expect(try log.metadata("kept") == [1])
      #expect(try log.metadata("dropped") == nil)
      #expect(try log.blob([1]) == nil)
      #expect(try log.blob([2]) == [20])
      #expect(!log.isOlderThanNoted)
    }
  }

  @Test func `a plan that fails changes nothing`() throws {
    struct Stop: Error, Equatable {}
    let folder = try TemporaryFolder()
    let log = try EventLog(profile: folder.profile, access: .readWrite)
    try log.append([1])
    #expect(throws: Stop()) { try log.compact { _ in throw Stop() } }
    #expect(try log.records() == [[1]])
    #expect(try names(folder) == ["current", "log-1", "newest"])
  }

  @Test func `a small map does not prevent compaction`() throws {
    let folder = try TemporaryFolder()
    let log = try EventLog(profile: folder.profile, access: .readWrite, mapBytes: 1 << 16)
    for number in 1...900 as ClosedRange<UInt64> { try log.append(expectedRecord(number)) }
    for _ in 0..<3 { try log.compact() }
    #expect(try log.hasOnlyExpectedRecords())
    #expect(try log.newest() == 900)
  }

  @Test func `progress ends with the total number of records`() throws {
    let folder = try TemporaryFolder()
    let log = try EventLog(profile: folder.profile, access: .readWrite)
    for number in 1...20 as ClosedRange<UInt64> { try log.append(expectedRecord(number)) }
    var reported: [[Int]] = []
    try log.compact { reported.append([$0, $1]) }
    #expect(reported == [[20, 20]])
  }

  @Test func `a read-only log cannot be compacted, but follows compactions`() throws {
    let folder = try TemporaryFolder()
    try EventLog(profile: folder.profile, access: .readWrite).append(expectedRecord(1))
    let log = try EventLog(profile: folder.profile, access: .readOnly)
    let failure = #expect(throws: LogError.self) { try log.compact() }
    #expect(failure?.reason == .readOnly)
    #expect(try ProbeProcess("churn", folder.profile, 3, 2).lines().last == "7")
    #expect(try log.newest() == 7)
    #expect(try log.hasOnlyExpectedRecords())
  }

  @Test func `an empty log in memory has nothing to compact`() throws {
    #expect(try EventLog().compact() == Compaction(bytesBefore: 0, bytesAfter: 0))
  }

  // MARK: Interruptions

  /// The state after a process is killed between the commit and the renaming.
  private func interruptedSwitch() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let log = try EventLog(profile: folder.profile, access: .readWrite)
    for number in 1...3 as ClosedRange<UInt64> { try log.append(expectedRecord(number)) }
    try FileManager.default.copyItem(
      atPath: folder.profile + "/log-1", toPath: folder.profile + "/log-2")
    try log.write { writer in
      try writer.setReservedMetadata(Metadata.superseded, Array("log-2".utf8))
    }
    return folder
  }

  @Test func `an interrupted switch is completed when the log is opened`() throws {
    let folder = try interruptedSwitch()
    let log = try EventLog(profile: folder.profile, access: .readWrite)
    #expect(try names(folder) == ["current", "log-2", "newest"])
    #expect(try log.append(expectedRecord(4)) == 4)
    #expect(try log.hasOnlyExpectedRecords())
    #expect(try ProbeProcess("read", folder.profile).lines() == ["4"])
  }

  @Test func `a reader finds the new log even if it cannot complete the switch`() throws {
    let folder = try interruptedSwitch()
    let log = try EventLog(profile: folder.profile, access: .readOnly)
    #expect(try log.hasOnlyExpectedRecords())
    #expect(try names(folder) == ["current", "log-1", "log-2", "newest"])
  }

  @Test func `a missing successor is damage, and does not block the log`() throws {
    let folder = try interruptedSwitch()
    try FileManager.default.removeItem(atPath: folder.profile + "/log-2")
    let failure = #expect(throws: LogError.self) {
      try EventLog(profile: folder.profile, access: .readWrite)
    }
    #expect(failure?.reason == .damaged)
    #expect(try names(folder) == ["current", "log-1", "newest"])
  }

  @Test func `leftovers of a compaction are removed when the log is opened`() throws {
    let folder = try TemporaryFolder()
    try EventLog(profile: folder.profile, access: .readWrite).append(expectedRecord(1))
    for (stray, marker) in [("log-2", "unfinished"), ("log-7.gone", nil), ("log-9", "superseded")] {
      try FileManager.default.createDirectory(
        atPath: folder.profile + "/" + stray, withIntermediateDirectories: false)
      try Data([1]).write(to: URL(filePath: folder.profile + "/" + stray + "/data.mdb"))
      guard let marker else { continue }
      try Data().write(to: URL(filePath: folder.profile + "/" + stray + "/" + marker))
    }
    let log = try EventLog(profile: folder.profile, access: .readWrite)
    #expect(try names(folder) == ["current", "log-1", "newest"])
    #expect(try log.hasOnlyExpectedRecords())
  }

  @Test func `files that the user has added to a profile are preserved`() throws {
    let folder = try TemporaryFolder()
    let files = FileManager.default
    let mine = folder.profile + "/"
    try EventLog(profile: folder.profile, access: .readWrite).append(expectedRecord(1))
    for copy in ["log-1.bak", "log-1-before-repair", "log-2", "log-3", "log-4.gone"] {
      try files.copyItem(atPath: mine + "log-1", toPath: mine + copy)
    }
    try Data("a".utf8).write(to: URL(filePath: mine + "log-3/notes.txt"))
    try Data("a".utf8).write(to: URL(filePath: mine + "log-4.gone/notes.txt"))
    try Data().write(to: URL(filePath: mine + "log-3/superseded"))
    try Data("a".utf8).write(to: URL(filePath: mine + "log-book.txt"))
    try Data("a".utf8).write(to: URL(filePath: mine + "current.new-idea"))
    try files.createSymbolicLink(atPath: mine + "log-6", withDestinationPath: mine + "log-1")
    let before = try files.subpathsOfDirectory(atPath: folder.profile).sorted()
    do {
      let log = try EventLog(profile: folder.profile, access: .readWrite)
      #expect(try files.subpathsOfDirectory(atPath: folder.profile).sorted() == before)
      try log.compact()
      #expect(try log.hasOnlyExpectedRecords())
    }
    let replaced = ["log-1", "log-1/closed", "log-1/data.mdb", "log-1/lock.mdb"]
    let after = try files.subpathsOfDirectory(atPath: folder.profile)
    #expect(Set(before).subtracting(replaced).isSubset(of: after))
    #expect(try String(contentsOfFile: mine + "current", encoding: .utf8) == "log-7\n")
  }

  /// The process was killed before it marked its copy, or while it wrote which environment is the
  /// current one.
  @Test func `the beginnings of a killed compaction are removed`() throws {
    let folder = try TemporaryFolder()
    try EventLog(profile: folder.profile, access: .readWrite).append(expectedRecord(1))
    let before = try names(folder)
    try FileManager.default.createDirectory(
      atPath: folder.profile + "/log-2", withIntermediateDirectories: false)
    try Data("log-2".utf8).write(to: URL(filePath: folder.profile + "/current.new"))
    let log = try EventLog(profile: folder.profile, access: .readWrite)
    #expect(try log.hasOnlyExpectedRecords())
    #expect(try names(folder) == before)
  }

  /// A process holds a lock on the marker file of its compaction.
  @Test
  func `a copy that another process is writing is preserved, and opening does not wait for it`()
    throws
  {
    let folder = try TemporaryFolder()
    try EventLog(profile: folder.profile, access: .readWrite).append(expectedRecord(1))
    let directory = folder.profile + "/log-2"
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: false)
    // No program started meanwhile by another test may inherit it, because the lock would persist.
    let mark = open(directory + "/unfinished", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    try #require(flock(mark, LOCK_EX) == 0)
    #expect(try ProbeProcess("append", folder.profile, 1).lines() == ["2"])
    #expect(FileManager.default.fileExists(atPath: directory + "/unfinished"))
    close(mark)
    #expect(try ProbeProcess("append", folder.profile, 1).lines() == ["3"])
    #expect(!FileManager.default.fileExists(atPath: directory))
  }

  @Test func `opening does not wait for a stopped compaction`() throws {
    let folder = try TemporaryFolder()
    #expect(try ProbeProcess("append", folder.profile, 1, 50).lines() == ["50"])
    let stopped = try ProbeProcess("compact-stopped", folder.profile)
    #expect(try stopped.answer() == "copying")
    #expect(try ProbeProcess("open", folder.profile).lines() == ["50"])
    #expect(try names(folder).contains("log-2"))
    _ = try stopped.kill()
    #expect(try ProbeProcess("open", folder.profile).lines() == ["50"])
    #expect(try names(folder) == ["current", "log-1", "newest"])
  }

  /// Opening removes abandoned copies. A copy whose process has not locked it yet looks abandoned.
  @Test func `opening does not remove a copy that is being written`() throws {
    let folder = try TemporaryFolder()
    #expect(try ProbeProcess("append", folder.profile, 1, 50).lines() == ["50"])
    let compacting = try ProbeProcess("compact-before-lock", folder.profile)
    #expect(try compacting.answer() == "made")
    #expect(try ProbeProcess("open", folder.profile).lines() == ["50"])
    #expect(try compacting.ask("go on") == "50")
    #expect(try compacting.lines() == [])
    let log = try EventLog(profile: folder.profile, access: .readWrite)
    #expect(try log.hasOnlyExpectedRecords())
    #expect(try names(folder) == ["current", "log-2", "newest"])
  }

  /// LMDB first writes the head page of a commit, and then publishes the commit to its readers.
  @Test func `a kill before others learn about the copy preserves it`() throws {
    let folder = try TemporaryFolder()
    #expect(try ProbeProcess("append", folder.profile, 1, 50).lines() == ["50"])
    do {
      // During a read transaction, LMDB does not look for changes of the file.
      let reader = try EventLog(profile: folder.profile, access: .readOnly)
      #expect(try ProbeProcess("compact-killed", folder.profile).lines() == [])
      #expect(try ProbeProcess("open", folder.profile).lines() == ["50"])
      #expect(try reader.newest() == 50)
    }
    let log = try EventLog(profile: folder.profile, access: .readWrite)
    #expect(try log.hasOnlyExpectedRecords())
    #expect(try names(folder) == ["current", "log-2", "newest"])
  }

  @Test(.enabled(if: FullDeviceTests.canMount, "only root can mount"))
  func `leftovers that cannot be removed are reported, and removed later`() throws {
    let folder = try TemporaryFolder()
    let data = folder.profile + "/log-1/data.mdb"
    do {
      let log = try EventLog(profile: folder.profile, access: .readWrite)
      try log.append(expectedRecord(1))
      // A mount point cannot be removed.
      guard mount(data, data, "none", UInt(MS_BIND), nil) == 0 else {
        return withKnownIssue("mounting is not allowed here", isIntermittent: true) {
          Issue.record("mount: \(errno)")
        }
      }
      #expect(try log.compact().leftovers == [folder.profile + "/log-1.gone"])
    }
    #expect(try names(folder) == ["current", "log-1.gone", "log-2", "newest"])
    umount2(folder.profile + "/log-1.gone/data.mdb", 2)
    let log = try EventLog(profile: folder.profile, access: .readWrite)
    #expect(try names(folder) == ["current", "log-2", "newest"])
    #expect(try log.hasOnlyExpectedRecords())
  }

  @Test func `the old log is reported as a leftover if current cannot be changed`() throws {
    let folder = try TemporaryFolder()
    let draft = folder.profile + "/current.new"
    do {
      let log = try EventLog(profile: folder.profile, access: .readWrite)
      try log.append(expectedRecord(1))
      // A directory cannot be overwritten.
      try FileManager.default.createDirectory(atPath: draft, withIntermediateDirectories: false)
      #expect(try log.compact().leftovers == [folder.profile + "/log-1"])
    }
    try FileManager.default.removeItem(atPath: draft)
    let log = try EventLog(profile: folder.profile, access: .readWrite)
    #expect(try names(folder) == ["current", "log-2", "newest"])
    #expect(try log.hasOnlyExpectedRecords())
  }

  @Test func `a limit on file sizes does not lose data`() throws {
    let folder = try TemporaryFolder()
    #expect(try ProbeProcess("append", folder.profile, 30, 50).lines().last == "1500")
    let lines = try ProbeProcess("file-limit-compact", folder.profile, 64 << 10).lines()
    #expect(lines.first == "inputOutput" || lines.first == "noSpace")
    #expect(lines.dropFirst() == ["1501", "1502"])
    let log = try EventLog(profile: folder.profile, access: .readWrite)
    #expect(try log.hasOnlyExpectedRecords())
    #expect(try names(folder) == ["current", "log-2", "newest"])
  }

  // MARK: Several processes

  @Test func `writers and readers lose nothing during compactions`() throws {
    let folder = try TemporaryFolder()
    #expect(try ProbeProcess("append", folder.profile, 10, 30).lines().last == "300")
    let log = try EventLog(profile: folder.profile, access: .readOnly)
    let compacting = try (1...2).map { _ in try ProbeProcess("compact", folder.profile, 40) }
    let writing = try (1...2).map { _ in try ProbeProcess("append", folder.profile, 150) }
    let opening = try ProbeProcess("reopen", folder.profile, 150)
    var newest: UInt64 = 300
    while newest < 600, writing.contains(where: \.isRunning) {
      let found = try log.newest()
      #expect(found >= newest)
      newest = found
    }
    let acknowledged = try writing.flatMap { try $0.lines().compactMap { UInt64($0) } }
    #expect(acknowledged.sorted() == Array(301...600))
    for process in compacting {
      let lines = try process.lines()
      #expect(lines.count == 40, "\(lines.suffix(2))")
    }
    let found = try opening.lines().compactMap { UInt64($0) }
    #expect(found.count == 150 && found == found.sorted(), "\(found.suffix(2))")
    #expect(try log.hasOnlyExpectedRecords())
    #expect(try names(folder).count == 3)
  }

  /// A process appends and compacts continuously, and is killed at random times. Another process
  /// writes meanwhile, and is killed occasionally.
  @Test(arguments: [31, 32]) func `kills neither lose nor duplicate records`(_ seed: UInt64) throws
  {
    var random = SplitMix64(seed: seed)
    let folder = try TemporaryFolder()
    #expect(try ProbeProcess("append", folder.profile, 1, 100).lines() == ["100"])
    var writer = try ProbeProcess("append", folder.profile, 1_000_000)
    for round in 0..<45 {
      let probe = try ProbeProcess("churn", folder.profile, 1_000_000, 5)
      var output = try probe.firstOutput(byteCount: Int.random(in: 1...40, using: &random))
      // Determines the time of the kill. Nothing depends on the duration.
      usleep(UInt32.random(in: 0...6_000, using: &random))
      var acknowledged: [UInt64] = []
      output += try probe.kill()
      acknowledged.append(ProbeProcess.lastNumber(in: output))
      if round % 5 == 4 {
        acknowledged.append(ProbeProcess.lastNumber(in: try writer.kill()))
        writer = try ProbeProcess("append", folder.profile, 1_000_000)
      } else {
        acknowledged.append(UInt64(try #require(try writer.answer())) ?? .max)
      }
      let log = try EventLog(profile: folder.profile, access: .readWrite)
      #expect(try log.newest() >= acknowledged.max()!)
      #expect(!log.isOlderThanNoted)
    }
    _ = try writer.kill()
    let log = try EventLog(profile: folder.profile, access: .readWrite)
    #expect(try log.newest() > 500)
    #expect(try log.hasOnlyExpectedRecords())
    #expect(try names(folder).count == 3)
  }
}

extension EventLog {
  func metadata(_ key: String) throws -> [UInt8]? {
    try read { reader in try reader.metadata(key) }
  }

  func blob(_ hash: [UInt8]) throws -> [UInt8]? {
    try read { reader in try reader.blob(hash) }
  }
}

extension TemporaryFolder {
  /// Whether any file in the folder contains the bytes.
  func contains(_ bytes: [UInt8], in place: String? = nil) throws -> Bool {
    let path = place ?? self.path
    let paths = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
    return try paths.contains { name in
      var isDirectory: ObjCBool = false
      let file = path + "/" + name
      guard FileManager.default.fileExists(atPath: file, isDirectory: &isDirectory),
        !isDirectory.boolValue
      else { return false }
      return try Data(contentsOf: URL(filePath: file)).range(of: Data(bytes)) != nil
    }
  }
}
