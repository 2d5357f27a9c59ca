import TestSupport
import Testing

@testable import RetraceEventLog

private struct Refusal: Error, Equatable {}

@Suite(.serialized) struct LogBehaviourTests {
  @Test(arguments: Place.allCases) func `an empty log has no records`(_ place: Place) throws {
    let folder = try TemporaryFolder()
    let log = try place.log(in: folder)
    #expect(try log.newest() == 0)
    #expect(try log.records().isEmpty)
    #expect(try log.record(at: 0) == nil)
    #expect(try log.record(at: 1) == nil)
    #expect(!log.isReadOnly && !log.isOlderThanNoted)
  }

  @Test(arguments: Place.allCases) func `records are numbered densely`(_ place: Place) throws {
    let folder = try TemporaryFolder()
    let log = try place.log(in: folder)
    let sequences = try log.write { writer in
      [try writer.append([1]), try writer.append([2, 2]), try writer.append([3, 3, 3])]
    }
    #expect(sequences == [1, 2, 3])
    #expect(try log.append([4]) == 4)
    #expect(try log.records() == [[1], [2, 2], [3, 3, 3], [4]])
    #expect(try log.record(at: 2) == [2, 2])
  }

  @Test(arguments: Place.allCases) func `a scan has bounds and a direction`(_ place: Place) throws {
    let folder = try TemporaryFolder()
    let log = try place.log(in: folder)
    for number in 1...9 as ClosedRange<UInt8> { try log.append([number]) }
    func scan(_ first: UInt64, _ last: UInt64, backwards: Bool) throws -> [UInt64] {
      try log.read { reader in
        var found: [UInt64] = []
        try reader.scan(from: first, through: last, backwards: backwards) { sequence, bytes in
          found.append(sequence)
          return Array(copying: bytes) == [UInt8(sequence)] && found.count < 5
        }
        return found
      }
    }
    #expect(try scan(3, 5, backwards: false) == [3, 4, 5])
    #expect(try scan(3, 5, backwards: true) == [5, 4, 3])
    #expect(try scan(0, .max, backwards: false) == [1, 2, 3, 4, 5])
    #expect(try scan(0, .max, backwards: true) == [9, 8, 7, 6, 5])
    #expect(try scan(5, 4, backwards: true) == [])
    #expect(try scan(10, 20, backwards: false) == [])
    #expect(try scan(10, 20, backwards: true) == [])
    #expect(try scan(8, 20, backwards: true) == [9, 8])
  }

