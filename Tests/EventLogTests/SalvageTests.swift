import Foundation
import TestSupport
import Testing

@testable import RetraceEventLog

/// Logs with a damaged file: the report of the damage, and the recovered records.
@Suite struct SalvageTests {
  @Test func `damage is reported, and intact records are recovered`() throws {
    let log = try DamagedLog()
    var told: [FileDamage: Int] = [:]
    let first = LongRun.firstDamagedCopy
    for number in first..<first + LongRun.damagedCopies {
      let damaged = FileDamage.damage(log.bytes, number: number)
      let profile = try log.write(damaged)
      let what: Comment = "copy \(number), \(damaged.kind.rawValue)"
      let survey = try DamagedLog.survey(profile)
      if survey.isSound {
        try expectSame(log, profile, what)
      } else {
        told[damaged.kind, default: 0] += 1
      }
      try expectFound(log, damaged, profile, what)
    }
    // A page that is no longer in use may have any content.
    for kind in FileDamage.allCases {
      #expect(told[kind] ?? 0 > 0 || LongRun.damagedCopies < 64, "\(kind)")
    }
    if LongRun.damagedCopies > 64 { print("told:", told.map { "\($0.key) \($0.value)" }.sorted()) }
  }

  /// Data without reported damage is unchanged, and LMDB can read it.
  private func expectSame(_ log: DamagedLog, _ profile: String, _ what: Comment) throws {
    let opened = try EventLog(profile: profile, access: .readOnly)
    #expect(try opened.records() == log.records, what)
    for (key, bytes) in DamagedLog.blobs { #expect(try opened.blob(key) == bytes, what) }
    try? FileManager.default.removeItem(atPath: profile + "/log-1/lock.mdb")
  }

  /// Every record whose bytes are in the file is found, and no others are invented.
  private func expectFound(
    _ log: DamagedLog, _ damaged: FileDamage.Damaged, _ profile: String, _ what: Comment
  ) throws {
    try PageLog.read(profile: profile) { pages in
      var salvager = Salvager(pages, DamagedLog.checks) { _, _ in true }
      salvager.search()
      var map = salvager.map
      for number in 1...UInt64(log.records.count) {
        let bytes = map.bytes(of: number)
        if let bytes { #expect(bytes == log.records[Int(number) - 1], "\(what) #\(number)") }
        if bytes == nil, log.isWhole(number, in: damaged) {
          Issue.record("\(what): record \(number) was not found")
        }
      }
      #expect(salvager.newest <= UInt64(log.records.count), what)
    }
  }

  /// The same after changing bits of one byte.
  private func expectFound(
    _ log: DamagedLog, changing place: Int, by bits: UInt8, _ what: Comment
  ) throws {
    var bytes = log.bytes
    bytes[place] ^= bits
    let damaged = FileDamage.Damaged(bytes: bytes, changed: place..<place + 1, kind: .bit)
    try expectFound(log, damaged, try log.write(damaged), what)
  }

  @Test(arguments: [0, 4_096]) func `commits whose numbers differ too much are damage`(
    head: Int
  ) throws {
    let log = try DamagedLog()
    let place = head + PageFile.transactionOffset + 7
    var bytes = log.bytes
    bytes[place] = 0xFF
    let damaged = FileDamage.Damaged(bytes: bytes, changed: place..<place + 1, kind: .headBit)
    let profile = try log.write(damaged)
    #expect(try !DamagedLog.survey(profile).isSound)
    try expectFound(log, damaged, profile, "head at \(head)")
  }

  @Test func `the highest number of a commit is damage`() throws {
    let log = try DamagedLog()
    let place = 4_096 + PageFile.transactionOffset..<4_096 + PageFile.transactionOffset + 8
    var bytes = log.bytes
    for index in place { bytes[index] = 0xFF }
    let damaged = FileDamage.Damaged(bytes: bytes, changed: place, kind: .headBit)
    let profile = try log.write(damaged)
    #expect(try !DamagedLog.survey(profile).isSound)
    try expectFound(log, damaged, profile, "the second head")
  }

  /// The entry has the same size: if the value has an odd length, a longer key uses the padding
  /// byte.
  @Test func `a record is found even if the length of its key is damaged`() throws {
    let log = try DamagedLog()
    let record = log.records[27]
    #expect(record.count % 2 == 1)
    let head: [UInt8] = [UInt8(record.count), 0, 0, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 28]
    try expectFound(log, changing: log.lastPlace(of: head) + 6, by: 1, "key of 9 bytes")
  }

  /// The entry of record 97 contains the position of its value, and a wrong length or a wrong
  /// number, which is that of no record or of another one.
  @Test(arguments: [-8, 0, 6, 7])
  func `a value is found even if its length or its number is damaged`(byte: Int) throws {
    let log = try DamagedLog()
    let head: [UInt8] = [1, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 97]
    try expectFound(log, changing: log.lastPlace(of: head) + 4 + byte, by: 8, "byte \(byte)")
  }

  @Test(arguments: FileDamage.allCases)
  func `a recovered profile contains the intact records, and lists the lost ones`(
    _ kind: FileDamage
  ) throws {
    let log = try DamagedLog(count: 300)
    let number = 800 + FileDamage.allCases.firstIndex(of: kind)!
    let damaged = FileDamage.damage(log.bytes, number: number)
    let profile = try log.write(damaged)
    let new = log.folder.path + "/new"
    let result = try PageLog.read(profile: profile) { pages in
      try pages.salvage(into: new, DamagedLog.checks) { _, _ in true }
    }
    let salvage = try #require(result)
    let survey = try DamagedLog.survey(new)
    #expect(survey.faults == [])
    #expect(survey.lost.isEmpty)
    #expect(survey.knownLost == salvage.lost)
    #expect(survey.newest == salvage.newest)
    #expect(survey.damagedMetadata.isEmpty)
    #expect(survey.wholeCount == salvage.recoveredCount)
    let opened = try EventLog(profile: new, access: .readWrite)
    for number in 0..<salvage.newest {
      let isLost = salvage.lost.contains { $0.contains(number + 1) }
      #expect(
        try opened.record(at: number + 1) == (isLost ? [0x0D] : log.records[Int(number)]))
    }
    #expect(
      try [UInt8](Data(contentsOf: URL(filePath: profile + "/log-1/data.mdb"))) == damaged.bytes)
    // The known losses are preserved, even after a compaction and another recovery.
    try opened.append([0x0D, 1])
    try opened.compact()
    #expect(try opened.read { try $0.lostRecords().ranges } == salvage.lost)
  }

