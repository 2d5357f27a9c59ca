import Foundation
import TestSupport
import Testing

@testable import RetraceEventLog

@Suite(.serialized) struct MetadataTests {
  private func log(_ folder: TemporaryFolder) throws -> EventLog {
    try EventLog(profile: folder.profile, access: .readWrite)
  }

  /// Stores the value of a key in the file without a checksum.
  private func overwrite(_ log: EventLog, _ key: String, _ bytes: [UInt8]?) throws {
    try log.write { writer in
      guard case .profile(let transaction) = writer.reader.source else { return }
      try transaction.put(transaction.environment.tables.meta, Array(key.utf8), bytes)
    }
  }

  @Test func `a damaged value is not returned`() throws {
    let folder = try TemporaryFolder()
    let log = try log(folder)
    try log.write { writer in try writer.setMetadata("a note", [42, 0, 0]) }
    #expect(try log.metadata("a note") == [42, 0, 0])
    try overwrite(log, "a note", [10, 0, 0])
    #expect(try log.metadata("a note") == nil)
    #expect(
      try log.read { reader in try reader.isDamaged(metadata: "a note") })
    try log.compact()
    #expect(try log.metadata("a note") == nil)
    try log.write { writer in try writer.setMetadata("a note", nil) }
    #expect(
      try !log.read { reader in try reader.isDamaged(metadata: "a note") })
  }

  @Test func `values without checksums remain readable, and get checksums when they are copied`()
    throws
  {
    let folder = try TemporaryFolder()
    let log = try log(folder)
    let identifier = try log.metadata(Metadata.profile)
    for key in ["format#", "profile#", "device#"] { try overwrite(log, key, nil) }
    #expect(try log.metadata(Metadata.profile) == identifier)
    try log.compact()
    #expect(try log.metadata(Metadata.profile) == identifier)
    try overwrite(log, Metadata.profile, Array(repeating: 0, count: 16))
    #expect(try log.metadata(Metadata.profile) == nil)
  }

  /// A switch that was interrupted before `current` named the new directory.
  private func interruptedSwitch(_ folder: TemporaryFolder) throws -> EventLog {
    let log = try log(folder)
    for number in 1...3 as ClosedRange<UInt64> { try log.append(expectedRecord(number)) }
    try FileManager.default.copyItem(
      atPath: folder.profile + "/log-1", toPath: folder.profile + "/log-2")
    try log.write { writer in
      try writer.setReservedMetadata(Metadata.superseded, Array("log-2".utf8))
    }
    return log
  }

  @Test(arguments: ["log-3", "mog-2", "log\u{0D}2"])
  func `a flipped bit in the name of the next log is harmless`(_ name: String) throws {
    for (key, isOld) in [("superseded", false), ("superseded#", false), ("superseded", true)] {
      let folder = try TemporaryFolder()
      do {
        let log = try interruptedSwitch(folder)
        // Writes to the old environment must use its own store.
        guard case .profile(let store) = log.store else { return }
        let environment = try store.liveEnvironment()
        let transaction = try Transaction(environment, kind: .write)
        let table = environment.tables.meta
        if isOld { try transaction.put(table, Array("superseded#".utf8), nil) }
        try transaction.put(table, Array(key.utf8), Array(name.utf8))
        try transaction.commit()
      }
      let log = try log(folder)
      #expect(try log.append(expectedRecord(4)) == 4)
      #expect(try log.hasOnlyExpectedRecords())
    }
  }
}