  @Test(arguments: Place.allCases) func `an error aborts the whole batch`(_ place: Place) throws {
    let folder = try TemporaryFolder()
    let log = try place.log(in: folder)
    try log.write { writer in
      try writer.append([1])
      try writer.setMetadata("key", [1])
      try writer.putBlob([7], [1])
    }
    #expect(throws: Refusal()) {
      try log.write { writer in
        try writer.append([2])
        try writer.rewrite(at: 1, with: [9, 9])
        try writer.append([3])
        try writer.setMetadata("key", [2])
        try writer.removeBlob([7])
        throw Refusal()
      }
    }
    #expect(try log.records() == [[1]])
    #expect(try log.read { reader in try reader.metadata("key") } == [1])
    #expect(try log.read { reader in try reader.blob([7]) } == [1])
    #expect(try log.append([2]) == 2)
  }

  @Test(arguments: Place.allCases) func `a batch sees its own changes`(_ place: Place) throws {
    let folder = try TemporaryFolder()
    let log = try place.log(in: folder)
    try log.append([1])
    try log.write { writer in
      try writer.append([2])
      try writer.rewrite(at: 1, with: [5, 5])
      #expect(try writer.reader.newest() == 2)
      #expect(try writer.reader.bytes(at: 1) == [5, 5])
      #expect(try writer.reader.bytes(at: 2) == [2])
    }
    #expect(try log.records() == [[5, 5], [2]])
  }

  @Test(arguments: Place.allCases) func `metadata and blobs are stored`(_ place: Place) throws {
    let folder = try TemporaryFolder()
    let log = try place.log(in: folder)
    try log.write { writer in
      try writer.setMetadata("a", [])
      try writer.setMetadata("b", [1])
      try writer.putBlob([1, 2], [3])
    }
    try log.write { writer in
      try writer.setMetadata("b", nil)
      try writer.removeBlob([9])
    }
    #expect(try log.read { reader in try reader.metadata("a") } == [])
    #expect(try log.read { reader in try reader.metadata("b") } == nil)
    #expect(try log.read { reader in try reader.metadata("profile") }?.count == 16)
    #expect(try log.read { reader in try reader.blob([1, 2]) } == [3])
    #expect(try log.read { reader in try reader.blob([1]) } == nil)
  }

  @Test(arguments: Place.allCases) func `limits are enforced`(_ place: Place) throws {
    let folder = try TemporaryFolder()
    let log = try place.log(in: folder)
    let largest = [UInt8](repeating: 1, count: EventLog.maximumRecordBytes)
    try log.append(largest)
    #expect(try log.record(at: 1) == largest)
    let failure = #expect(throws: LogError.self) { try log.append(largest + [1]) }
    #expect(failure?.reason == .recordTooLarge)
    let missing = #expect(throws: LogError.self) {
      try log.write { writer in try writer.rewrite(at: 7, with: [1]) }
    }
    #expect(missing?.reason == .noSuchRecord)
    #expect(try log.newest() == 1)
  }

  @Test(arguments: Place.allCases) func `statistics count the records`(_ place: Place) throws {
    let folder = try TemporaryFolder()
    let log = try place.log(in: folder)
    for number in 1...20 as ClosedRange<UInt8> { try log.append([number]) }
    let statistics = try log.statistics()
    #expect(statistics.recordCount == 20)
    #expect(statistics.fileBytes >= statistics.neededBytes)
    #expect((statistics.freePageCount > 0) == (place == .disk))
  }

  @Test(arguments: Place.allCases) func `threads take turns`(_ place: Place) async throws {
    let folder = try TemporaryFolder()
    let log = try place.log(in: folder)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<25 {
            try log.append([1])
            _ = try log.records()
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try log.records().count == 100)
  }

  @Test func `a nested transaction is a programmer error`() async {
    await #expect(processExitsWith: .failure) {
      let log = EventLog()
      try log.read { _ in try log.read { _ in } }
    }
    await #expect(processExitsWith: .failure) {
      let log = EventLog()
      try log.write { _ in _ = try log.newest() }
    }
  }

  @Test func `a metadata key has room for the suffix of its checksum`() async throws {
    let longest = String(repeating: "k", count: 510)
    let log = EventLog()
    try log.write { writer in try writer.setMetadata(longest, [1]) }
    #expect(try log.read { reader in try reader.metadata(longest) } == [1])
    await #expect(processExitsWith: .failure) {
      try EventLog().write { writer in
        try writer.setMetadata(String(repeating: "k", count: 511), [1])
      }
    }
    await #expect(processExitsWith: .failure) {
      try EventLog().write { writer in try writer.setMetadata("mine#", [1]) }
    }
  }

  @Test func `an empty record is a programmer error`() async {
    await #expect(processExitsWith: .failure) { try EventLog().append([]) }
  }

  @Test func `the log's own metadata cannot be set`() async {
    await #expect(processExitsWith: .failure) {
      try EventLog().write { writer in try writer.setMetadata("format", [1]) }
    }
  }

  @Test func `writing while bytes are borrowed is a programmer error`() async throws {
    let folder = try TemporaryFolder()
    let profile = folder.profile
    try EventLog(profile: profile, access: .readWrite).append([1])
    await #expect(processExitsWith: .failure) { [profile = profile as String] in
      let log = try EventLog(profile: profile, access: .readWrite)
      try log.write { writer in
        _ = try writer.reader.withRecord(at: 1) { _ in try writer.append([2]) }
      }
    }
  }
}
