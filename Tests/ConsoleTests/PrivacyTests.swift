import Foundation
import TestSupport
import Testing

/// Forgotten and private data is in no file of the home folder, regardless of earlier actions, even
/// if a process is killed. All other data is unchanged.
@Suite(.timeLimit(.minutes(30))) struct PrivacyTests {
  private let folder: TemporaryFolder
  private let sentinel = Sentinel("qzkxj")

  init() throws {
    folder = try TemporaryFolder()
    for name in ["home", "temporary"] {
      try FileManager.default.createDirectory(
        atPath: folder.path + "/" + name, withIntermediateDirectories: false)
    }
  }

  private var environment: [String: String] {
    [
      "HOME": folder.path + "/home", "XDG_STATE_HOME": folder.path + "/home/state",
      "XDG_DATA_HOME": folder.path + "/home/data", "XDG_CACHE_HOME": folder.path + "/home/cache",
      "XDG_CONFIG_HOME": folder.path + "/home/config", "TMPDIR": folder.path + "/temporary",
      "TZ": "UTC", "PATH": "/usr/bin:/bin",
    ]
  }

  @discardableResult
  private func retrace(_ arguments: String..., input: String = "") throws -> Subprocess {
    try RetraceProcess.run(
      ["-p", folder.profile, "--yes"] + arguments, input: input, environment: environment,
      in: folder.url)
  }

  /// Types lines at the prompt, which stores them in the history, and quits.
  private func type(_ lines: [String]) throws {
    let process = try TerminalProcess(
      "/usr/bin/env",
      ["--chdir", folder.path, RetraceProcess.executable.path, "-p", folder.profile, "--yes"],
      environment: environment)
    try process.expect("Ctrl-D quits")
    for line in lines { try process.type(line + "\r") }
    try process.type("quit\r")
    #expect(try process.end() == 0)
  }

  private static let kept = [
    "open kept.example/a", "page title 'Kept A'", "zoom 125",
    "bookmark --title 'Kept mark' --folder Work/Deep --tags x --keyword kw --note 'a note'",
    "open kept.example/b", "group 1 --title G", "mark here", "open gone.example", "close",
    "open --background other.example", "set historyLimit 40",
  ]

  /// Commands that store the sentinel text in each kind of string that belongs to a page.
  private static let named = [
    "mark before", "open https://qzkxj.example/a", "page title 'Title of qzkxj'",
    "bookmark --title 'qzkxj mark' --note 'of qzkxj' --tags qzkxj --keyword qzkxj", "zoom 150",
    "page scroll 0 400", "page thumbnail picture", "page location https://qzkxj.example/a#qzkxj",
    "reload", "page failed 'no qzkxj'", "undo", "duplicate", "find qzkxj", "visits qzkxj",
    "visits --top", "mark after",
  ]

  /// Writes a file that is accepted as a picture.
  private func writePicture() throws {
    let head: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    try Data(head + Array("a picture of qzkxj".utf8))
      .write(to: URL(filePath: folder.path + "/picture"))
  }

  /// Uses a profile, including its exports and backup.
  private func live(_ lines: [String]) throws {
    try writePicture()
    try type(lines + ["export jsonl exported.jsonl", "backup backup", "compact", "find kept"])
    #expect(try Sentinel("a picture of qzkxj").found(in: folder.path + "/backup").count > 0)
    #expect(try sentinel.found(in: folder.path + "/home").count > 0)
    for name in ["picture", "exported.jsonl"] {
      try FileManager.default.removeItem(atPath: folder.path + "/" + name)
    }
  }

  @Test(arguments: [
    "--site qzkxj.example --mentions", "--under https://qzkxj.example/",
    "https://qzkxj.example/a", "--between before after", "--all",
  ])
  func `forgotten data is in no file, and everything else is unchanged`(_ words: String) throws {
    try live(Self.kept + Self.named)
    let before = try Things(retrace("--json", "state"), without: "qzkxj")
    #expect(before.objects.count > 8)
    try type(["forget \(words)", "find kept"])
    try retrace("backup", "backup")
    #expect(try sentinel.found(in: folder.path) == [])
    guard words != "--all" else { return }
    let after = try Things(retrace("--json", "state"), without: "qzkxj")
    // Marks from the forgotten time range are forgotten too.
    for (name, object) in before.objects where !["marks.before", "marks.after"].contains(name) {
      #expect(after.objects[name] == object, "\(name)")
    }
    #expect(try retrace("visits", "kept").output.contains("kept.example/b"))
    #expect(
      try retrace("backup", "backup", "--verify").output.contains(
        "all identical to those in the profile"))
  }

  @Test func `a forgotten page that only a tab has shown is in no file`() throws {
    try live(
      Self.kept + [
        "open https://qzkxj.example/a", "page title 'Title of qzkxj'", "page thumbnail picture",
        "go qzkxj.example/b", "page scroll 0 400", "reload", "page failed 'no qzkxj'", "back",
        "page location https://qzkxj.example/a#qzkxj", "go a search for qzkxj", "close 4",
        "reopen",
      ])
    let before = try Things(retrace("--json", "state"), without: "qzkxj")
    try type(["forget --tab 4"])
    try retrace("backup", "backup")
    #expect(try sentinel.found(in: folder.path) == [])
    let after = try Things(retrace("--json", "state"), without: "qzkxj")
    for (name, object) in before.objects { #expect(after.objects[name] == object, "\(name)") }
    #expect(try retrace("visits", "kept").output.contains("kept.example/b"))
  }

  @Test func `private data is in no file`() throws {
    let named = Self.named.filter { !$0.hasPrefix("bookmark") && !$0.hasPrefix("mark") }
    try writePicture()
    try type(
      Self.kept + ["window new --private"] + named
        + ["export jsonl exported.jsonl", "backup backup", "compact", "backup backup"])
    try FileManager.default.removeItem(atPath: folder.path + "/picture")
    #expect(try sentinel.found(in: folder.path) == [])
    #expect(try retrace("tabs").output.contains("kept.example/b"))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path + "/temporary") == [])
  }

  @Test func `imported and forgotten data is in no file`() throws {
    let source = folder.url.appending(path: "in.html")
    let markup = """
      <!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p>
      <DT><A HREF="https://qzkxj.example/in" TAGS="qzkxj">of qzkxj</A>
      <DT><A HREF="https://kept.example/in">Kept</A></DL>
      """
    try Data(markup.utf8).write(to: source)
    try type(Self.kept + ["import in.html", "backup backup"])
    #expect(try sentinel.found(in: folder.path).count > 1)
    try FileManager.default.removeItem(at: source)
    try type(["forget --site qzkxj.example --mentions", "backup backup"])
    #expect(try sentinel.found(in: folder.path) == [])
    #expect(try retrace("bookmarks").output.contains("kept.example/in"))
  }

  @Test func `the search finds the sentinel text in every form in which programs write it`() throws
  {
    let text = "qzkxj"
    var forms = [
      Data(text.utf8), try #require(text.data(using: .utf16LittleEndian)),
      try #require(text.data(using: .utf16BigEndian)), Data("%71%7A%6b%78%6A".uppercased().utf8),
    ]
    for around in ["", "a", "ab"] {
      forms.append(Data(Data("\(around)\(text) and more".utf8).base64EncodedString().utf8))
    }
    for (number, form) in forms.enumerated() {
      let name = "home/\(number)"
      try (Data("before ".utf8) + form + Data(" after".utf8))
        .write(to: URL(filePath: folder.path + "/" + name))
      #expect(try sentinel.found(in: folder.path).contains(name), "\(number)")
    }
    try Data("qzkx j".utf8).write(to: URL(filePath: folder.path + "/home/none"))
    #expect(try sentinel.found(in: folder.path).count == forms.count)
  }

  // MARK: Kills

  /// Runs the program, and kills it when a condition is true, unless it exits before.
  private func kill(_ arguments: [String], when isReached: () -> Bool) throws {
    let child = try Subprocess.start(
      RetraceProcess.executable.path, ["-p", folder.profile, "--yes"] + arguments,
      environment: environment)
    var result: Int32 = 0
    while waitpid(child, &result, WNOHANG) == 0 {
      guard isReached() else { continue }
      _ = Foundation.kill(child, SIGKILL)
      waitpid(child, &result, 0)
      return
    }
  }

  private func names(_ path: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
  }

  /// The number of kills in a test, which `RETRACE_KILLS` sets.
  private static let kills =
    ProcessInfo.processInfo.environment["RETRACE_KILLS"].flatMap { Int($0) } ?? 8

  @Test func `after a kill during forgetting, the data is erased by the next command`() throws {
    for round in 0..<max(Self.kills / 4, 1) {
      try live(Self.kept + Self.named)
      let former = Set(names(folder.profile))
      var looks = 0
      try kill(["forget", "--site", "qzkxj.example", "--mentions"]) {
        // The copy has begun. Later rounds kill the program later.
        if !former.isSuperset(of: names(folder.profile)) { looks += 1 }
        return looks > round * 3
      }
      try type(["forget --site qzkxj.example --mentions"])
      try retrace("backup", "backup")
      #expect(try sentinel.found(in: folder.path) == [])
    }
  }

  @Test func `a kill at any time leaves an intact backup, either the previous one or the new one`()
    throws
  {
    // The killed program does not run in that folder.
    let backup = folder.path + "/backup"
    try retrace("-c", "open a.example", "-c", "backup backup")
    for round in 0..<Self.kills {
      try retrace("open", "\(round).example")
      var looks = 0
      try kill(["backup", backup]) {
        looks += 1
        return looks > round * 40
      }
      let compared = try retrace("backup", "backup", "--verify")
      #expect(compared.status == 0, "\(compared.output)\(compared.errors)")
      #expect(compared.output.contains("all identical to those in the profile"))
    }
    try retrace("backup", "backup")
    #expect(
      try retrace("--read-only", "tabs").output
        == RetraceProcess.run(["-p", backup, "--read-only", "tabs"]).output)
  }

  @Test func `a kill during a backup leaves the previous backup, and no other files`() throws {
    let backup = folder.path + "/backup"
    try live(Self.kept + Self.named)
    try FileManager.default.removeItem(atPath: backup)
    try kill(["backup", backup]) {
      names(folder.path).contains { $0.hasPrefix("backup.new.") }
    }
    try retrace("backup", backup)
    #expect(try folder.names == ["backup", "home", "profile", "temporary"])
    try retrace("forget", "--site", "qzkxj.example", "--mentions")
    try kill(["backup", backup]) { names(backup).contains("log-2") }
    // It is either the previous backup or the new one, and it is intact.
    let compared = try retrace("backup", backup, "--verify")
    #expect(
      compared.status == 0 && compared.output.contains("all identical to those in the profile"))
    try retrace("backup", backup)
    #expect(try sentinel.found(in: backup) == [])
    #expect(names(backup).filter { $0.hasPrefix("log-") }.count == 1)
  }

  // MARK: The system

  @Test(arguments: ["000", "077"]) func `only their owner may read the files`(umask: String) throws
  {
    let lines = ["open a.example", "backup backup", "export jsonl x.jsonl", "compact"]
    let script = """
      umask \(umask); exec "$0" -p "$1" \(lines.map { "-c '\($0)'" }.joined(separator: " "))
      """
    let run = try Subprocess.run(
      "/bin/bash", ["-c", script, RetraceProcess.executable.path, folder.profile],
      environment: environment, in: folder.url)
    #expect(run.status == 0, "\(run.errors)")
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .filter { $0.hasPrefix("profile") || $0.hasPrefix("backup") || $0.hasPrefix("x.") }
    #expect(paths.count > 8)
    for path in paths {
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.path + "/" + path)
      let mode = try #require(attributes[.posixPermissions] as? Int)
      #expect(mode & 0o077 == 0, "\(path)")
    }
  }

  @Test func `a crash of the program writes no core dump`() throws {
    let script = "ulimit -c unlimited 2>/dev/null; exec \"$0\" -p \"$1\""
    let process = try TerminalProcess(
      "/bin/bash", ["-c", script, RetraceProcess.executable.path, folder.profile],
      environment: environment)
    try process.expect("Ctrl-D quits")
    let limits = try String(contentsOfFile: "/proc/\(process.child)/limits", encoding: .utf8)
    #expect(limits.contains(#/Max core file size +0 /#))
    try process.type("quit\r")
    #expect(try process.end() == 0)
  }
}

