import Bytes
import Foundation
import TestSupport
import Testing

@testable import RetraceEventLog

@Suite(.serialized) struct ProfileTests {
  private func reason(
    _ path: String, _ access: EventLog.Access = .readWrite
  ) -> LogError.Reason? {
    let failure = #expect(throws: LogError.self) {
      _ = try EventLog(profile: path, access: access)
    }
    return failure?.reason
  }

  private func permissions(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  @Test func `a new profile is private, and no other files are created`() throws {
    let folder = try TemporaryFolder()
    let log = try EventLog(profile: folder.profile + "/", access: .readWrite)
    try log.append([1])
    #expect(log.directory == folder.profile)
    #expect(try folder.names == ["profile"])
    #expect(try permissions(folder.profile) == 0o700)
    for name in ["current", "newest", "log-1/data.mdb", "log-1/lock.mdb"] {
      #expect(try permissions(folder.profile + "/" + name) == 0o600)
    }
    #expect(try permissions(folder.profile + "/log-1") == 0o700)
  }

  @Test func `records are stored after the log is closed`() throws {
    let folder = try TemporaryFolder()
    try EventLog(profile: folder.profile, access: .readWrite).append([1, 2])
    #expect(try EventLog(profile: folder.profile, access: .readWrite).records() == [[1, 2]])
    #expect(try EventLog(profile: folder.profile, access: .readOnly).records() == [[1, 2]])
  }

  @Test func `missing parent directories of a profile are created`() throws {
    let folder = try TemporaryFolder()
    let log = try EventLog(profile: folder.path + "/a/b/profile", access: .readWrite)
    #expect(try log.append([1]) == 1)
    #expect(try permissions(folder.path + "/a/b") == 0o700)
  }

  @Test func `a new profile and the names on its path are synced`() throws {
    let folder = try TemporaryFolder()
    let profile = folder.path + "/a/b/profile"
    let synced = try ProbeProcess("make-traced", profile).lines()
    // The names in each new directory, beginning in the directory that already existed.
    #expect(synced.prefix(2) == [folder.path, folder.path + "/a"])
    let draft = try #require(synced.dropFirst(2).first)
    #expect(draft.hasPrefix(profile + ".new.") && draft.hasSuffix("/log-1"))
    #expect(synced.dropFirst(3) == [String(draft.dropLast(6)), folder.path + "/a/b"])
  }

  @Test func `an empty directory becomes a profile`() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.profile, withIntermediateDirectories: false)
    #expect(reason(folder.profile, .readOnly) == .missing)
    #expect(try EventLog(profile: folder.profile, access: .readWrite).append([1]) == 1)
  }

  @Test func `reading a missing profile creates nothing`() throws {
    let folder = try TemporaryFolder()
    #expect(reason(folder.profile, .readOnly) == .missing)
    #expect(try folder.names == [])
    #expect(reason("", .readWrite) == .missing)
  }

  @Test func `a read-only log cannot be written`() throws {
    let folder = try TemporaryFolder()
    try EventLog(profile: folder.profile, access: .readWrite).append([1])
    let log = try EventLog(profile: folder.profile, access: .readOnly)
    #expect(log.isReadOnly)
    let failure = #expect(throws: LogError.self) { try log.append([2]) }
    #expect(failure?.reason == .readOnly)
  }

  @Test func `a process opens a profile only once, even under different paths`() throws {
    let folder = try TemporaryFolder()
    let link = folder.path + "/link"
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: folder.profile)
    do {
      let log = try EventLog(profile: folder.profile, access: .readWrite)
      #expect(reason(folder.profile) == .alreadyOpen)
      #expect(reason(link, .readOnly) == .alreadyOpen)
      #expect(try log.append([1]) == 1)
    }
    #expect(try EventLog(profile: link, access: .readOnly).newest() == 1)
  }

  @Test func `a file is not a profile`() throws {
    let folder = try TemporaryFolder()
    try Data("text".utf8).write(to: URL(filePath: folder.profile))
    #expect(reason(folder.profile) == .notADirectory)
    #expect(reason(folder.profile + "/below") == .notADirectory)
    #expect(try Data(contentsOf: URL(filePath: folder.profile)) == Data("text".utf8))
  }

  @Test func `a directory with other files is not a profile`() throws {
    let folder = try TemporaryFolder()
    try Data("text".utf8).write(to: URL(filePath: folder.path + "/notes.txt"))
    #expect(reason(folder.path) == .notAProfile)
    #expect(try folder.names == ["notes.txt"])
  }

  @Test func `a newer format is refused`() throws {
    let folder = try TemporaryFolder()
    try EventLog(profile: folder.profile, access: .readWrite).write { writer in
      try writer.setReservedMetadata(Metadata.format, UInt64(2).bigEndianBytes)
    }
    #expect(reason(folder.profile, .readOnly) == .newerFormat)
    #expect(reason(folder.profile) == .newerFormat)
  }

  /// Damage that LMDB does not detect in time.
  enum Damage: CaseIterable {
    case emptyData, shortData, otherData, missingData, zeroHead, missingFormat

    func apply(to profile: String) throws {
      let data = URL(filePath: profile + "/log-1/data.mdb")
      let bytes = try Data(contentsOf: data)
      switch self {
      case .emptyData: try Data().write(to: data)
      case .shortData: try bytes.prefix(8_191).write(to: data)
      case .otherData: try Data(repeating: 65, count: 20_000).write(to: data)
      case .missingData: try FileManager.default.removeItem(at: data)
      case .zeroHead:
        try (Data(count: 4_096) + bytes.dropFirst(4_096)).write(to: data)
      case .missingFormat:
        try EventLog(profile: profile, access: .readWrite).write { writer in
          try writer.setReservedMetadata(Metadata.format, nil)
        }
      }
    }
  }

  @Test(arguments: Damage.allCases) func `damaged files are reported and not used`(
    _ damage: Damage
  ) throws {
    let folder = try TemporaryFolder()
    try EventLog(profile: folder.profile, access: .readWrite).append([1])
    try damage.apply(to: folder.profile)
    #expect(reason(folder.profile) == .damaged)
    #expect(reason(folder.profile, .readOnly) == .damaged)
  }

  @Test
  func `if the noted newest record exceeds the log, there is a warning, and the log can be used`()
    throws
  {
    let folder = try TemporaryFolder()
    let note = URL(filePath: folder.profile + "/newest")
    try EventLog(profile: folder.profile, access: .readWrite).append([1])
    #expect(try Data(contentsOf: note) == Data(UInt64(1).bigEndianBytes))
    #expect(try !EventLog(profile: folder.profile, access: .readOnly).isOlderThanNoted)
    try Data(UInt64(5).bigEndianBytes).write(to: note)
    #expect(try EventLog(profile: folder.profile, access: .readOnly).isOlderThanNoted)
    let log = try EventLog(profile: folder.profile, access: .readWrite)
    #expect(log.isOlderThanNoted)
    #expect(try log.append([2]) == 2)
    #expect(try Data(contentsOf: note) == Data(UInt64(2).bigEndianBytes))
  }

  @Test(arguments: [Data(), Data([1, 2]), Data("rubbish!".utf8), nil])
  func `an empty note of the newest record is harmless`(
    _ content: Data?
  ) throws {
    let folder = try TemporaryFolder()
    let note = URL(filePath: folder.profile + "/newest")
    try EventLog(profile: folder.profile, access: .readWrite).append([1])
    try FileManager.default.removeItem(at: note)
    try content?.write(to: note)
    let log = try EventLog(profile: folder.profile, access: .readWrite)
    #expect(!log.isOlderThanNoted)
    #expect(try log.append([2]) == 2)
  }

  @Test func `leftovers are removed, and other files are preserved`() throws {
    let folder = try TemporaryFolder()
    let files = FileManager.default
    for name in ["profile.new.1.1", "profile.new.2.1", "profile.new.2.x", "profile.newer"] {
      try files.createDirectory(
        atPath: folder.path + "/\(name)/log-1", withIntermediateDirectories: true)
      try Data().write(to: URL(filePath: folder.path + "/\(name)/log-1/data.mdb"))
    }
    // One that is not marked as a draft, and one that contains other files.
    for name in ["2.1/notes.txt", "2.1/unfinished", "2.x/unfinished"] {
      try Data().write(to: URL(filePath: folder.path + "/profile.new.\(name)"))
    }
    let others = try folder.names
    try files.createDirectory(
      atPath: folder.path + "/profile.new.3.1", withIntermediateDirectories: false)
    _ = try EventLog(profile: folder.profile, access: .readWrite)
    #expect(try folder.names == ["profile"] + others)
    #expect(files.fileExists(atPath: folder.path + "/profile.new.2.1/notes.txt"))
    try files.createDirectory(
      atPath: folder.profile + "/log-2", withIntermediateDirectories: false)
    try Data().write(to: URL(filePath: folder.profile + "/log-2/unfinished"))
    _ = try EventLog(profile: folder.profile, access: .readOnly)
    #expect(files.fileExists(atPath: folder.profile + "/log-2"))
    _ = try EventLog(profile: folder.profile, access: .readWrite)
    #expect(!files.fileExists(atPath: folder.profile + "/log-2"))
  }

  @Test func `unfinished drafts of a killed process are removed when the profile is opened`() throws
  {
    let folder = try TemporaryFolder()
    let making = try ProbeProcess("make-stopped", folder.profile)
    #expect(try making.answer() == "making")
    let draft = try #require(try folder.names.first)
    #expect(draft.hasPrefix("profile.new."))
    do {
      let log = try EventLog(profile: folder.profile, access: .readWrite)
      #expect(try log.append([1]) == 1)
    }
    #expect(try folder.names == ["profile", draft])
    _ = try making.kill()
    #expect(try EventLog(profile: folder.profile, access: .readOnly).newest() == 1)
    #expect(try folder.names == ["profile", draft])
    #expect(try EventLog(profile: folder.profile, access: .readWrite).newest() == 1)
    #expect(try folder.names == ["profile"])
  }

  /// Ways in which `current` becomes empty or refers to a missing log.
  enum NoCurrent: CaseIterable { case gone, empty, zeros, otherPath, otherLog }

  private func lose(_ kind: NoCurrent, in profile: String) throws {
    let current = URL(filePath: profile + "/current")
    switch kind {
    case .gone: try FileManager.default.removeItem(at: current)
    case .empty: try Data().write(to: current)
    case .zeros: try Data(count: 6).write(to: current)
    case .otherLog: try Data("log-9\n".utf8).write(to: current)
    case .otherPath: try Data("../elsewhere\n".utf8).write(to: current)
    }
  }

  @Test(arguments: NoCurrent.allCases)
  func `the only log of a profile is found even if current does not name it`(_ kind: NoCurrent)
    throws
  {
    let folder = try TemporaryFolder()
    do {
      let log = try EventLog(profile: folder.profile, access: .readWrite)
      try log.append([1])
      try log.compact()
    }
    // The unfinished copy of a killed compaction is not the log.
    try FileManager.default.createDirectory(
      atPath: folder.profile + "/log-3", withIntermediateDirectories: false)
    for name in ["data.mdb", "unfinished"] {
      try Data().write(to: URL(filePath: folder.profile + "/log-3/" + name))
    }
    try lose(kind, in: folder.profile)
    #expect(try EventLog(profile: folder.profile, access: .readOnly).records() == [[1]])
    let log = try EventLog(profile: folder.profile, access: .readWrite, making: .withFirstBatch)
    #expect(try log.append([2]) == 2)
    #expect(try log.records() == [[1], [2]])
    let current = try String(contentsOfFile: folder.profile + "/current", encoding: .utf8)
    #expect(current == "log-2\n")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.profile).sorted()
        == ["current", "log-2", "newest"])
  }

  @Test(arguments: NoCurrent.allCases)
  func `if the current log cannot be determined, none is used`(_ kind: NoCurrent) throws {
    let folder = try TemporaryFolder()
    try EventLog(profile: folder.profile, access: .readWrite).append([1])
    try FileManager.default.copyItem(
      atPath: folder.profile + "/log-1", toPath: folder.profile + "/log-2")
    try lose(kind, in: folder.profile)
    #expect(reason(folder.profile, .readOnly) == .damaged)
    #expect(reason(folder.profile) == .damaged)
    #expect(FileManager.default.fileExists(atPath: folder.profile + "/log-1/data.mdb"))
    #expect(FileManager.default.fileExists(atPath: folder.profile + "/log-2/data.mdb"))
  }

  @Test func `an open log follows a compaction`() throws {
    let folder = try TemporaryFolder()
    let log = try EventLog(profile: folder.profile, access: .readWrite)
    try log.append([1])
    try FileManager.default.copyItem(
      atPath: folder.profile + "/log-1", toPath: folder.profile + "/log-2")
    try Data("log-2\n".utf8).write(
      to: URL(filePath: folder.profile + "/current"), options: .atomic)
    try log.write { writer in
      try writer.setReservedMetadata(Metadata.superseded, Array("log-2".utf8))
    }
    try FileManager.default.removeItem(atPath: folder.profile + "/log-1")
    #expect(try log.append([2]) == 2)
    #expect(try log.records() == [[1], [2]])
    #expect(reason(folder.profile) == .alreadyOpen)
  }

  @Test(arguments: ["newest", "current.new"]) func `symbolic links in a profile are not followed`(
    _ name: String
  ) throws {
    let folder = try TemporaryFolder()
    let victim = URL(filePath: folder.path + "/victim")
    try Data("precious!".utf8).write(to: victim)
    let log = try EventLog(profile: folder.profile, access: .readWrite)
    try log.append([1])
    let link = folder.profile + "/" + name
    try? FileManager.default.removeItem(atPath: link)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: victim.path)
    try log.compact()
    #expect(try ProbeProcess("append", folder.profile, 2).lines() == ["2", "3"])
    #expect(try Data(contentsOf: victim) == Data("precious!".utf8))
  }

  @Test(arguments: ["log-1", "log-1/data.mdb", "log-1/lock.mdb", "current"])
  func `a link or a pipe is refused where a file or folder is expected`(
    _ name: String
  ) throws {
    let folder = try TemporaryFolder()
    do {
      let log = try EventLog(profile: folder.profile, access: .readWrite)
      try log.append([1])
    }
    let (path, away) = (folder.profile + "/" + name, folder.path + "/away")
    try FileManager.default.moveItem(atPath: path, toPath: away)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: away)
    let bytes = try? Data(contentsOf: URL(filePath: away))
    for access in [EventLog.Access.readOnly, .readWrite] {
      #expect(reason(folder.profile, access) == .notOwnFile)
    }
    #expect((try? Data(contentsOf: URL(filePath: away))) == bytes)
    #expect(unlink(path) == 0 && mkfifo(path, 0o600) == 0)
    #expect(reason(folder.profile, .readWrite) == .notOwnFile)
    #expect(unlink(path) == 0)
    try FileManager.default.moveItem(atPath: away, toPath: path)
    #expect(try EventLog(profile: folder.profile, access: .readWrite).records() == [[1]])
  }

  @Test func `truncating the note of an open log does not end the process`() throws {
    let folder = try TemporaryFolder()
    let probe = try ProbeProcess("append-when-told", folder.profile)
    #expect(try probe.ask("go") == "1")
    try Data().write(to: URL(filePath: folder.profile + "/newest"))
    #expect(try probe.ask("go") == "2")
    #expect(
      try Data(contentsOf: URL(filePath: folder.profile + "/newest"))
        == Data(UInt64(2).bigEndianBytes))
  }

  @Test(.enabled(if: geteuid() == 0, "only root works for others"))
  func `files that root creates in a profile belong to its owner`() throws {
    let folder = try TemporaryFolder()
    try EventLog(profile: folder.profile, access: .readWrite).append([1])
    let all = { try FileManager.default.subpathsOfDirectory(atPath: folder.profile) }
    for name in try all() { chown(folder.profile + "/" + name, 1_234, 1_234) }
    chown(folder.profile, 1_234, 1_234)
    for name in ["newest", "log-1/lock.mdb"] {
      try FileManager.default.removeItem(atPath: folder.profile + "/" + name)
    }
    func owners() throws -> Set<Int> {
      Set(
        try all().compactMap { name in
          try FileManager.default.attributesOfItem(atPath: folder.profile + "/" + name)[
            .ownerAccountID] as? Int
        })
    }
    #expect(try EventLog(profile: folder.profile, access: .readOnly).newest() == 1)
    #expect(try owners() == [1_234])
    do {
      let log = try EventLog(profile: folder.profile, access: .readWrite)
      try log.append([2])
      try log.compact()
      try log.append([3])
    }
    #expect(try all().contains("log-2/closed"))
    #expect(try owners() == [1_234])
  }

  @Test(.enabled(if: geteuid() == 0, "only root gives files away"))
  func `root changes the owner only of its own files, and not of linked ones`() throws {
    let folder = try TemporaryFolder()
    chown(folder.path, 1_234, 1_234)
    func owner(_ path: String) throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: path)[.ownerAccountID] as? Int
    }
    let made = folder.path + "/made"
    let linked = folder.path + "/linked"
    let system = folder.path + ".system"
    defer { unlink(system) }
    for path in [made, system] { try Data().write(to: URL(filePath: path)) }
    try FileManager.default.linkItem(atPath: system, toPath: linked)
    for path in [made, linked] {
      let descriptor = try FileSystem.open(path, O_RDWR)
      FileSystem.matchOwner(of: folder.path, descriptor)
      close(descriptor)
    }
    #expect(try owner(made) == 1_234)
    #expect(try owner(linked) == 0)
    // The descriptor identifies the file, even if another file has its name now.
    let descriptor = try FileSystem.open(folder.path + "/first", O_RDWR | O_CREAT)
    try FileManager.default.moveItem(
      atPath: folder.path + "/first", toPath: folder.path + "/moved")
    try Data().write(to: URL(filePath: folder.path + "/first"))
    FileSystem.matchOwner(of: folder.path, descriptor)
    close(descriptor)
    #expect(try owner(folder.path + "/moved") == 1_234)
    #expect(try owner(folder.path + "/first") == 0)
  }

  @Test func `network file systems are recognised`() throws {
    let folder = try TemporaryFolder()
    #expect(FileSystemKind(rawValue: 0x6969).isNetwork)
    #expect(FileSystemKind(rawValue: 0xFF53_4D42).isNetwork)
    #expect(FileSystemKind(rawValue: 0x0102_1997).isNetwork)
    #expect(!FileSystemKind(rawValue: 0xEF53).isNetwork)
    #expect(try !FileSystemKind.isNetwork(at: folder.path + "/not/there"))
    #expect(FileSystemKind.isNetwork(type: "fuse.sshfs"))
    #expect(!FileSystemKind.isNetwork(type: "fuse.gocryptfs"))
  }

}
