import BrowserModel
import RetraceTimeline
import Testing

/// A checkpoint can be used only for the part, lineage, moment and record for which it was created.
struct CheckpointFrameTests {
  private static let own = CheckpointIdentity(
    part: 1, branch: BranchID(7), sequence: EventID(1_024), record: 99)
  private static let content = ContiguousArray<UInt8>((0..<1_500).map { UInt8($0 % 251) })

  private func content(
    _ bytes: [UInt8], of identity: CheckpointIdentity
  ) -> ContiguousArray<UInt8>? {
    guard let frame = CheckpointFrame(bytes.span.bytes, of: identity),
      let content = frame.soundContent
    else { return nil }
    return ContiguousArray(content.copied)
  }

  @Test func `it can be read for its own part, lineage, moment and record`() {
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

  @Test func `it is invalid after its record was rewritten`() throws {
    let bytes = CheckpointFrame.bytes(of: Self.content, Self.own)
    let rewritten = CheckpointFrame.bytes(bytes.span.bytes, withRecord: 5)
    let moved = try #require(rewritten)
    var other = Self.own
    other.record = 5
    #expect(content(moved, of: other) == Self.content)
    #expect(content(moved, of: Self.own) == nil)
    let short: [UInt8] = [1, 2, 3]
    let ofShort = CheckpointFrame.bytes(short.span.bytes, withRecord: 5)
    #expect(ofShort == nil)
  }
}
