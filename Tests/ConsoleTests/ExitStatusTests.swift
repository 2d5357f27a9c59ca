import Foundation
import TestSupport
import Testing

@testable import RetraceEventLog

@Suite struct ExitStatusTests {
  typealias Row = Case<[String], (status: Int32, errors: String)>

  static let rows: [Row] = [
    Row("done", ["--memory", "open", "a.example"], (0, "")),
    Row("version", ["--version"], (0, "")),
    Row("help", ["--help"], (0, "")),
    Row("a command's help", ["--memory", "open", "--help"], (0, "")),
    Row(
      "refused", ["--memory", "tab", "3"],
      (1, "retrace: No tab is open; “open” or “go” opens one.\n")),
    Row(
      "refused after --keep-going", ["--memory", "--keep-going", "-c", "tab 3", "-c", "open"],
      (1, "retrace: No tab is open; “open” or “go” opens one.\n")),
    Row(
      "unknown command", ["--memory", "tabz"],
      (2, "retrace: Unknown command “tabz”; did you mean “tab”?\n")),
    Row(
      "unknown option", ["--bridge", "b", "tabs"],
      (2, "retrace: Unknown option “--bridge”; --help lists the options\n")),
    Row(
      "no such branch", ["--memory", "--branch", "b", "tabs"],
      (1, "retrace: There is no branch “b”; “branches” lists them.\n")),
    Row(
      "no such moment", ["--memory", "--at", "5", "tabs"],
      (1, "retrace: There is no event 5: the log is empty.\n")),
    Row(
      "no point", ["--memory", "--at", "@noonish", "tabs"],
      (
        2,
        "retrace: --at needs a time such as 14:05, yesterday 8am, this morning, 20 Nov, 2026-11-20 "
          + "14:05 or 90min ago, not “@noonish”\n"
      )),
    Row(
      "written in the past", ["--memory", "--at", "start", "open"],
      (
        1,
        "retrace: The past cannot be changed: omit --at, restore it with “restore start”, or "
          + "continue from it with “branch NAME start”.\n"
      )),
    Row(
      "the program's option behind a command", ["--memory", "tabs", "--echo"],
      (
        2,
        "retrace: “--echo” is an option of the program. Put it before the command,"
          + " as in retrace --echo\n"
      )),
    Row(
      "missing argument", ["--memory", "-c", "tab"],
      (2, "retrace: “tab” needs TAB, or --last.\n")),
    Row(
      "open quote", ["--memory", "-c", "go 'x"],
      (2, "retrace: The quote ' is not closed\n")),
    Row(
      "a semicolon in a text", ["--memory", "-c", "go a.example; tabs"],
      (
        2,
        "retrace: The “;” before “tabs” would be part of the text; write “ ; tabs” for two "
          + "commands, or put the text in quotes\n"
      )),
    Row(
      "an address", ["--memory", "-c", "swift.org/documentation"],
      (
        2,
        "retrace: Unknown command “swift.org/documentation”; “open swift.org/documentation” opens "
          + "it\n"
      )),
    Row(
      "a file", ["--memory", "./morning.retrace"],
      (
        2,
        "retrace: Unknown command “./morning.retrace”; “source ./morning.retrace” runs a file of"
          + " commands, “find WORDS” searches\n"
      )),
    Row(
      "a sign of shells", ["--memory", "-c", "tabs &"],
      (
        2,
        "retrace: “&” works only in a shell, as in “retrace tabs & …”; in quotes, it is an "
          + "ordinary word\n"
      )),
    Row(
      "no such script", ["--memory", "-f", "none.retrace"],
      (1, "retrace: “none.retrace” cannot be read: No such file or directory.\n")),
    Row(
      "a folder as a script", ["--memory", "-f", "/"],
      (1, "retrace: “/” cannot be read: Is a directory.\n")),
    Row(
      "a profile that is a file", ["-p", "/dev/null", "tabs"],
      (
        3,
        "retrace: “/dev/null” is not a directory, but a profile must be one. Choose another "
          + "path.\n"
      )),
    Row(
      "no home for a profile", ["tabs"],
      (
        2,
        "retrace: There is no home folder (HOME) for the profile; give --profile or --memory\n"
      )),
  ]

  @Test func `a truncated data file is reported`() throws {
    let folder = try TemporaryFolder()
    let opens = (1...200).flatMap { ["-c", "open https://site.example/\($0)"] }
    #expect(try RetraceProcess.run(["-p", folder.profile] + opens).status == 0)
    let data = try FileHandle(
      forWritingTo: URL(filePath: folder.profile).appending(path: "log-1/data.mdb"))
    try data.truncate(atOffset: 5 * 4_096)
    try data.close()
    let run = try RetraceProcess.run(["-p", folder.profile, "tabs"])
    #expect(run.status == 3)
    #expect(run.errors.hasPrefix("retrace: The profile is damaged: "))
  }

