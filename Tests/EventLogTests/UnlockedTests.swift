import Foundation
import TestSupport
import Testing

@testable import RetraceEventLog

/// A log that can be read but not locked, so that writers do not know about its readers.
@Suite(.serialized) struct UnlockedTests {
  @Test(.enabled(if: ReadOnlyMount.isAllowed, "only root can mount"))
  func `a reader on a read-only medium detects overwritten pages`() throws {
    let folder = try TemporaryFolder()
    #expect(try ProbeProcess("append", folder.profile, 1, 400).lines() == ["400"])
    guard let mount = try ReadOnlyMount(of: folder.profile) else {
      return withKnownIssue("mounting is not allowed here", isIntermittent: true) {
        Issue.record("mount: \(errno)")
      }
    }
    let log = try EventLog(profile: folder.profile, access: .readWrite)
    let reader = try ProbeProcess("read-when-told", mount.path)
    #expect(try reader.answer() == "reading 400")
    try log.append(expectedRecord(401))
    #expect(try reader.ask("go") == "read 400")
    #expect(try reader.answer() == "reading 401")
    try log.append(expectedRecord(402))
    try log.append(expectedRecord(403))
    #expect(try reader.ask("go") == "overwritten \(mount.path)")
    #expect(try reader.answer() == "reading 403")
    #expect(try reader.ask("go") == "read 403")
  }

  @Test func `writers wait for a reader with a lock`() throws {
    let folder = try TemporaryFolder()
    #expect(try ProbeProcess("append", folder.profile, 1, 400).lines() == ["400"])
    let log = try EventLog(profile: folder.profile, access: .readWrite)
    let reader = try ProbeProcess("read-when-told", folder.profile)
    #expect(try reader.answer() == "reading 400")
    for number in 401...420 { try log.append(expectedRecord(UInt64(number))) }
    #expect(try reader.ask("go") == "read 400")
  }

  /// Which parts of a profile a process cannot write.
  enum Permissions: CaseIterable {
    case files, directories, noLockFile

    func apply(to profile: String) throws {
      let files = FileManager.default
      if self == .noLockFile { try files.removeItem(atPath: profile + "/log-1/lock.mdb") }
      for name in try files.subpathsOfDirectory(atPath: profile) {
        var isDirectory: ObjCBool = false
        _ = files.fileExists(atPath: profile + "/" + name, isDirectory: &isDirectory)
        if !isDirectory.boolValue { chmod(profile + "/" + name, 0o400) }
      }
      guard self != .files else { return }
      chmod(profile + "/log-1", 0o500)
      chmod(profile, 0o500)
    }
  }

  @Test(arguments: Permissions.allCases)
  func `a process without write permission can read`(_ permissions: Permissions) throws {
    let folder = try TemporaryFolder()
    #expect(try ProbeProcess("append", folder.profile, 1, 400).lines() == ["400"])
    try permissions.apply(to: folder.profile)
    defer {
      chmod(folder.profile, 0o700)
      chmod(folder.profile + "/log-1", 0o700)
    }
    // Permissions do not apply to root.
    let user = geteuid() == 0 ? 1_234 : geteuid()
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder.profile) + [""] {
      chown(folder.profile + "/" + name, user, gid_t.max)
    }
    #expect(try ProbeProcess("read-as", folder.profile, Int(user)).lines() == ["400"])
    #expect(try ProbeProcess("open-as", folder.profile, Int(user)).lines() == ["notPermitted 13"])
    chmod(folder.profile + "/log-1/data.mdb", 0o000)
    #expect(try ProbeProcess("read-as", folder.profile, Int(user)).lines() == ["notPermitted 13"])
  }
}
