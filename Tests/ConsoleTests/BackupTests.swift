import Foundation
import TestSupport
import Testing

/// `backup` on the command line.
@Suite struct BackupTests {
  private let folder: TemporaryFolder
  private var backup: String { folder.path + "/backup" }

  init() throws { folder = try TemporaryFolder() }

  @discardableResult
  private func retrace(
    _ arguments: String..., profile: String? = nil, joinsErrors: Bool = false
  ) throws -> Subprocess {
    try RetraceProcess.run(
      ["-p", profile ?? folder.profile, "--yes"] + RetraceProcess.clock + arguments,
      in: folder.url, joinsErrors: joinsErrors)
  }

  private func object(_ run: Subprocess) throws -> [String: Any] {
    let json = try JSONSerialization.jsonObject(with: run.outputBytes) as? [String: Any]
    return try #require(json?["backup"] as? [String: Any])
  }

  @Test func `a backup is created, extended, compared and inspected`() throws {
    try retrace("-c", "open a.example", "-c", "open b.example")
    #expect(
      try retrace("backup", "backup").output.hasPrefix("Backed up 3 events to “backup”, "))
    #expect(
      try retrace("backup", "backup").output
        == "The backup in “backup” is up to date: it has all 3 events.\n")
    try retrace("open", "c.example")
    #expect(
      try retrace("backup", "backup", "--verify").output == """
        The backup in “backup” of 2026-01-01 00:00:00.000 has 3 events, all identical to those in the profile.
        It lacks the newest event: “backup” updates it.

        """)
    let added = try retrace("backup", "backup").output
    #expect(
      added.contains(/^Added 1 event, \d+ bytes, to the backup in “backup”: it has 4 events.\n$/))
    let tabs = try retrace("--read-only", "tabs", profile: backup).output
    #expect(tabs == (try retrace("tabs").output) && tabs.contains("c.example"))
  }

  @Test func `the output of --json has the shape that the help describes`() throws {
    try retrace("open", "a.example")
    let made = try object(retrace("--json", "backup", "backup"))
    #expect(made["work"] as? String == "made" && made["events"] as? Int == 2)
    #expect(made["addedEvents"] as? Int == 2 && made["damaged"] as? [Int] == [])
    #expect(made["bytes"] as? Int ?? 0 > 8_000 && made["directory"] as? String == "backup")
    let compared = try object(retrace("--json", "backup", "backup", "--verify"))
    #expect(compared["isSound"] as? Bool == true && compared["lackingEvents"] as? Int == 0)
    #expect(compared["time"] as? String == "2026-01-01T00:00:00.000Z")
    let help = try retrace("help", "json", "backup").output
    for key in Array(made.keys) + Array(compared.keys) {
      #expect(help.contains("    \(key): "), "\(key)")
    }
  }

  @Test func `a restored copy becomes another device when it is written to`() throws {
    try retrace("-c", "open a.example", "-c", "bookmark", "-c", "mark here", "-c", "zoom 150")
    try retrace("backup", "backup")
    let state = try retrace("--json", "state").output
    // Simulates the loss of a disk.
    try FileManager.default.removeItem(atPath: folder.profile)
    try FileManager.default.copyItem(atPath: backup, toPath: folder.profile)
    #expect(try retrace("--json", "state").output == state)
    let first = try retrace("open", "b.example")
    #expect(first.status == 0)
    #expect(first.errors.hasPrefix("retrace: This profile was a backup made at 2026-01-01 "))
    #expect(try retrace("open", "c.example").errors == "")
    #expect(
      try retrace("stats").output.contains(
        /events when it was restored from an older copy +5\n/))
    // The backup is older, so it is extended.
    #expect(try retrace("backup", "backup").output.hasPrefix("Added 2 events"))
    // The same older state diverges when it is written to.
    try FileManager.default.removeItem(atPath: folder.profile)
    try FileManager.default.copyItem(atPath: backup, toPath: folder.profile)
    try retrace("open", "d.example")
    try retrace("open", "e.example", profile: backup)
    let refused = try retrace("backup", "backup")
    #expect(refused.status == 1 && refused.errors.contains("was written to"))
  }

  @Test func `an import into a restored copy reports that it becomes another device`() throws {
    try retrace("-c", "open a.example", "-c", "backup backup")
    let page =
      #"<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><DT><A HREF="https://b.example/">B</A></DL>"#
    try Data(page.utf8).write(to: folder.url.appending(path: "in.html"))
    let first = try retrace("import", "in.html", profile: backup)
    #expect(first.errors.hasPrefix("retrace: This profile was a backup made at "))
    #expect(try retrace("open", "c.example", profile: backup).errors == "")
  }

  @Test func `the next backup removes forgotten data`() throws {
    try retrace("-c", "open secret.example", "-c", "open kept.example")
    try retrace("backup", "backup")
    try retrace("forget", "--site", "secret.example")
    let before = try retrace("backup", "backup", "--verify")
    #expect(
      before.status == 0 && before.output.contains("still contains data that was forgotten since"))
    #expect(try retrace("backup", "backup").output.contains("was re-created"))
    #expect(try Sentinel("secret.example").found(in: folder.path) == [])
    #expect(
      try retrace("backup", "backup", "--verify").output.contains(
        "all identical to those in the profile"))
  }

  @Test func `a damaged event is reported, and the others are backed up`() throws {
    try retrace("-c", "open a.example", "-c", "open damaged.example", "-c", "open c.example")
    let data = URL(filePath: folder.profile + "/log-1/data.mdb")
    var bytes = try Data(contentsOf: data)
    var place = bytes.startIndex
    while let found = bytes.range(of: Data("damaged.example".utf8), in: place..<bytes.endIndex) {
      bytes[found.lowerBound] = 0
      place = found.upperBound
    }
    try bytes.write(to: data)
    let made = try retrace("backup", "backup")
    #expect(made.status == 4)
    #expect(made.errors.contains("1 event is damaged (#3)"))
    #expect(made.output.contains("The backup contains damaged events as they are."))
    #expect(try object(retrace("--json", "backup", "other"))["damaged"] as? [Int] == [3])
    #expect(try retrace("tabs", profile: backup).output.contains("c.example"))
  }

  @Test func `an error is explained, and nothing is created`() throws {
    #expect(try retrace("backup", "backup").status == 3)
    try retrace("open", "a.example")
    for (place, words) in [
      (folder.profile, "is the profile itself"), ("profile/inside", "is the profile itself"),
      (".", "contains it"),
    ] {
      let run = try retrace("backup", place)
      #expect(run.status == 1 && run.errors.contains(words), "\(place)")
    }
    let memory = try RetraceProcess.run(["--memory", "backup", "backup"], in: folder.url)
    #expect(memory.status == 1 && memory.errors.contains("nothing to back up"))
    let missing = try retrace("--json", "backup", "backup", "--verify")
    #expect(missing.status == 1 && missing.output.contains("\"code\":\"noBackup\""))
    #expect(try folder.names == ["profile"])
  }

  @Test func `a backup contains no data of private windows`() throws {
    let lines = """
      open kept.example
      window new --private
      open private.example/sentinel
      page title 'A private sentinel'
      backup backup

      """
    let run = try RetraceProcess.run(["-p", folder.profile], input: lines, in: folder.url)
    #expect(run.status == 0 && run.output.contains("Backed up 2 events"))
    for text in ["private.example", "private sentinel"] {
      #expect(try Sentinel(text).found(in: folder.path) == [])
    }
  }

  @Test(.enabled(if: ReadOnlyMount.isAllowed, "only root can mount a small file system"))
  func `a full disk is reported, and the previous backup stays intact`() throws {
    try retrace("open", "a.example")
    let disk = try TemporaryFolder()
    try #require(mount("tmpfs", disk.path, "tmpfs", 0, "size=128k") == 0)
    defer { umount2(disk.path, 2) }
    let place = disk.path + "/backup"
    #expect(try retrace("backup", place).status == 0)
    let pages = (1...40).map {
      "open https://\($0).example/\(String(repeating: "x", count: 6_000))"
    }
    _ = try RetraceProcess.run(
      ["-p", folder.profile], input: pages.joined(separator: "\n") + "\n", in: folder.url)
    let full = try retrace("backup", place)
    #expect(full.status == 1 && full.errors.contains("No space left"), "\(full.errors)")
    let other = try retrace("backup", disk.path + "/other")
    #expect(other.status == 1 && other.errors.contains("No space left"), "\(other.errors)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: disk.path) == ["backup"])
    let compared = try retrace("backup", place, "--verify").output
    #expect(compared.contains("has 2 events, all identical to those in the profile"))
    #expect(compared.contains("It lacks the newest 40 events"))
  }
}
