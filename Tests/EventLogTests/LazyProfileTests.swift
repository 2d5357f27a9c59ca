import Foundation
import TestSupport
import Testing

@testable import RetraceEventLog

/// A profile that is created with its first durable batch.
@Suite struct LazyProfileTests {
  private struct Refused: Error {}

  @Test func `nothing is on disk before a batch is stored`() throws {
    let folder = try TemporaryFolder()
    let log = try EventLog(profile: folder.profile, access: .readWrite, making: .withFirstBatch)
    #expect(log.isProfileMissing)
    #expect(try log.newest() == 0)
    #expect(throws: Refused.self) {
      try log.write { writer in
        try writer.append([1])
        throw Refused()
      }
    }
    try log.write { _ in }
    #expect(try log.statistics().recordCount == 0)
    #expect(throws: LogError.self) { try log.compact() }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path()) == [])
    #expect(log.isProfileMissing)
    #expect(!log.hasMadeProfile)
  }

  @Test func `a profile contains its first batch as soon as it exists`() throws {
    let folder = try TemporaryFolder()
    let log = try EventLog(profile: folder.profile, access: .readWrite, making: .withFirstBatch)
    try log.write { writer in
      try writer.append([1])
      try writer.append([2])
    }
    #expect(log.hasMadeProfile)
    #expect(!log.isProfileMissing)
    try log.append([3])
    #expect(try log.newest() == 3)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.url.path())
        == [URL(filePath: folder.profile).lastPathComponent])
  }

  @Test func `a profile created meanwhile by another process is used`() throws {
    let folder = try TemporaryFolder()
    let log = try EventLog(profile: folder.profile, access: .readWrite, making: .withFirstBatch)
    #expect(try log.newest() == 0)
    // Within one process, a profile can be open only once.
    do {
      let other = try EventLog(profile: folder.profile, access: .readWrite)
      try other.append([7])
    }
    #expect(try log.newest() == 1)
    try log.append([8])
    #expect(try log.newest() == 2)
    #expect(!log.hasMadeProfile)
  }

  @Test func `a path that can never be a profile is refused at once`() throws {
    #expect(throws: LogError.self) {
      try EventLog(profile: "/dev/null", access: .readWrite, making: .withFirstBatch)
    }
  }
}
