import Bytes
import Foundation
import TestSupport
import Testing

@testable import RetraceEventLog

/// Intact logs, which must never be reported as damaged.
@Suite(.serialized) struct SurveyTests {
  private var checks: ContentChecks {
    var checks = ContentChecks()
    checks.isIntactRecord = { Array(copying: $1) == expectedRecord($0) }
    return checks
  }

  private func survey(_ profile: String, log: EventLog? = nil) throws -> LogSurvey {
    let checks = checks
    return try PageLog.read(profile: profile, log: log) { pages in
      pages.survey(checks) { _, _ in true }!
    }
  }

  @Test func `a log is intact after all operations`() throws {
    let folder = try TemporaryFolder()
    var random = SplitMix64(seed: 3)
    let log = try EventLog(profile: folder.profile, access: .readWrite)
    #expect(try survey(folder.profile, log: log).isSound)
    for round in 1...60 {
      try log.write { writer in
        let first = try writer.reader.newest() + 1
        for number in first..<first + UInt64(random.below(80)) {
          try writer.append(expectedRecord(number))
        }
        let place = UInt8(random.below(6))
        try writer.putBlob([place], Array(repeating: place, count: random.below(20_000)))
        if random.once(in: 3) { try writer.removeBlob([UInt8(random.below(6))]) }
        try writer.setCheckpoint([1, place], Array(repeating: 1, count: random.below(9_000)))
        if random.once(in: 9) { try writer.removeCheckpoints() }
        try writer.setMetadata("note \(place)", round % 4 == 0 ? nil : [place])
      }
      if round % 20 == 0 { try log.compact() }
      let survey = try survey(folder.profile, log: log)
      #expect(survey.isSound, "round \(round): \(survey)")
      #expect(try survey.newest == log.newest())
      #expect(survey.unusedPageCount == 0)
    }
  }

  @Test func `a log is intact while two other processes write`() throws {
    let folder = try TemporaryFolder()
    _ = try EventLog(profile: folder.profile, access: .readWrite)
    let writers = try (0..<2).map { _ in
      try ProbeProcess("append", folder.profile, 1_000_000, 3)
    }
    for writer in writers { _ = try writer.answer() }
    var newest: UInt64 = 0
    for round in 1...25 {
      let survey = try survey(folder.profile)
      #expect(survey.isSound, "round \(round): \(survey)")
      #expect(survey.newest >= newest)
      newest = survey.newest
      // Without a lock, a survey may report damage only if it also reports that pages may have been
      // overwritten.
      let descriptor = try FileSystem.open(folder.profile + "/log-1/data.mdb", O_RDONLY)
      defer { close(descriptor) }
      let pages = try PageLog(descriptor, of: folder.profile, noted: nil)
      let bare = try #require(pages.survey(checks) { _, _ in true })
      #expect(bare.isSound || pages.mayBeOverwritten, "round \(round): \(bare)")
    }
    #expect(newest > 2)
    for writer in writers { _ = try writer.kill() }
    #expect(try survey(folder.profile).isSound)
  }

  @Test func `a log is intact while another process replaces it by a copy`() throws {
    let folder = try TemporaryFolder()
    #expect(try ProbeProcess("append", folder.profile, 1, 50).lines() == ["50"])
    let compacting = try (0..<2).map { _ in try ProbeProcess("compact", folder.profile, 100) }
    while compacting.contains(where: \.isRunning) {
      let survey = try survey(folder.profile)
      #expect(survey.isSound && survey.newest == 50, "\(survey)")
    }
    for process in compacting { #expect(try process.lines().count == 100) }
  }

  @Test func `a survey changes no files`() throws {
    let folder = try TemporaryFolder()
    do {
      let log = try EventLog(profile: folder.profile, access: .readWrite)
      try log.append(expectedRecord(1))
    }
    try FileManager.default.removeItem(atPath: folder.profile + "/log-1/lock.mdb")
    func files() throws -> [String] {
      try FileManager.default.subpathsOfDirectory(atPath: folder.profile).sorted()
    }
    let before = try files()
    #expect(try survey(folder.profile).isSound)
    #expect(try files() == before)
  }

  @Test(arguments: ["", "log-9\n", "\0\0\0\0\0\0", "nonsense"])
  func `the log is found if its name is lost`(_ current: String) throws {
    let folder = try TemporaryFolder()
    do {
      let log = try EventLog(profile: folder.profile, access: .readWrite)
      try log.append(expectedRecord(1))
      try log.compact()
      try log.append(expectedRecord(2))
    }
    try Data(current.utf8).write(to: URL(filePath: folder.profile + "/current"))
    #expect(try survey(folder.profile).newest == 2)
    try FileManager.default.removeItem(atPath: folder.profile + "/current")
    #expect(try survey(folder.profile).newest == 2)
  }

  @Test func `an older copy is detected`() throws {
    let folder = try TemporaryFolder()
    let data = URL(filePath: folder.profile + "/log-1/data.mdb")
    func append(_ numbers: ClosedRange<UInt64>) throws {
      let log = try EventLog(profile: folder.profile, access: .readWrite)
      for number in numbers { try log.append(expectedRecord(number)) }
    }
    try append(1...5)
    let old = try Data(contentsOf: data)
    try append(6...9)
    try old.write(to: data)
    let survey = try survey(folder.profile)
    #expect(!survey.isSound)
    #expect(survey.olderThanNoted == 9)
    #expect(survey.lost.isEmpty)
  }

  @Test(arguments: [true, false])
  func `an older head that looks newer is detected`(_ isOlderChanged: Bool) throws {
    let folder = try TemporaryFolder()
    let path = folder.profile + "/log-1/data.mdb"
    let log = try EventLog(profile: folder.profile, access: .readWrite)
    for number in 1...30 as ClosedRange<UInt64> { try log.append(expectedRecord(number)) }
    // A flipped bit can change the number of the older head to that of the commit after the newest,
    // or the number of the newest head to that of the commit before the older one.
    let descriptor = try FileSystem.open(path, O_RDONLY)
    let newest = try #require(PageHeads(descriptor).newest)
    close(descriptor)
    var bytes = try [UInt8](Data(contentsOf: URL(filePath: path)))
    let changed = isOlderChanged ? 1 - newest.place : newest.place
    let offset = changed * newest.pageBytes + PageFile.transactionOffset
    let number = isOlderChanged ? newest.transaction + 1 : newest.transaction - 2
    for (place, byte) in number.bigEndianBytes.reversed().enumerated() {
      bytes[offset + place] = byte
    }
    let copy = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: copy.profile + "/log-1", withIntermediateDirectories: true)
    try Data("log-1\n".utf8).write(to: URL(filePath: copy.profile + "/current"))
    try Data(bytes).write(to: URL(filePath: copy.profile + "/log-1/data.mdb"))
    let survey = try survey(copy.profile)
    #expect(survey.faultCounts[.head] == 1)
  }
}