  @Test func `a recovery that was stopped leaves no files`() throws {
    let log = try DamagedLog(count: 100)
    let profile = try log.write(FileDamage.damage(log.bytes, number: 4))
    for stop in 1...3 {
      var calls = 0
      let salvage = try PageLog.read(profile: profile) { pages in
        try pages.salvage(into: log.folder.path + "/new", DamagedLog.checks) { done, total in
          calls += 1
          return stop == 3 ? done < total : calls < stop * 2
        }
      }
      #expect(salvage == nil)
      #expect(try log.folder.names == ["damaged", "live"])
    }
  }

  @Test func `a recovery requires a path at which nothing exists`() throws {
    let log = try DamagedLog(count: 20)
    let live = log.folder.path + "/live"
    for place in ["/live", "/live/inside"] {
      let failure = #expect(throws: LogError.self) {
        _ = try PageLog.read(profile: live) { pages in
          try pages.salvage(into: log.folder.path + place, DamagedLog.checks) { _, _ in true }
        }
      }
      #expect(failure?.reason == (place == "/live" ? .occupied : .notAProfile))
    }
    #expect(try log.folder.names == ["damaged", "live"])
  }

  @Test func `the identifier is unchanged, and the device is different`() throws {
    let log = try DamagedLog(count: 20)
    let live = log.folder.path + "/live"
    let new = log.folder.path + "/new"
    _ = try PageLog.read(profile: live) { pages in
      try pages.salvage(into: new, DamagedLog.checks) { _, _ in true }
    }
    func metadata(_ profile: String, _ key: String) throws -> [UInt8]? {
      try EventLog(profile: profile, access: .readOnly).read { reader in
        try reader.metadata(key)
      }
    }
    for key in ["profile", "note", "format"] {
      #expect(try metadata(new, key) == metadata(live, key))
    }
    #expect(try metadata(new, "device") != metadata(live, "device"))
    let opened = try EventLog(profile: new, access: .readOnly)
    for (key, bytes) in DamagedLog.blobs { #expect(try opened.blob(key) == bytes) }
  }
}
