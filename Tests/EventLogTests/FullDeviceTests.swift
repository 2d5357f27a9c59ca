import Foundation
import TestSupport
import Testing

@testable import RetraceEventLog

@Suite struct FullDeviceTests {
  /// Mounting requires root.
  static let canMount = geteuid() == 0

  @Test(.enabled(if: canMount, "only root can mount a small file system"))
  func `a full device does not lose data`() throws {
    let folder = try TemporaryFolder()
    guard mount("tmpfs", folder.path, "tmpfs", 0, "size=512k") == 0 else {
      return withKnownIssue("mounting is not allowed here", isIntermittent: true) {
        Issue.record("mount: \(errno)")
      }
    }
    defer { umount2(folder.path, 2) }
    let log = try EventLog(profile: folder.profile, access: .readWrite)
    let ballast = URL(filePath: folder.path + "/ballast")
    try Data(count: 128 << 10).write(to: ballast)
    let (acknowledged, reason) = try fill(log)
    #expect(acknowledged > 0)
    #expect(reason == .noSpace)
    #expect(try log.newest() == acknowledged)
    try FileManager.default.removeItem(at: ballast)
    #expect(try log.append(expectedRecord(acknowledged + 1)) == acknowledged + 1)
    #expect(try log.hasOnlyExpectedRecords())
  }

  @Test(.enabled(if: canMount, "only root can mount a small file system"))
  func `a compaction without enough disk space changes nothing`() throws {
    let folder = try TemporaryFolder()
    guard mount("tmpfs", folder.path, "tmpfs", 0, "size=2m") == 0 else {
      return withKnownIssue("mounting is not allowed here", isIntermittent: true) {
        Issue.record("mount: \(errno)")
      }
    }
    defer { umount2(folder.path, 2) }
    let log = try EventLog(profile: folder.profile, access: .readWrite)
    while try log.statistics().fileBytes < 900 << 10 {
      try log.append(expectedRecord(try log.newest() + 1))
    }
    let newest = try log.newest()
    let ballast = URL(filePath: folder.path + "/ballast")
    try Data(count: 700 << 10).write(to: ballast)
    let before = try FileManager.default.contentsOfDirectory(atPath: folder.profile).sorted()
    let failure = #expect(throws: LogError.self) { try log.compact() }
    #expect(failure?.reason == .noSpace || failure?.reason == .inputOutput)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.profile).sorted() == before)
    #expect(try log.newest() == newest)
    #expect(try log.append(expectedRecord(newest + 1)) == newest + 1)
    try FileManager.default.removeItem(at: ballast)
    let compaction = try log.compact()
    #expect(compaction.bytesAfter <= compaction.bytesBefore)
    #expect(try log.append(expectedRecord(newest + 2)) == newest + 2)
    #expect(try log.hasOnlyExpectedRecords())
  }

  private func fill(_ log: EventLog) throws -> (UInt64, LogError.Reason) {
    var acknowledged: UInt64 = 0
    while true {
      do {
        acknowledged = try log.append(expectedRecord(acknowledged + 1))
      } catch let failure as LogError { return (acknowledged, failure.reason) }
    }
  }
}
