import Foundation
import TestSupport
import Testing

@testable import Catalogue
@testable import CommandKit
@testable import Console

@Suite(.timeLimit(.minutes(30))) struct ShellCompletionTests {
  /// A folder with a profile and the scripts.
  private struct Fixture {
    let folder: TemporaryFolder
    let environment: [String: String]

    init() throws {
      folder = try TemporaryFolder()
      let run = try RetraceProcess.run(
        ["-p", folder.profile],
        input: """
          open swift.org
          open example.com
          mark trip
          branch try
          folder 'My Work'
          window new
          window 1

          """)
      #expect(run.status == 0)
      for shell in ShellCompletion.allCases {
        try shell.script.write(
          toFile: "\(folder.path)/script.\(shell)", atomically: true, encoding: .utf8)
      }
      try Data().write(to: folder.url.appending(path: "old.html"))
      let data = folder.url.appending(path: "data/retrace")
      for name in ["default", "work"] {
        try FileManager.default.createDirectory(
          at: data.appending(path: name), withIntermediateDirectories: true)
      }
      let path = ProcessInfo.processInfo.environment["PATH"] ?? "/bin"
      environment = [
        "PATH": RetraceProcess.executable.deletingLastPathComponent().path + ":" + path,
        "HOME": folder.path, "XDG_DATA_HOME": folder.path + "/data",
      ]
    }

    /// Returns the line of a row, with the profile of the fixture.
    func line(_ row: Case<String, [String]>) -> String {
      "retrace " + row.input.replacing("-p P", with: "-p '\(folder.profile)'")
    }

    func run(_ shell: String, _ words: [String]) throws -> Subprocess {
      try Subprocess.run(shell, words, environment: environment, in: folder.url)
    }
  }

  /// The ends of lines, and the texts offered for them.
  private static let lines: [Case<String, [String]>] = [
    Case("command", "op", ["open"]), Case("option of the program", "--js", ["--json"]),
    Case("after an option of the program", "-p P vis", ["visits"]),
    Case("after a profile that does not exist", "-p none/x op", ["open"]),
    Case("after a file that is not a profile", "-p old.html op", ["open"]),
    Case("choice of the program", "--color ", ["auto", "always", "never"]),
    Case("after the end of the options", "-- op", ["open"]),
    Case("option of a command", "open --b", ["--background"]),
    Case("second word", "sync re", ["rename", "remove", "refill"]),
    Case("formats", "export fi", ["firefox-session", "firefox-session-json"]),
    Case("formats to import", "import x --format safari-s", ["safari-session"]),
    Case("command as an argument", "help wi", ["window", "windows", "withdraw"]),
    Case("unknown command", "xyzzy ", []),
    Case("tabs", "-p P close ", ["1", "2"]),
    Case("tab of an option", "-p P log --tab ", ["1", "2"]),
    Case("tabs of another window", "-p P close 2:", ["2:1"]),
    Case("tabs of the past", "-p P --at 2 close ", ["1"]),
    Case("at an unknown moment", "-p P --at never close ", ["1", "2"]),
    Case("marks and branches", "-p P at tri", ["trip"]),
    Case("branches", "-p P switch tr", ["try"]),
    Case("branch of the program", "-p P --branch tr", ["try"]),
    Case("value after equals", "-p P --branch=tr", ["--branch=try"]),
    Case("address", "-p P open https://sw", ["https://swift.org/"]),
    Case("settings", "set ho", ["homePage"]), Case("kinds", "log --kind tab.o", ["tab.opened"]),
    Case("sites", "-p P forget --site sw", ["swift.org"]),
    Case("folder", "-p P bookmark --folder M", ["My Work"]),
    Case("folder in quotes", "-p P bookmark --folder \"My W", ["My Work"]),
  ]

  @Test(.enabled(if: has("/bin/bash"), "bash is absent"), arguments: lines)
  func `bash completes`(row: Case<String, [String]>) throws {
    let fixture = try Fixture()
    // Bash splits a line at these characters, and replaces only the text after the last one.
    let program = """
      source script.bash; COMP_LINE=$1; COMP_WORDS=()
      rest=$1
      while [[ $rest =~ ^[[:space:]]*([:=]|[\\"\\'][^\\"\\']*[\\"\\']?|[^[:space:]:=]+) ]]; do
        COMP_WORDS+=("${BASH_REMATCH[1]}"); rest=${rest:${#BASH_REMATCH[0]}}
      done
      [[ -z $rest ]] || COMP_WORDS+=('')
      COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _retrace retrace
      (( ${#COMPREPLY[@]} == 0 )) || printf '%s\\n' "${COMPREPLY[@]}"
      """
    let run = try fixture.run("/bin/bash", ["--norc", "-c", program, "bash", fixture.line(row)])
    let typed = row.input.split(separator: " ", omittingEmptySubsequences: false).last ?? ""
    let kept = typed.lastIndex { ":=".contains($0) }.map { typed[...$0].count } ?? 0
    #expect(run.output.lines == row.expected.map { String($0.dropFirst(kept)) })
    #expect(run.errors == "")
  }

  @Test(.enabled(if: has("/usr/bin/zsh"), "zsh is absent"), arguments: lines)
  func `zsh completes`(row: Case<String, [String]>) throws {
    let fixture = try Fixture()
    let program = """
      compdef() { }; compadd() { print -rl -- $texts }
      source script.zsh; words=("${(@z)1}"); [[ $1 != *' ' ]] || words+=('')
      CURRENT=$#words; PREFIX=$words[-1]; _retrace
      """
    let run = try fixture.run("/usr/bin/zsh", ["-f", "-c", program, "zsh", fixture.line(row)])
    #expect(run.output.lines == row.expected)
    #expect(run.errors == "")
  }

  @Test(.enabled(if: has("/usr/bin/fish"), "fish is absent"), arguments: lines)
  func `fish completes`(row: Case<String, [String]>) throws {
    let fixture = try Fixture()
    let run = try fixture.run(
      "/usr/bin/fish",
      ["--no-config", "-c", "source script.fish; complete -C $argv[1]", fixture.line(row)])
    #expect(run.output.lines.map { String($0.prefix { $0 != "\t" }) } == row.expected)
    #expect(run.errors == "")
  }

  @Test(arguments: [
    Case("file", "import o", "\tfile\n"), Case("option", "--file=o", "\tfile\n"),
    Case("second argument", "export csv ", "\tfile\n"),
    Case("profile", "-p ", "default\nwork\n\tdirectory\n"),
    Case("typed profile", "-p o", "\tdirectory\n"),
  ])
  func `the shell completes files`(row: Case<String, String>) throws {
    let fixture = try Fixture()
    let words = row.input.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    let run = try complete(["retrace"] + words, in: fixture)
    let profiles = fixture.folder.path + "/data/retrace/"
    #expect(run.output.replacing(profiles, with: "") == row.expected)
  }

  @Test(arguments: [
    ["retrace"], ["retrace", ""], ["retrace", "--nope", "op"], ["retrace", "-p"],
    ["retrace", "--at", "never", "-p", "missing", "close", ""], ["retrace", "-p", "", "close", ""],
    ["retrace", "-p", "old.html", "close", ""], ["retrace", "--clock", "never", "close", ""],
    ["retrace", "close", "'"], ["retrace", "--", "--"],
    ["retrace", "complete", "--index", "0", ""],
  ])
  func `a line that is not finished creates nothing and reports nothing`(words: [String]) throws {
    let fixture = try Fixture()
    let before = try FileManager.default.subpathsOfDirectory(atPath: fixture.folder.path).sorted()
    _ = try complete(words, in: fixture)
    let after = try FileManager.default.subpathsOfDirectory(atPath: fixture.folder.path).sorted()
    #expect(after == before)
  }

  private func complete(_ words: [String], in fixture: Fixture) throws -> Subprocess {
    let run = try Subprocess.run(
      RetraceProcess.executable.path,
      ["complete", "--index", "\(max(1, words.count - 1))", "--"] + words,
      environment: fixture.environment, in: fixture.folder.url)
    #expect(run.status == 0)
    #expect(run.errors == "")
    return run
  }

  static func has(_ path: String) -> Bool { FileManager.default.isExecutableFile(atPath: path) }
}

extension String {
  fileprivate var lines: [String] { split(separator: "\n").map(String.init) }
}