  @Test func `a page of another kind is reported, and does not abort the program`() throws {
    try expectDamagedPage { $0.breakKind(of: $1) }
  }

  /// LMDB follows an invalid pointer there, so the fault does not reveal its cause.
  @Test func `faults in the profile are distinguished from faults in the program`() throws {
    try expectDamagedPage { $0.claimManyValues(in: $1) }
  }

  @Test func `a fault with an intact profile is reported as a bug of the program`() throws {
    let folder = try TemporaryFolder()
    #expect(try RetraceProcess.run(["-p", folder.profile, "open", "a.example"]).status == 0)
    let run = try RetraceProcess.run(["--after-fault", folder.profile])
    #expect(run.status == 1)
    #expect(run.errors.hasPrefix("retrace: The program failed because of a bug;"))
  }

  /// Damages the second leaf of the events in a profile. A command that reads the leaf must report
  /// this.
  private func expectDamagedPage(_ damage: (inout DataPages, Int) -> Void) throws {
    let folder = try TemporaryFolder()
    let opens = (1...200).flatMap { ["-c", "open https://site.example/\($0)"] }
    #expect(try RetraceProcess.run(["-p", folder.profile] + opens).status == 0)
    let data = folder.profile + "/log-1/data.mdb"
    var pages = try DataPages(data)
    let leaves = pages.leaves(of: "events")
    try #require(leaves.count > 2)
    damage(&pages, leaves[1].number)
    try pages.write(to: data)
    let run = try RetraceProcess.run([
      "-p", folder.profile, "--read-only", "log", "--limit", "1000",
    ])
    #expect(run.status == 3)
    #expect(
      run.errors.hasPrefix("retrace: The profile is damaged: a page of its data file is invalid."))
  }

  @Test func `a fault at the prompt restores the terminal`() throws {
    let folder = try TemporaryFolder()
    let opens = (1...200).flatMap { ["-c", "open https://site.example/\($0)"] }
    #expect(try RetraceProcess.run(["-p", folder.profile] + opens).status == 0)
    let process = try TerminalProcess(
      RetraceProcess.executable.path, ["-p", folder.profile],
      environment: ["XDG_STATE_HOME": folder.path, "HOME": folder.path])
    try process.expect("Ctrl-D quits")
    try process.waitUntilEditing()
    let data = try FileHandle(
      forWritingTo: URL(filePath: folder.profile).appending(path: "log-1/data.mdb"))
    try data.truncate(atOffset: 2 * 4_096)
    try data.close()
    try process.type("log\r")
    try process.expect("retrace: The profile is damaged: a part of its data file cannot be read.")
    #expect(process.isAsBefore)
    #expect(try process.end() == 3)
  }

  @Test(.enabled(if: ReadOnlyMount.isAllowed, "only root can mount"))
  func `a profile without write permission is read and not changed`() throws {
    let folder = try TemporaryFolder()
    #expect(try RetraceProcess.run(["-p", folder.profile, "open", "a.example"]).status == 0)
    guard let mount = try ReadOnlyMount(of: folder.profile) else {
      return withKnownIssue("mounting is not allowed here", isIntermittent: true) {
        Issue.record("mount: \(errno)")
      }
    }
    for options in [[], ["--read-only"]] {
      let tabs = try RetraceProcess.run(["-p", mount.path] + options + ["tabs"])
      #expect(tabs.status == 0)
      #expect(tabs.output == "▸  1  #2  https://a.example/\n")
      #expect(tabs.errors == "")
    }
    let writing = try RetraceProcess.run(["-p", mount.path, "open", "b.example"])
    #expect(writing.status == 3)
    #expect(
      writing.errors.contains("is on read-only media. Open it with --read-only"))
    let refused = try RetraceProcess.run(["-p", mount.path, "--read-only", "open", "b.example"])
    #expect(refused.status == 1)
    #expect(
      refused.errors.contains(
        "was opened read-only, so the last action was not saved"))
    #expect(try RetraceProcess.run(["-p", folder.profile, "tabs"]).output.contains("a.example"))
  }

  @Test func `a single command reports that the profile is older than it was`() throws {
    let folder = try TemporaryFolder()
    #expect(try RetraceProcess.run(["-p", folder.profile, "open", "a.example"]).status == 0)
    try Data([0, 0, 0, 0, 0, 0, 0, 99]).write(to: URL(filePath: folder.profile + "/newest"))
    let run = try RetraceProcess.run(["-p", folder.profile, "tabs"])
    #expect(run.status == 4)
    #expect(
      run.errors
        == "retrace: This profile is older than it once was. The newest events are missing.\n")
    let json = try RetraceProcess.run(["-p", folder.profile, "--json", "tabs"])
    #expect(json.output.contains("\"older\":true"))
    #expect(json.status == 4)
    // Appending succeeds. Afterwards, the number of the newest event is correct again.
    #expect(try RetraceProcess.run(["-p", folder.profile, "open", "b.example"]).status == 0)
    #expect(try RetraceProcess.run(["-p", folder.profile, "tabs"]).status == 0)
  }

  @Test(arguments: rows) func `the exit status reports the result`(row: Row) throws {
    let run = try RetraceProcess.run(row.input)
    #expect(run.status == row.expected.status)
    #expect(run.errors == row.expected.errors)
  }

  @Test func `a script stops at the first failure and reports its position`() throws {
    let folder = try TemporaryFolder()
    try Data("open a.example\n\ntab 7\nopen b.example\n".utf8)
      .write(to: folder.url.appending(path: "a.retrace"))
    let stopping = try RetraceProcess.run(["--memory", "-f", "a.retrace"], in: folder.url)
    #expect(stopping.status == 1)
    #expect(stopping.output == "opened tab 1: https://a.example/\n")
    #expect(stopping.errors == "a.retrace:3: There is no tab 7: the window has one tab.\n")
    let going = try RetraceProcess.run(
      ["--memory", "--keep-going", "-c", "source a.retrace"], in: folder.url)
    #expect(going.status == 1)
    #expect(
      going.output == "opened tab 1: https://a.example/\nopened tab 2: https://b.example/\n")
  }

  @Test func `wrong usage in a script has the status for wrong usage`() throws {
    let run = try RetraceProcess.run(["--memory"], input: "tab\n")
    #expect(run.status == 2)
    #expect(run.errors == "standard input:1: “tab” needs TAB, or --last.\n")
  }

  @Test func `a script that sources itself is stopped`() throws {
    let folder = try TemporaryFolder()
    try Data("source a.retrace\n".utf8).write(to: folder.url.appending(path: "a.retrace"))
    let run = try RetraceProcess.run(["--memory", "source", "a.retrace"], in: folder.url)
    #expect(run.status == 1)
    #expect(
      run.errors
        == "a.retrace:1: “a.retrace” is sourced too deeply. Does a script source itself?\n")
  }

  @Test func `quit ends a script successfully`() throws {
    let run = try RetraceProcess.lines("open a.example", "quit", "tab 9")
    #expect(run.status == 0)
    #expect(run.errors == "")
  }

  @Test func `a profile opened read-only is not changed`() throws {
    let folder = try TemporaryFolder()
    let profile = ["--profile", folder.url.appending(path: "p").path()]
    #expect(try RetraceProcess.run(profile + ["--read-only", "tabs"]).status == 3)
    #expect(try RetraceProcess.run(profile + ["open", "a.example"]).status == 0)
    let reading = try RetraceProcess.run(profile + ["--read-only", "tabs"])
    #expect(reading.status == 0)
    #expect(reading.output == "▸  1  #2  https://a.example/\n")
    #expect(try RetraceProcess.run(profile + ["--read-only", "open", "b.example"]).status == 1)
    #expect(try RetraceProcess.run(profile + ["tabs"]).output == reading.output)
  }

  @Test func `a closed pipe is not a failure`() throws {
    let folder = try TemporaryFolder()
    let line =
      "yes 'open a.example' | head -5000 | '\(RetraceProcess.executable.path)' --memory 2>errors"
      + " | head -1; echo ${PIPESTATUS[2]} >status"
    _ = try Subprocess.run("/bin/bash", ["-c", line], in: folder.url)
    #expect(try String(contentsOf: folder.url.appending(path: "status"), encoding: .utf8) == "0\n")
    #expect(try String(contentsOf: folder.url.appending(path: "errors"), encoding: .utf8) == "")
  }

  @Test func `a profile of a newer version is not changed`() throws {
    let folder = try TemporaryFolder()
    let path = folder.url.appending(path: "p").path()
    try EventLog(profile: path, access: .readWrite).write { writer in
      try writer.setReservedMetadata(Metadata.format, [0, 0, 0, 0, 0, 0, 0, 99])
    }
    let run = try RetraceProcess.run(["-p", path, "tabs"])
    #expect(run.status == 3)
    #expect(run.errors.hasSuffix("written by a newer version. Update this program to open it.\n"))
  }

  @Test func `a full disk is reported`() throws {
    let line = "'\(RetraceProcess.executable.path)' --memory help >/dev/full"
    let run = try Subprocess.run("/bin/bash", ["-c", line])
    #expect(run.status == 1)
    #expect(
      run.errors == "retrace: “standard output” cannot be written: No space left on device.\n")
  }
}
