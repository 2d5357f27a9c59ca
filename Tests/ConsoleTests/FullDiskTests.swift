import Foundation
import TestSupport
import Testing

/// A full or nearly full disk. An intact profile is not reported as damaged and can be read, and no
/// temporary files remain.
@Suite struct FullDiskTests {
  static let canMount = ReadOnlyMount.isAllowed

  /// Creates a small file system in memory, with a profile, a copy of the profile without a lock
  /// file, and a number of free bytes.
  private func withDisk(leaving bytes: Int, _ body: (String) throws -> Void) throws {
    let folder = try TemporaryFolder()
    try #require(mount("tmpfs", folder.path, "tmpfs", 0, "size=1m") == 0)
    defer { umount2(folder.path, 2) }
    let opens = ["a", "b", "c"].flatMap { ["-c", "open https://\($0).example/"] }
    #expect(try RetraceProcess.run(["-p", folder.profile] + opens).status == 0)
    try FileManager.default.copyItem(atPath: folder.profile, toPath: folder.path + "/copy")
    try FileManager.default.removeItem(atPath: folder.path + "/copy/log-1/lock.mdb")
    let ballast = open(folder.path + "/ballast", O_WRONLY | O_CREAT, 0o600)
    defer { close(ballast) }
    let block = [UInt8](repeating: 1, count: 4_096)
    while write(ballast, block, block.count) == block.count {}
    let length = lseek(ballast, 0, SEEK_END)
    #expect(ftruncate(ballast, max(length - bytes, 0)) == 0)
    try body(folder.path)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        == ["ballast", "copy", "profile"])
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.profile).sorted()
        == ["current", "log-1", "newest"])
    let tabs = try RetraceProcess.run(["-p", folder.profile, "--read-only", "tabs"])
    #expect(tabs.status == 0)
    #expect(tabs.output.contains("https://b.example/"))
  }

  @Test(
    .enabled(if: canMount, "only root can mount a small file system"),
    arguments: [0, 4_096, 8_192, 12_288])
  func `commands that need disk space report a full disk`(_ left: Int) throws {
    try withDisk(leaving: left) { disk in
      for arguments in [
        ["-p", disk + "/profile", "compact"],
        ["-p", disk + "/profile", "-y", "forget", "--site", "b.example"],
        ["-p", disk + "/profile", "tabs"],
        ["-p", disk + "/new", "open", "https://new.example/"],
      ] {
        let run = try RetraceProcess.run(arguments)
        #expect(run.status < 128, "\(arguments)")
        #expect(!run.errors.contains("damaged"), "\(arguments)")
        if run.status != 0 { #expect(run.errors.contains("ree some space"), "\(arguments)") }
      }
      try? FileManager.default.removeItem(atPath: disk + "/new")
    }
  }

  @Test(.enabled(if: canMount, "only root can mount a small file system"))
  func `a full folder for temporary files is named in the message`() throws {
    let folder = try TemporaryFolder()
    guard mount("tmpfs", folder.path, "tmpfs", 0, "size=16k") == 0 else {
      return withKnownIssue("mounting is not allowed here", isIntermittent: true) {
        Issue.record("mount: \(errno)")
      }
    }
    defer { umount2(folder.path, 2) }
    let home = try TemporaryFolder()
    let line =
      "head -c 100000 /dev/zero | '\(RetraceProcess.executable.path)' -p '\(home.profile)' "
      + "import /dev/stdin --format jsonl"
    let run = try Subprocess.run(
      "/bin/bash", ["-c", line], environment: ["TMPDIR": folder.path, "PATH": "/usr/bin:/bin"])
    #expect(run.status == 1)
    #expect(
      run.errors == "retrace: “\(folder.path)” cannot be written: No space left on device.\n")
    #expect(try home.names == [])
  }

  @Test(.enabled(if: canMount, "only root can mount a small file system"))
  func `a missing lock file on a full disk is reported`() throws {
    try withDisk(leaving: 0) { disk in
      let run = try RetraceProcess.run(["-p", disk + "/copy", "--read-only", "tabs"])
      #expect(run.status == 3)
      #expect(run.errors.hasPrefix("retrace: No space left on the device of "))
    }
  }
}
