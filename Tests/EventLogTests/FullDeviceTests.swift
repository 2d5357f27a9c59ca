import Foundation
import TestSupport
import Testing

@testable import EventLog

@Suite struct FullDeviceTests {
  /// Mounting needs a right that few have.
  static let canMount = geteuid() == 0

  @Test(.enabled(if: canMount, "only root can mount a small file system"))
  func `a device that is really full loses nothing`() throws {
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

  private func fill(_ log: EventLog) throws -> (UInt64, LogFailure.Reason) {
    var acknowledged: UInt64 = 0
    while true {
      do {
        acknowledged = try log.append(expectedRecord(acknowledged + 1))
      } catch let failure as LogFailure { return (acknowledged, failure.reason) }
    }
  }
}
