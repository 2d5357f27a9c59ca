import Foundation
import TestSupport
import Testing

@testable import RetraceEventLog

@Suite(.serialized) struct MapTests {
  @Test func `the map grows automatically, and the closure runs again`() throws {
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

  @Test func `the map follows a file that another process has enlarged`() throws {
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

  /// For each of these, LMDB requests a larger map, and none is large enough.
  @Test(
    arguments: [18, 23, 25, 30, 36, 40, 44, 50, 55, 56, 60, 63],
    [EventLog.Access.readOnly, .readWrite])
  func `a head with an impossible number of pages is damage`(
    bit: Int, access: EventLog.Access
  ) throws {
    let folder = try TemporaryFolder()
    do {
      let log = try EventLog(profile: folder.profile, access: .readWrite)
      for sequence in 1...3 as ClosedRange<UInt64> { try log.append(expectedRecord(sequence)) }
    }
    let path = folder.profile + "/log-1/data.mdb"
    let head = try PageLog.read(profile: folder.profile) { pages in pages.file.head }
    var bytes = try [UInt8](Data(contentsOf: URL(filePath: path)))
    bytes[head * 4_096 + PageFile.lastPageOffset + bit / 8] ^= 1 << (bit % 8)
    try Data(bytes).write(to: URL(filePath: path))
    let failure = #expect(throws: LogError.self) {
      _ = try EventLog(profile: folder.profile, access: access).newest()
    }
    #expect(failure?.reason == .damaged)
  }

  @Test func `less address space is sufficient`() throws {
    let folder = try TemporaryFolder()
    let lines = try ProbeProcess("memory-limit", folder.profile, 2 << 30).lines()
    let mapBytes = try #require(lines.first.flatMap { Int($0) })
    #expect(mapBytes >= 256 << 20 && mapBytes < 2 << 30)
  }
}
