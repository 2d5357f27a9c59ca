import Foundation
import TestSupport
import Testing

@testable import RetraceEventLog

/// Kills the probe at random times. Acknowledged records must exist, and batches must be complete.
@Suite(.serialized) struct KillTests {
  @Test(arguments: [11, 12]) func `kills of a writer lose nothing`(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let folder = try TemporaryFolder()
    for _ in 0..<60 {
      let probe = try ProbeProcess("append", folder.profile, 1_000_000, 5)
      var output = try probe.firstOutput(byteCount: Int.random(in: 1...60, using: &random))
      pause(microseconds: UInt32.random(in: 0...2_000, using: &random))
      output += try probe.kill()
      let log = try EventLog(profile: folder.profile, access: .readWrite)
      let newest = try log.newest()
      #expect(newest >= ProbeProcess.lastNumber(in: output))
      #expect(newest % 5 == 0)
      #expect(!log.isOlderThanNoted)
    }
    let log = try EventLog(profile: folder.profile, access: .readOnly)
    #expect(try log.newest() > 0)
    #expect(try log.hasOnlyExpectedRecords())
  }

  @Test(arguments: [21, 22]) func `kills during the creation leave a complete profile or none`(
    _ seed: UInt64
  ) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<60 {
      let folder = try TemporaryFolder()
      let probe = try ProbeProcess("append", folder.profile, 1_000_000)
      pause(microseconds: UInt32.random(in: 2_000...40_000, using: &random))
      let acknowledged = ProbeProcess.lastNumber(in: try probe.kill())
      #expect(try newestIfPresent(folder.profile) ?? 0 >= acknowledged)
      let log = try EventLog(profile: folder.profile, access: .readWrite)
      #expect(try log.newest() >= acknowledged)
      #expect(try log.hasOnlyExpectedRecords())
    }
  }

  /// When a profile is opened for reading, it is complete or does not exist.
  private func newestIfPresent(_ profile: String) throws -> UInt64? {
    do { return try EventLog(profile: profile, access: .readOnly).newest() } catch {
      guard let failure = error as? LogError, failure.reason == .missing else { throw error }
      return nil
    }
  }

  /// Determines the time of the kill. Nothing depends on the duration.
  private func pause(microseconds: UInt32) { usleep(microseconds) }
}