/// The objects of a state that have an id, and its other members, without those that contain a
/// text.
private struct Things {
  var objects: [String: String] = [:]

  init(_ run: Subprocess, without letters: String) throws {
    let json = try JSONSerialization.jsonObject(with: run.outputBytes)
    let state = try #require(json as? [String: Any])
    for (name, value) in state where !["sequence", "time"].contains(name) {
      add(name, value, letters)
    }
  }

  private mutating func add(_ name: String, _ value: Any, _ letters: String) {
    switch value {
    case let array as [Any]:
      for item in array {
        let id = (item as? [String: Any])?["id"] as? Int
        add("\(name) \(id.map { "#\($0)" } ?? "\(item)")", item, letters)
      }
    case let object as [String: Any]:
      guard object["id"] == nil else { return addThing(name, object, letters) }
      for (key, value) in object { add("\(name).\(key)", value, letters) }
    default:
      let text = "\(value)"
      if !text.contains(letters), !name.contains(letters) { objects[name] = text }
    }
  }

  /// Adds an object completely, or only its parts if it contains the text.
  private mutating func addThing(_ name: String, _ thing: [String: Any], _ letters: String) {
    guard let data = try? JSONSerialization.data(withJSONObject: thing, options: .sortedKeys) else {
      return
    }
    let text = String(decoding: data, as: UTF8.self)
    if !text.contains(letters) { objects[name] = text }
    for (key, value) in thing where value is [Any] { add("\(name).\(key)", value, letters) }
  }
}
