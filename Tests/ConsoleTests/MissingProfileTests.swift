import Foundation
import TestSupport
import Testing

/// Only commands that write create a missing profile.
@Suite struct MissingProfileTests {
  /// Runs the program in an empty folder, which is also its home folder.
  static func run(
    _ arguments: [String], input: String = "", in folder: TemporaryFolder
  ) throws -> Subprocess {
    try RetraceProcess.run(
      arguments, input: input, environment: ["HOME": folder.url.path()], in: folder.url)
  }

  static func names(_ folder: TemporaryFolder) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder.url.path())
  }

  @Test(arguments: [
    ["tabs"], ["--json", "tabs"], ["stats"], ["state"], ["visits"], ["log"], ["set"], ["zoom"],
    ["--at", "start", "tabs"], ["--branch", "main", "tabs"], ["at", "start"],
    ["undo", "--dry-run"],
    ["forget", "--all", "--dry-run"], ["forget", "https://a.example/"], ["compact"],
    ["export", "netscape"], ["-c", "tabs"], ["--read-only", "tabs"],
  ])
  func `reading a named profile that does not exist fails and does not create it`(
    arguments: [String]
  ) throws {
    let folder = try TemporaryFolder()
    let run = try Self.run(["-p", "deep/typo"] + arguments, in: folder)
    #expect(run.status == 3)
    #expect(run.errors.hasPrefix("retrace: There is no profile at “"))
    #expect(run.errors.contains("deep/typo”. "))
    #expect(run.errors.split(separator: "\n").count == 1)
    #expect(try Self.names(folder) == [])
  }

  @Test func `the error of a missing profile has a code`() throws {
    let folder = try TemporaryFolder()
    let run = try Self.run(["-p", "p", "--json"], input: "tabs\n", in: folder)
    #expect(run.status == 3)
    let answer = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
    #expect((answer?["error"] as? [String: String])?["code"] == "noProfile")
  }

  typealias Row = Case<[String], Int32>

  static let unwritten: [Row] = [
    Row("help", ["help"], 0), Row("a command's help", ["open", "--help"], 0),
    Row("completions", ["completions", "bash"], 0), Row("leaving", ["-c", "quit"], 0),
    Row("unknown", ["tabz"], 2), Row("refused", ["close", "3"], 1), Row("undo", ["undo"], 1),
    Row("no file", ["import", "none.html"], 1), Row("bad file", ["import", "broken.jsonl"], 1),
    Row("dry run", ["import", "marks.html", "--dry-run"], 0),
    Row("no tab", ["page", "scroll", "1", "2"], 1),
  ]

  @Test(arguments: unwritten) func `a command that writes nothing does not create a profile`(
    row: Row
  ) throws {
    let folder = try TemporaryFolder()
    try Data(Self.bookmarks.utf8).write(to: folder.url.appending(path: "marks.html"))
    let exported = try Self.run(
      ["-p", "old", "-c", "open a.example", "-c", "export jsonl"], in: folder)
    let lines = exported.output.split(separator: "\n").dropFirst().joined(separator: "\n")
    try Data((lines + "\n{\n").utf8).write(to: folder.url.appending(path: "broken.jsonl"))
    let before = try Self.names(folder).sorted()
    let run = try Self.run(["-p", "new"] + row.input, in: folder)
    #expect(run.status == row.expected)
    #expect(try Self.names(folder).sorted() == before)
  }

  static let bookmarks =
    "<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<A HREF=\"https://a.example/\">A</A>"

  @Test func `the default profile of a new user is empty, and reading does not create it`() throws {
    let folder = try TemporaryFolder()
    let looks = [["tabs"], ["state"], ["set"], ["--at", "start", "tabs"], ["stats"]]
    for look in looks {
      let run = try Self.run(look, in: folder)
      #expect(run.status == 0)
      #expect(run.errors == "")
    }
    #expect(try Self.run(["--json", "tabs"], in: folder).output == "{\"tabs\":[]}\n")
    #expect(try Self.names(folder) == [])
  }

  @Test func `the first action creates the profile and reports this once`() throws {
    let folder = try TemporaryFolder()
    let script = "set\nopen a.example\nopen b.example\n"
    let first = try Self.run(["open", "c.example"], in: folder)
    #expect(first.output == "opened tab 1: https://c.example/\n")
    #expect(first.errors.hasPrefix("retrace: created a new profile at “"))
    #expect(first.errors.hasSuffix("/.local/share/retrace/default”\n"))
    let second = try Self.run([], input: script, in: folder)
    #expect(second.status == 0)
    #expect(second.errors == "")
    #expect(
      try Self.run(["tabs"], in: folder).output == """
           1  #2  https://c.example/
           2  #3  https://a.example/
        ▸  3  #4  https://b.example/

        """)
  }

  @Test func `the prompt shows the path of a new profile, and reading does not create it`() throws {
    let folder = try TemporaryFolder()
    let line = "'\(RetraceProcess.executable.path)' -p typo"
    let run = try Subprocess.run(
      "/usr/bin/script", ["-qec", line, "/dev/null"], input: Data("tabs\nset\nquit\n".utf8),
      environment: ["HOME": folder.url.path(), "TERM": "xterm", "LANG": "C.UTF-8"], in: folder.url)
    // The terminal breaks lines between words.
    let greeting = run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(greeting.contains("a new profile at “"))
    #expect(greeting.contains("/typo”, created by the first action"))
    #expect(run.output.contains("No tab is open."))
    #expect(run.output.contains("historyLimit"))
    #expect(try Self.names(folder).filter { $0.contains("typo") } == [])
  }

  @Test func `a home folder whose name is not UTF-8 is ignored`() throws {
    let folder = try TemporaryFolder()
    let line =
      "mkdir $'bad\\xff' && HOME=$PWD/$'bad\\xff' '\(RetraceProcess.executable.path)' open a.example"
    let run = try Subprocess.run("/bin/bash", ["-c", line], in: folder.url)
    #expect(run.status == 2)
    #expect(run.errors.contains("There is no home folder (HOME)"))
    #expect(try folder.names.count == 1)
  }

  @Test func `an import creates the profile and reports this`() throws {
    let folder = try TemporaryFolder()
    try Data(Self.bookmarks.utf8).write(to: folder.url.appending(path: "marks.html"))
    let run = try Self.run(["-p", "p", "import", "marks.html"], in: folder)
    #expect(run.output == "Imported 1 bookmark.\n")
    #expect(run.errors.hasPrefix("retrace: created a new profile at “"))
    let list = try Self.run(["-p", "p", "bookmarks"], in: folder)
    #expect(list.output == "1  #1  A — https://a.example/\n")
  }

  @Test func `arguments that are not UTF-8 are refused`() throws {
    let folder = try TemporaryFolder()
    let line = "'\(RetraceProcess.executable.path)' -p $'bad\\xff' open a.example"
    let run = try Subprocess.run("/bin/bash", ["-c", line], in: folder.url)
    #expect(run.status == 2)
    #expect(
      run.errors
        == "retrace: The argument “bad\u{FFFD}” is not UTF-8, so its meaning is unknown\n")
    #expect(try Self.names(folder) == [])
  }

  @Test func `a folder whose name is not UTF-8 cannot contain a profile`() throws {
    let folder = try TemporaryFolder()
    let line =
      "mkdir $'bad\\xff' && cd $'bad\\xff' && "
      + "'\(RetraceProcess.executable.path)' -p p open a.example; status=$?; cd ..; ls; exit $status"
    let run = try Subprocess.run("/bin/bash", ["-c", line], in: folder.url)
    #expect(run.status == 3)
    #expect(run.errors.contains("not UTF-8"))
    #expect(run.output.split(separator: "\n").count == 1)
  }
}
