import Foundation
import TestSupport
import Testing

/// Power cuts after every system call during the life of a profile: its creation, actions,
/// compaction, forgetting, a branch, growth of the map, and an import with its checkpoints and
/// indexes.
@Suite(.serialized) struct CrashTests {
  @Test(arguments: Disk.Names.allCases, 1...UInt64(LongRun.crashSeeds))
  func `a power cut loses nothing acknowledged`(
    _ names: Disk.Names, seed: UInt64
  ) throws {
    let run = try CrashRun(seed: seed)
    let result = try run.cut(names, seed: seed)
    #expect(result.findings.isEmpty, "\(result.findings.count): \(result.findings.prefix(5))")
    #expect(result.pointCount > 750)
    #expect(result.imageCount > 6_000)
  }

  /// If the effect of a call was not recorded, the images would lack it too.
  @Test func `the record contains all operations`() throws {
    let run = try CrashRun(seed: 2)
    var disk = Disk(of: run.directory.path, .withAnyFile)
    for entry in run.record.entries { disk.apply(entry) }
    var random = SplitMix64(seed: 1)
    let recorded = disk.left(.everything, &random)
    var found: [String: [UInt8]?] = [:]
    let paths = try FileManager.default.subpathsOfDirectory(atPath: run.directory.path)
    for path in paths where !path.hasSuffix("lock.mdb") {
      let url = run.directory.appending(path: path)
      let isDirectory = try url.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true
      found.updateValue(isDirectory ? nil : [UInt8](try Data(contentsOf: url)), forKey: path)
    }
    #expect(Set(recorded.keys) == Set(found.keys))
    for (path, bytes) in found where recorded[path] != bytes {
      Issue.record("“\(path)” is not what was recorded")
    }
  }

  /// File systems reuse the number of a deleted file for the next file.
  @Test func `a new file with the number of an old one has none of its content`() {
    func entry(_ kind: CrashRecord.Kind, _ first: String, _ second: String = "")
      -> CrashRecord.Entry
    {
      CrashRecord.Entry(
        kind: kind, inode: 5, offset: 0, first: Array(first.utf8), second: Array(second.utf8))
    }
    var disk = Disk(of: "/life", .withAnyFile)
    for entry in [
      entry(.created, "/life/old"), entry(.wrote, "long words", "/life/old"),
      entry(.synced, "/life/old"), entry(.removed, "/life/old"),
      entry(.created, "/life/new"), entry(.wrote, "short", "/life/new"),
    ] { disk.apply(entry) }
    var random = SplitMix64(seed: 1)
    #expect(disk.left(.everything, &random) == ["new": Array("short".utf8)])
    #expect(disk.left(.nothing, &random) == ["old": Array("long words".utf8)])
  }

  /// Shows that the test detects wrong images: without a sync, nothing is guaranteed to be on disk.
  @Test func `a program that does not sync is detected`() throws {
    var run = try CrashRun(seed: 3)
    run.record.dropSyncs()
    let result = try run.cut(.withAnyFile, seed: 3, findings: 50)
    #expect(result.findings.count >= 50)
  }

  /// Shows that the test compares acknowledgements with the disk.
  @Test func `a program that acknowledges too early is detected`() throws {
    let run = try CrashRun(seed: 4)
    let result = try run.cut(.withAnyFile, seed: 4, isEarly: true, findings: 50)
    #expect(result.findings.count >= 50)
  }
}
