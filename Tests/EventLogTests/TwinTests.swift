import TestSupport
import Testing

@testable import RetraceEventLog

/// A second reader of the same state.
@Suite(.serialized) struct TwinTests {
  @Test(arguments: Place.allCases) func `it reads the same state`(_ place: Place) throws {
    let folder = try TemporaryFolder()
    let log = try place.log(in: folder)
    for number in 1...9 as ClosedRange<UInt8> { try log.append([number]) }
    try log.read { reader in
      let newest = try reader.withTwin { twin in try twin.newest() }
      #expect(newest == 9)
      #expect(try reader.newest() == 9)
    }
  }

  @Test func `it does not exist after another process has written`() throws {
    let folder = try TemporaryFolder()
    let log = try EventLog(profile: folder.profile, access: .readWrite)
    try log.append(expectedRecord(1))
    try log.read { reader in
      #expect(try ProbeProcess("append", folder.profile, 1, 1, 1 << 20).lines() == ["2"])
      let newest = try reader.withTwin { twin in try twin.newest() }
      #expect(newest == nil)
      #expect(try reader.newest() == 1)
    }
  }

  @Test func `it does not exist in a write transaction`() throws {
    let folder = try TemporaryFolder()
    let log = try EventLog(profile: folder.profile, access: .readWrite)
    try log.write { writer in
      try writer.append([1])
      let newest = try writer.reader.withTwin { twin in try twin.newest() }
      #expect(newest == nil)
    }
    #expect(try log.newest() == 1)
  }
}
