import Foundation
import TestSupport
import Testing

@testable import RetraceEventLog

@Suite(.serialized) struct ProcessTests {
  @Test func `two processes neither lose nor reorder records`() throws {
    let folder = try TemporaryFolder()
    let probes = try (0..<3).map { _ in try ProbeProcess("append", folder.profile, 100) }
    let acknowledged = try probes.map { try $0.lines().compactMap { UInt64($0) } }
    #expect(acknowledged.allSatisfy { $0 == $0.sorted() && $0.count == 100 })
    #expect(acknowledged.flatMap(\.self).sorted() == Array(1...300))
    let log = try EventLog(profile: folder.profile, access: .readOnly)
    #expect(try log.newest() == 300)
    #expect(try log.hasOnlyExpectedRecords())
    #expect(try folder.names == ["profile"])
  }

  @Test func `records that another process appends between two batches are visible`() throws {
    let folder = try TemporaryFolder()
    let log = try EventLog(profile: folder.profile, access: .readWrite)
    #expect(try log.append(expectedRecord(1)) == 1)
    #expect(try log.append(expectedRecord(2)) == 2)
    #expect(try ProbeProcess("append", folder.profile, 1).lines() == ["3"])
    #expect(try log.append(expectedRecord(4)) == 4)
    // An empty batch makes no commit, so the next batch of the other process has the same number.
    try log.write { _ in }
    #expect(try ProbeProcess("append", folder.profile, 1).lines() == ["5"])
    #expect(try log.append(expectedRecord(6)) == 6)
    #expect(try log.hasOnlyExpectedRecords())
  }

  @Test func `a process stopped by the terminal does not prevent others from writing`() throws {
    let folder = try TemporaryFolder()
    let stopped = try ProbeProcess("stop-while-writing", folder.profile)
    #expect(try stopped.answer() == "writing")
    #expect(try stopped.waitUntilStopped())
    #expect(try ProbeProcess("append", folder.profile, 1).lines() == ["2"])
    try stopped.resume()
    #expect(try stopped.answer() == "written")
    #expect(try stopped.waitUntilStopped())
    #expect(try ProbeProcess("append", folder.profile, 1).lines() == ["3"])
    try stopped.resume()
    #expect(try stopped.lines() == ["compacted"])
    #expect(try EventLog(profile: folder.profile, access: .readWrite).hasOnlyExpectedRecords())
  }

  @Test func `a writer holds the lock of the data file`() throws {
    let folder = try TemporaryFolder()
    let log = try EventLog(profile: folder.profile, access: .readWrite)
    let descriptor = open(folder.profile + "/log-1/data.mdb", O_RDONLY)
    defer { close(descriptor) }
    func isFree() -> Bool {
      defer { _ = flock(descriptor, LOCK_UN) }
      return flock(descriptor, LOCK_EX | LOCK_NB) == 0
    }
    #expect(isFree())
    let isFreeMeanwhile = try log.write { writer in
      try writer.append(expectedRecord(1))
      return isFree()
    }
    #expect(!isFreeMeanwhile && isFree())
    let refused: Void? = try? log.write { _ in
      throw LogError(.interrupted, operation: "write", path: nil)
    }
    #expect(refused == nil && isFree())
    #expect(try ProbeProcess("append", folder.profile, 1).lines() == ["2"])
    #expect(try log.read { _ in isFree() })
  }

  /// A robust mutex by itself loses a wake-up if the process that was woken is killed.
  @Test(.timeLimit(.minutes(30)))
  func `killing a waiting writer does not block the other writers`() throws {
    let folder = try TemporaryFolder()
    _ = try EventLog(profile: folder.profile, access: .readWrite)
    var random = SplitMix64(seed: 7)
    var writers = try (0..<5).map { _ in try ProbeProcess("append", folder.profile, 20) }
    for _ in 0..<80 {
      // Determines the time of the kill. Nothing depends on the duration.
      usleep(UInt32.random(in: 0...3_000, using: &random))
      let place = Int.random(in: writers.indices, using: &random)
      _ = try writers[place].kill()
      writers[place] = try ProbeProcess("append", folder.profile, 20)
    }
    for writer in writers { #expect(try writer.lines().count == 20) }
  }

  @Test func `a log cannot be used after a fork`() throws {
    let folder = try TemporaryFolder()
    #expect(
      try ProbeProcess("fork", folder.profile).lines() == ["child usedAfterFork", "parent 1"])
  }

  @Test func `a limit on file sizes does not lose data`() throws {
    let folder = try TemporaryFolder()
    let lines = try ProbeProcess("file-limit", folder.profile, 512 << 10).lines()
    try #require(lines.count == 3)
    let parts = lines[0].split(separator: " ")
    let acknowledged = try #require(UInt64(parts[0]))
    #expect(acknowledged > 0)
    #expect(parts[1] == "inputOutput" || parts[1] == "noSpace")
    #expect(lines[1] == "\(acknowledged)")
    #expect(lines[2] == "\(acknowledged + 1)")
    let log = try EventLog(profile: folder.profile, access: .readOnly)
    #expect(try log.newest() == acknowledged + 1)
    #expect(try log.hasOnlyExpectedRecords())
  }

  @Test func `a full device is reported with an explanation, and the log can still be used`() throws
  {
    let folder = try TemporaryFolder()
    #expect(
      try ProbeProcess("fail-space", folder.profile).lines()
        == ["1", "noSpace", "newest 1", "2"])
  }

  @Test func `if the last step fails, the outcome is unknown, and the log can still be used`()
    throws
  {
    let folder = try TemporaryFolder()
    #expect(
      try ProbeProcess("fail-head", folder.profile).lines()
        == ["1", "outcomeUnknown", "newest 1", "2"])
  }

  @Test func `an interrupted sync runs the closure again`() throws {
    let folder = try TemporaryFolder()
    #expect(try ProbeProcess("interrupt-sync", folder.profile).lines() == ["runs 2 sequence 1"])
  }
}
