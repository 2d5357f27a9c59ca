import Foundation
import TestSupport
import Testing

/// The prompt of the program, as a user sees it.
@Suite(.timeLimit(.minutes(30))) struct PromptTests {
  private let home: TemporaryFolder

  init() throws { home = try TemporaryFolder() }

  private func started(
    _ arguments: [String] = ["--memory"], environment: [String: String] = ["NO_COLOR": "1"]
  ) throws -> TerminalProcess {
    let process = try TerminalProcess(
      RetraceProcess.executable.path, arguments,
      environment: ["HOME": home.path, "TZ": "UTC", "PATH": "/bin"].merging(environment) { $1 })
    try process.expect("Ctrl-D quits")
    try prompt(process)
    return process
  }

  /// Waits until the program reads a line again.
  private func prompt(_ process: TerminalProcess, _ sign: String = "❯") throws {
    try process.expect(sign)
    try process.waitUntilEditing()
  }

  private func leave(_ process: TerminalProcess) throws {
    try process.type("quit\r")
    #expect(try process.end() == 0)
  }

  @Test func `an open quote continues in the next line`() throws {
    let process = try started()
    try process.type("open a.example ; page title \"one\r")
    try prompt(process, "       \" ")
    try process.type("it's two\" ; tabs\r")
    try process.expect(#"one\nit's two — https://a.example/"#)
    try prompt(process)
    try process.type("find 'never\r")
    try prompt(process, "       ' ")
    try process.type("\u{3}")
    try process.expect("^C")
    try prompt(process)
    try process.type("tabs\r")
    try process.expect("https://a.example/")
    try prompt(process)
    #expect(!process.output.contains("closed"))
    try leave(process)
  }

  @Test func `pasted lines run one after the other, up to one that fails`() throws {
    let process = try started()
    try process.type(
      "\u{1b}[200~# comment\nopen a.example\n\nopen b.example\nclose 9\nopen c.example\n\u{1b}[201~"
    )
    try process.type("\r")
    try process.expect("opened tab 1")
    try process.expect("opened tab 2")
    try process.expect("There is no tab")
    try process.expect("1 line after the failed line was not run.")
    try prompt(process)
    #expect(!process.output.contains("opened tab 3"))
    try leave(process)
  }

  @Test func `quitting the console reports lost private windows`() throws {
    let process = try started()
    try process.type("open --private a.example ; open b.example\r")
    try process.expect("opened tab 2")
    try prompt(process)
    try process.type("\u{4}")
    try process.expect("Closed 1 private window with 2 tabs. None of this was stored on disk.")
    #expect(try process.end() == 0)
  }

  @Test func `TAB after a quote opened on an earlier line does nothing`() throws {
    let process = try started()
    try process.type("folder \"a\r")
    try prompt(process, "       \" ")
    try process.type("b\t\" ; folder \"x\\\"y\t\"\r")
    try prompt(process)
    try process.type("bookmarks\r")
    try process.expect(#"x"y"#)
    try prompt(process)
    try leave(process)
  }

  // MARK: The start file

  /// Writes the start file in a configuration folder, and returns its path.
  @discardableResult
  private func write(startFile text: String, in folder: String = ".config") throws -> String {
    let folder = home.path + "/\(folder)/retrace"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try text.write(toFile: folder + "/retracerc", atomically: true, encoding: .utf8)
    return folder + "/retracerc"
  }

  @Test func `the start file's commands run, and errors are reported with line numbers`()
    throws
  {
    let path = try write(
      startFile:
        "# mine\nalias bg = open --background\nnonsense\nalias tabs = next\nalias n = 'next ; tabs'\n"
    )
    let process = try started()
    #expect(process.output.contains("\(path):3: Unknown command “nonsense”"))
    #expect(process.output.contains("\(path):4: “tabs” is a command"))
    try process.type("open a.example ; bg b.example c ; n\r")
    try process.expect("opened tab 2")
    try process.expect("▸  2")
    try prompt(process)
    try leave(process)
  }

  @Test func `the configuration folder can be changed, and the start file can be skipped`() throws {
    try write(startFile: "open other.example\n", in: "other")
    try write(startFile: "open home.example\n")
    let environment = ["NO_COLOR": "1", "XDG_CONFIG_HOME": home.path + "/other"]
    let other = try started(environment: environment)
    #expect(other.output.contains("other.example"))
    try leave(other)
    let without = try started(["--memory", "--no-rc"], environment: environment)
    #expect(without.output.contains("no tab"))
    try leave(without)
    // The console starts even if the start file is missing or invalid.
    let isFolder = try started(environment: ["XDG_CONFIG_HOME": home.path + "/third"])
    try leave(isFolder)
    try FileManager.default.createDirectory(
      atPath: home.path + "/fourth/retrace/retracerc", withIntermediateDirectories: true)
    let unreadable = try started(
      environment: ["NO_COLOR": "1", "XDG_CONFIG_HOME": home.path + "/fourth"])
    #expect(unreadable.output.contains("retracerc” is not a regular file"))
    try leave(unreadable)
  }

  @Test func `scripts and single commands skip the start file`() throws {
    try write(startFile: "open home.example\n")
    let environment = ["HOME": home.path]
    for arguments in [["--memory", "-c", "tabs"], ["--memory", "tabs"], ["--memory"]] {
      let run = try RetraceProcess.run(arguments, input: "tabs\n", environment: environment)
      #expect(run.output == "No tab is open.\n" && run.status == 0, "\(arguments)")
    }
  }

  @Test func `colours set in the start file apply to typed lines`() throws {
    try write(startFile: "color error magenta bold\ncolor string plain\ncolor hint\n")
    let process = try started(environment: [:])
    #expect(process.output.contains("hint  \u{1b}[2mdim\u{1b}[0m"))
    try process.type("nonsense 'x' y")
    try process.expect("\u{1b}[1;35mnonsense\u{1b}[0m")
    try process.type("\r")
    try process.expect("\u{1b}[1;35mUnknown command")
    try prompt(process)
    #expect(!process.output.contains("\u{1b}[32m'x'"))
    try leave(process)
  }

  @Test func `the newest action on another branch is reported at the start`() throws {
    let folder = try TemporaryFolder()
    let lines = ["open a.example", "branch idea", "switch idea", "open b.example"]
    let written = try RetraceProcess.run(
      ["-p", folder.profile] + lines.flatMap { ["-c", $0] })
    #expect(written.status == 0)
    let process = try TerminalProcess(
      RetraceProcess.executable.path, ["-p", folder.profile],
      environment: ["HOME": home.path, "TZ": "UTC", "PATH": "/bin", "NO_COLOR": "1"])
    try process.expect("The last action is on branch “idea”; “switch idea” shows it.")
    try process.type("switch idea\r")
    try process.expect("on idea ❯")
  }
}
