import Foundation
import TestSupport
import Testing

@testable import RetraceEventLog

/// A list of free pages with a wrong number, because of which LMDB would overwrite a page that is
/// in use.
@Suite struct FreePageTests {
  private func data(_ folder: TemporaryFolder) -> String {
    folder.profile + "/log-1/data.mdb"
  }

  /// A log with leaves, free pages, and values that have their own pages.
  private func sample() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let log = try EventLog(profile: folder.profile, access: .readWrite)
    try log.write { writer in
      for number in 1...2_000 as ClosedRange<UInt64> { try writer.append(expectedRecord(number)) }
      try writer.putBlob([1], Array(repeating: 1, count: 50_000))
      try writer.putBlob([2], Array(repeating: 2, count: 3_000))
    }
    try log.write { writer in
      try writer.putBlob([3], Array(repeating: 3, count: 90_000))
      try writer.putBlob([2], Array(repeating: 2, count: 70_000))
    }
    try log.write { writer in
      try writer.removeBlob([3])
      for number in 1...900 as ClosedRange<UInt64> {
        try writer.rewrite(at: number, with: expectedRecord(number))
      }
    }
    return folder
  }

  private func outcome(_ folder: TemporaryFolder) throws -> PageCensus.Outcome {
    let log = try EventLog(profile: folder.profile, access: .readOnly)
    guard case .profile(let store) = log.store else { return .treesDamaged }
    let environment = try store.liveEnvironment()
    return PageCensus.outcome(
      try PageFile(
        descriptor: environment.descriptor(), pageBytes: environment.pageBytes(),
        transaction: environment.lastTransaction))
  }

  /// Continues to write the log, and returns whether no data was lost.
  private func isWholeAfterWriting(_ folder: TemporaryFolder) throws -> Bool {
    do {
      let log = try EventLog(profile: folder.profile, access: .readWrite)
      for number in 2_001...2_060 as ClosedRange<UInt64> { try log.append(expectedRecord(number)) }
      try log.write { writer in
        try writer.putBlob([4], Array(repeating: 4, count: 200_000))
      }
    }
    let log = try EventLog(profile: folder.profile, access: .readOnly)
    return try log.hasOnlyExpectedRecords() && log.newest() == 2_060
      && log.blob([1]) == Array(repeating: 1, count: 50_000)
      && log.blob([2]) == Array(repeating: 2, count: 70_000)
      && log.blob([4]) == Array(repeating: 4, count: 200_000)
  }

  @Test func `a valid file is reported as valid, and its free pages are used`() throws {
    let folder = try sample()
    #expect(try outcome(folder) == .sound)
    #expect(try DataPages(data(folder)).freePages.count > 10)
    let before = try EventLog(profile: folder.profile, access: .readOnly).statistics()
    #expect(try isWholeAfterWriting(folder))
    let after = try EventLog(profile: folder.profile, access: .readOnly).statistics()
    #expect(after.freePageCount < before.freePageCount)
    #expect(after.neededBytes < before.neededBytes + 300_000)
    #expect(try outcome(folder) == .sound)
  }

  @Test(.timeLimit(.minutes(30))) func `a page with endless entries is damage`() throws {
    let folder = try sample()
    let sound = try DataPages(data(folder))
    var pages = sound
    pages.breakCount(of: try #require(sound.freePages.first).offset / DataPages.pageBytes)
    try pages.write(to: data(folder))
    do {
      let log = try EventLog(profile: folder.profile, access: .readOnly)
      let failure = #expect(throws: LogError.self) { try log.statistics() }
      #expect(failure?.reason == .damaged)
    }
    pages = sound
    pages.breakCount(of: try #require(sound.leaves(of: "blobs").first).number)
    try pages.write(to: data(folder))
    let log = try EventLog(profile: folder.profile, access: .readOnly)
    let failure = #expect(throws: LogError.self) {
      try log.backUp(
        to: folder.path + "/backup", milliseconds: 1, reading: RecordReading { _, _ in 0 })
    }
    #expect(failure?.reason == .damaged)
  }

  /// How the number of a free page is replaced.
  enum Wrong: CaseIterable {
    case leafOfEvents, valueOfItsOwn, middleOfValue, otherFreePage, beyondTheEnd, head

    func number(_ pages: DataPages) -> Int {
      switch self {
      case .leafOfEvents: pages.leaves(of: "events")[20].number
      case .valueOfItsOwn: Self.value(pages)
      case .middleOfValue: Self.value(pages) + 5
      case .otherFreePage: pages.freePages[0].number
      case .beyondTheEnd: pages.bytes.count / DataPages.pageBytes + 1_000
      case .head: 1
      }
    }

    /// The first page of the first value in the table of blobs that has its own pages.
    private static func value(_ pages: DataPages) -> Int {
      let leaf = pages.leaves(of: "blobs")[0].number * DataPages.pageBytes
      let node = leaf + Int(pages.bytes[leaf + 16]) + Int(pages.bytes[leaf + 17]) << 8
      // The header and the key of one byte precede the number.
      return Int(pages.bytes[node + 9]) + Int(pages.bytes[node + 10]) << 8
    }
  }

  @Test(arguments: Wrong.allCases) func `no page in use is overwritten`(
    _ wrong: Wrong
  ) throws {
    for part in [1, 2, 3] {
      let folder = try sample()
      var pages = try DataPages(data(folder))
      let free = pages.freePages
      pages.put(wrong.number(pages), at: free[(free.count - 1) * part / 3].offset)
      try pages.write(to: data(folder))
      #expect(try outcome(folder) == .freePagesDamaged)
      #expect(try isWholeAfterWriting(folder))
      #expect(try outcome(folder) == .sound)
      let log = try EventLog(profile: folder.profile, access: .readWrite)
      try log.compact()
      #expect(try log.hasOnlyExpectedRecords())
    }
  }

  @Test func `a log with a damaged tree is not written`() throws {
    let folder = try sample()
    var pages = try DataPages(data(folder))
    let leaves = pages.leaves(of: "events")
    // A branch that refers to itself.
    let root = try #require(
      (2..<pages.bytes.count / DataPages.pageBytes).last { page in
        pages.bytes[page * DataPages.pageBytes + 10] == 1
      })
    let node =
      root * DataPages.pageBytes + Int(pages.bytes[root * DataPages.pageBytes + 16])
      + Int(pages.bytes[root * DataPages.pageBytes + 17]) << 8
    pages.bytes[node] = pages.bytes[root * DataPages.pageBytes]
    pages.bytes[node + 1] = pages.bytes[root * DataPages.pageBytes + 1]
    try #require(leaves.count > 2)
    try pages.write(to: data(folder))
    #expect(try outcome(folder) == .treesDamaged)
    let before = try Data(contentsOf: URL(filePath: data(folder)))
    let probe = try ProbeProcess("append-when-told", folder.profile)
    #expect(try probe.ask("go") == "damaged \(folder.profile)")
    #expect(try Data(contentsOf: URL(filePath: data(folder))) == before)
  }

  @Test func `pages are compared again after an unclean end`() throws {
    let folder = try sample()
    let noted = try #require(CleanShutdownMark(in: folder.profile + "/log-1"))
    func compared() throws -> Int64? {
      let log = try EventLog(profile: folder.profile, access: .readWrite)
      guard case .profile(let store) = log.store else { return nil }
      try log.append(expectedRecord(try log.newest() + 1))
      return try store.liveEnvironment().comparedSeconds
    }
    var old = noted
    old.comparedSeconds -= 600
    old.write(in: folder.profile + "/log-1")
    // After a clean end, the time of the comparison is unchanged.
    #expect(try compared() == old.comparedSeconds)
    #expect(try compared() == old.comparedSeconds)
    // After a kill, the record of the comparison is outdated.
    let probe = try ProbeProcess("append-when-told", folder.profile)
    #expect(try probe.ask("go") != nil)
    _ = try probe.kill()
    #expect(try compared() ?? 0 >= noted.comparedSeconds)
    // One day later.
    var late = try #require(CleanShutdownMark(in: folder.profile + "/log-1"))
    late.comparedSeconds -= CleanShutdownMark.day
    late.write(in: folder.profile + "/log-1")
    #expect(try compared() ?? 0 >= noted.comparedSeconds)
  }
}
