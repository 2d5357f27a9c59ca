import Foundation
import TestSupport
import Testing

@testable import RetraceEventLog

/// A profile that is moved, removed or replaced while it is open. No acknowledged write is lost,
/// and a replacement is not changed.
@Suite(.serialized) struct PlaceTests {
  private let files = FileManager.default

  /// An open log with one record, and another process that has it open too.
  private func opened(_ command: String) throws -> (TemporaryFolder, ProbeProcess) {
    let folder = try TemporaryFolder()
    #expect(try ProbeProcess("append", folder.profile, 1).lines() == ["1"])
    let probe = try ProbeProcess(command, folder.profile)
    #expect(try probe.ask("go") == (command == "append-when-told" ? "2" : "compacted"))
    return (folder, probe)
  }

  private func contents(_ path: String) throws -> [String: Data?] {
    let names = try files.subpathsOfDirectory(atPath: path)
    return Dictionary(
      uniqueKeysWithValues: names.map { ($0, files.contents(atPath: path + "/" + $0)) })
  }

  @Test(arguments: ["append-when-told", "compact-when-told"])
  func `the removal of a profile is detected`(_ command: String) throws {
    let (folder, probe) = try opened(command)
    try files.removeItem(atPath: folder.profile)
    #expect(try probe.ask("go") == "removed \(folder.profile)")
    #expect(try folder.names == [])
  }

  @Test(arguments: ["append-when-told", "compact-when-told"])
  func `a profile that was moved is complete at its new path`(_ command: String) throws {
    let (folder, probe) = try opened(command)
    let moved = folder.path + "/moved"
    try files.moveItem(atPath: folder.profile, toPath: moved)
    let before = try contents(moved)
    #expect(try probe.ask("go") == "moved \(moved)")
    #expect(try folder.names == ["moved"])
    #expect(try contents(moved) == before)
    let newest = try EventLog(profile: moved, access: .readWrite).newest()
    #expect(newest == (command == "append-when-told" ? 2 : 1))
  }

  @Test(arguments: ["append-when-told", "compact-when-told"])
  func `a directory that replaced the profile is not changed`(_ command: String) throws {
    let (folder, probe) = try opened(command)
    try files.moveItem(atPath: folder.profile, toPath: folder.path + "/moved")
    #expect(try ProbeProcess("append", folder.profile, 3).lines().last == "3")
    let before = try contents(folder.profile)
    #expect(try probe.ask("go") == "moved \(folder.path)/moved")
    #expect(try contents(folder.profile) == before)
    try files.removeItem(atPath: folder.path + "/moved")
    #expect(try probe.ask("go") == "replaced \(folder.profile)")
    #expect(try contents(folder.profile) == before)
  }

  @Test(arguments: ["append-when-told", "compact-when-told"])
  func `a copy that replaced an open log is not written`(_ command: String) throws {
    let (folder, probe) = try opened(command)
    try files.copyItem(atPath: folder.profile, toPath: folder.path + "/copy")
    try files.removeItem(atPath: folder.profile)
    try files.moveItem(atPath: folder.path + "/copy", toPath: folder.profile)
    let before = try contents(folder.profile)
    #expect(try probe.ask("go") == "replaced \(folder.profile)")
    #expect(try contents(folder.profile) == before)
  }

  @Test func `a compaction changes nothing if the profile is moved meanwhile`() throws {
    let folder = try TemporaryFolder()
    let log = try EventLog(profile: folder.profile, access: .readWrite)
    for number in 1...9 as ClosedRange<UInt64> { try log.append(expectedRecord(number)) }
    let failure = #expect(throws: LogError.self) {
      try log.compact { _, _ in
        try? files.moveItem(atPath: folder.profile, toPath: folder.path + "/moved")
      }
    }
    #expect(failure?.reason == .moved)
    let probe = try ProbeProcess("append", folder.path + "/moved", 1)
    #expect(try probe.lines() == ["10"])
    #expect(
      try files.contentsOfDirectory(atPath: folder.path + "/moved").sorted()
        == ["current", "log-1", "newest"])
  }

  /// The old environment refers to its successor by name. Another profile has a log with that name now.
  @Test func `a log does not switch to another profile`() throws {
    let folder = try TemporaryFolder()
    let log = try EventLog(profile: folder.profile, access: .readWrite)
    try log.append(expectedRecord(1))
    #expect(try ProbeProcess("compact", folder.profile, 1).lines() == ["1"])
    try files.removeItem(atPath: folder.profile)
    #expect(try ProbeProcess("append", folder.profile, 5).lines().last == "5")
    #expect(try ProbeProcess("compact", folder.profile, 1).lines() == ["5"])
    for _ in 0..<2 {
      let failure = #expect(throws: LogError.self) { try log.newest() }
      #expect(failure?.reason == .replaced)
    }
  }
}
