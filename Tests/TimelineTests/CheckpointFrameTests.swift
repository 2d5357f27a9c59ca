import BrowserModel
import Testing
import Timeline

/// A checkpoint serves what it is of, and nothing else.
struct CheckpointFrameTests {
  private static let own = CheckpointIdentity(
    part: 1, branch: EventID(7), sequence: EventID(1_024), record: 99)
  private static let content = ContiguousArray<UInt8>((0..<1_500).map { UInt8($0 % 251) })

  private func content(
    _ bytes: [UInt8], of identity: CheckpointIdentity
  ) -> ContiguousArray<UInt8>? {
    bytes.withUnsafeBytes { bytes in
      CheckpointFrame(bytes, of: identity)?.soundContent.map { ContiguousArray($0) }
    }
  }

  @Test func `it is there for its own part, lineage, moment and record`() {
    let bytes = CheckpointFrame.bytes(of: Self.content, Self.own)
    #expect(content(bytes, of: Self.own) == Self.content)
    let others: [(inout CheckpointIdentity) -> Void] = [
      { $0.part = 2 }, { $0.branch = .nothing }, { $0.sequence = EventID(2_048) },
      { $0.sequence = EventID(1_025) }, { $0.record = 98 },
    ]
    for (index, change) in others.enumerated() {
      var other = Self.own
      change(&other)
      #expect(content(bytes, of: other) == nil, "\(index)")
    }
  }

  @Test func `it goes with its record when that is rewritten`() throws {
    let bytes = CheckpointFrame.bytes(of: Self.content, Self.own)
    let moved = try #require(bytes.withUnsafeBytes { CheckpointFrame.bytes($0, withRecord: 5) })
    var other = Self.own
    other.record = 5
    #expect(content(moved, of: other) == Self.content)
    #expect(content(moved, of: Self.own) == nil)
    #expect([UInt8](1...3).withUnsafeBytes { CheckpointFrame.bytes($0, withRecord: 5) } == nil)
  }
}
