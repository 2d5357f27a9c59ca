import TestSupport
import Testing

@testable import EventLog

@Suite(.serialized) struct MapTests {
  @Test func `the map grows by itself and the body runs again`() throws {
    let folder = try TemporaryFolder()
    let log = try EventLog(profile: folder.profile, access: .readWrite, mapBytes: 64 << 10)
    let start = try log.statistics().mapBytes
    var runs = 0
    try log.write { writer in
      runs += 1
      for sequence in 1...5_000 as ClosedRange<UInt64> {
        try writer.append(expectedRecord(sequence))
      }
    }
    #expect(runs > 1)
    #expect(try log.newest() == 5_000)
    #expect(try log.hasOnlyExpectedRecords())
    #expect(try log.statistics().mapBytes > start)
  }

  @Test func `single appends grow the map too`() throws {
    let folder = try TemporaryFolder()
    let log = try EventLog(profile: folder.profile, access: .readWrite, mapBytes: 48 << 10)
    for sequence in 1...400 as ClosedRange<UInt64> {
      #expect(try log.append(expectedRecord(sequence)) == sequence)
    }
    #expect(try log.hasOnlyExpectedRecords())
  }

  @Test func `a file that another process made larger is followed`() throws {
    let folder = try TemporaryFolder()
    let log = try EventLog(profile: folder.profile, access: .readWrite, mapBytes: 64 << 10)
    try log.append(expectedRecord(1))
    #expect(try ProbeProcess("append", folder.profile, 1, 3_000, 4 << 20).lines() == ["3001"])
    #expect(try log.newest() == 3_001)
    #expect(try log.append(expectedRecord(3_002)) == 3_002)
    #expect(try ProbeProcess("append", folder.profile, 1, 9_000, 64 << 20).lines() == ["12002"])
    #expect(try log.append(expectedRecord(12_003)) == 12_003)
    #expect(try log.hasOnlyExpectedRecords())
  }

  @Test func `less address space is enough`() throws {
    let folder = try TemporaryFolder()
    let lines = try ProbeProcess("memory-limit", folder.profile, 2 << 30).lines()
    let mapBytes = try #require(lines.first.flatMap { Int($0) })
    #expect(mapBytes >= 256 << 20 && mapBytes < 2 << 30)
  }
}
