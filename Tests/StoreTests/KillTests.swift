import TestSupport
import Testing

/// A writing process is killed at random moments, repeatedly on one profile.
@Suite(.serialized) struct KillTests {
  @Test(arguments: [UInt64(1)])
  func `kills lose no acknowledged event`(_ seed: UInt64) throws {
    var run = try KillRun(mode: "run", seed: seed)
    for _ in 0..<LongRun.kills { try run.killOnce() }
    #expect(run.findings == [])
    #expect(run.acknowledgedCount > LongRun.kills)
  }

  /// Shows that the test above can fail, because this process acknowledges before it writes.
  @Test func `a process that acknowledges too early is detected`() throws {
    var run = try KillRun(mode: "claim", seed: 3)
    for _ in 0..<40 where run.findings.isEmpty { try run.killOnce() }
    #expect(run.findings.contains { $0.hasPrefix("lost") })
  }
}
