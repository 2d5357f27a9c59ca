import Foundation
import TestSupport
import Testing

/// `export` on the command line. The console starts the helper program.
@Suite struct ExportCommandTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let run = try retrace(
      "-c", "open https://a.example/", "-c", "page title A\u{1B}[31m", "-c", "go https://b.example/"
    )
    #expect(run.status == 0)
  }

  private func retrace(_ arguments: String...) throws -> Subprocess {
    try RetraceProcess.run(
      ["-p", folder.profile] + RetraceProcess.clock + arguments, in: folder.url)
  }

  private func file(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: folder.url.appending(path: name)), as: UTF8.self)
  }

  @Test func `an export is written to standard output or to a new file`() throws {
    #expect(try retrace("export", "onetab").output == "https://b.example/\n")
    let run = try retrace("export", "onetab", "tabs.txt")
    #expect(run.output == "exported to tabs.txt\n")
    #expect(try file("tabs.txt") == "https://b.example/\n")
    #expect(try folder.names == ["profile", "tabs.txt"])
  }

  @Test func `with --json, the answer is a single document`() throws {
    let toFile = try retrace("--json", "export", "onetab", "tabs.txt")
    #expect(
      toFile.output
        == #"{"export":{"format":"onetab","file":"tabs.txt","problems":[],"leftOut":{"historyEntries":1},"notShown":{}}}"#
        + "\n")
    #expect(try file("tabs.txt") == "https://b.example/\n")
    let toOutput = try retrace("--json", "export", "onetab")
    #expect(
      toOutput.output
        == #"{"export":{"format":"onetab","text":"https://b.example/\n","problems":[],"leftOut":{"historyEntries":1},"notShown":{}}}"#
        + "\n")
    let packed = try retrace("--json", "export", "firefox-session")
    #expect(packed.status == 1)
    #expect(packed.output.hasPrefix(#"{"error":{"code":"exchange","#))
  }

  @Test func `an existing file is only overwritten with --replace`() throws {
    try Data("mine".utf8).write(to: folder.url.appending(path: "tabs.txt"))
    let refused = try retrace("export", "onetab", "tabs.txt")
    #expect(refused.status == 1)
    #expect(refused.errors == "retrace: “tabs.txt” already exists. --replace overwrites it.\n")
    #expect(try file("tabs.txt") == "mine")
    #expect(try retrace("export", "onetab", "tabs.txt", "--replace").status == 0)
    #expect(try file("tabs.txt") == "https://b.example/\n")
    let nowhere = try retrace("export", "onetab", "no/tabs.txt")
    #expect(
      nowhere.errors == "retrace: “no/tabs.txt” cannot be written: No such file or directory.\n")
    #expect(try folder.names == ["profile", "tabs.txt"])
  }

  @Test func `a past moment is exported if it is given as an option or is shown`() throws {
    #expect(try retrace("export", "onetab", "--at", "2").output == "https://a.example/\n")
    #expect(try retrace("--at", "2", "export", "onetab").output == "https://a.example/\n")
    #expect(try retrace("export", "jsonl", "--at", "2").output.split(separator: "\n").count == 2)
    #expect(
      try retrace("whatif", "--skip", "#4", "export", "onetab").errors
        .contains("hypothetical state cannot be exported"))
  }

  @Test func `an exported log can be imported into a new profile`() throws {
    #expect(try retrace("export", "jsonl", "log.jsonl").status == 0)
    let other = try RetraceProcess.run(
      ["-p", folder.path + "/other", "-c", "import log.jsonl", "-c", "log", "-c", "export jsonl"],
      in: folder.url)
    #expect(other.output.hasPrefix("Imported 4 events.\n"))
    #expect(try other.output.hasSuffix(file("log.jsonl")))
  }

  @Test func `a trail needs a tab that is not private`() throws {
    #expect(try retrace("export", "dot", "--tab", "1").output.contains("https://a.example/"))
    let secret = try retrace(
      "-c", "open --private https://secret.example/", "-c", "export dot --tab 1")
    #expect(secret.status == 1)
    #expect(secret.errors.contains("Private windows are never exported."))
  }

  @Test func `data that a format cannot contain is reported`() throws {
    #expect(try retrace("bookmark", "http://[", "--title", "x").status == 1)
    #expect(try retrace("export", "nothing").status == 2)
    let memory = try RetraceProcess.run(["--memory", "export", "csv"], in: folder.url)
    #expect(memory.status == 1)
    #expect(memory.errors.contains("use a profile"))
  }
}
