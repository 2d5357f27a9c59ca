import BrowserModel
import EventCoding
import Foundation
import TestSupport
import Testing

@testable import Catalogue
@testable import CommandKit
@testable import Console

@Suite struct ShellCompletionTests {
  @Test(arguments: ShellCompletion.allCases)
  func `a script names every command and option`(context: ShellCompletion) {
    let script = context.script(for: SampleTable.index)
    for declaration in SampleTable.declarations {
      #expect(script.contains(declaration.firstWord))
      for option in declaration.options { #expect(script.contains(option.name)) }
    }
    for option in ProgramOptions.all { #expect(script.contains(option.name)) }
  }

  static let rows: [Case<[String], String>] = [
    Case("command", ["retrace", "op"], "open"),
    Case("after an option with a value", ["retrace", "-p", "/x", "op"], "open"),
    Case("option of the program", ["retrace", "--js"], "--json"),
    Case("choice of the program", ["retrace", "--color", ""], "auto always never"),
    Case("option of a command", ["retrace", "open", "--b"], "--background"),
    Case("second word", ["retrace", "window", ""], "new"),
    Case("option of a family", ["retrace", "page", "title", "--"], "--tab"),
    Case("choice of a command", ["retrace", "export", "h"], "html"),
    Case("command as an argument", ["retrace", "help", "wi"], "window"),
  ]

  @Test(.enabled(if: has("/bin/bash"), "bash is absent"), arguments: rows)
  func `bash completes`(row: Case<[String], String>) throws {
    let folder = try TemporaryFolder()
    let script = folder.url.appending(path: "retrace.bash")
    try ShellCompletion.bash.script(for: SampleTable.index)
      .write(to: script, atomically: true, encoding: .utf8)
    let program = """
      cd "$1"; source "$1/retrace.bash"; shift
      COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _retrace
      printf '%s\\n' "${COMPREPLY[@]}" | grep -v '[.]bash' | paste -sd' '
      """
    let run = try Subprocess.run(
      "/bin/bash", ["--norc", "-c", program, "bash", folder.path] + row.input)
    #expect(run.output == row.expected + "\n")
  }

  /// What is in a profile is asked for, at the profile that the line names.
  private static let asked: [Case<String, [String]>] = [
    Case("tabs", "close ", ["1", "2"]), Case("a tab by words", "log --tab ", ["1", "2"]),
    Case("marks and branches", "at tri", ["trip"]), Case("branches", "switch tr", ["try"]),
    Case("settings", "set ho", ["homePage"]), Case("kinds", "log --kind tab.o", ["tab.opened"]),
    Case("sites", "forget --site sw", ["swift.org"]),
  ]

  private func profile(_ folder: TemporaryFolder) throws -> String {
    let run = try RetraceProcess.run(
      ["-p", folder.profile], input: "open swift.org\nopen example.com\nmark trip\nbranch try\n")
    #expect(run.status == 0)
    for context in ShellCompletion.allCases {
      try context.script(for: CommandCatalogue.table.index).write(
        toFile: "\(folder.path)/\(context)", atomically: true, encoding: .utf8)
    }
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/bin"
    return RetraceProcess.executable.deletingLastPathComponent().path + ":" + path
  }

  @Test(.enabled(if: has("/bin/bash"), "bash is absent"), arguments: asked)
  func `bash asks the profile`(row: Case<String, [String]>) throws {
    let folder = try TemporaryFolder()
    let path = try profile(folder)
    let program = """
      source "$1/bash"; COMP_WORDS=(retrace -p "$1/profile" $2)
      [[ $2 != *' ' ]] || COMP_WORDS+=(''); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _retrace
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    let run = try Subprocess.run(
      "/bin/bash", ["--norc", "-c", program, "bash", folder.path, row.input],
      environment: ["PATH": path])
    #expect(run.output.split(separator: "\n").map(String.init) == row.expected)
  }

  @Test(.enabled(if: has("/usr/bin/fish"), "fish is absent"), arguments: asked)
  func `fish asks the profile`(row: Case<String, [String]>) throws {
    let folder = try TemporaryFolder()
    let path = try profile(folder)
    let line = "retrace -p \(folder.profile) \(row.input)"
    let run = try Subprocess.run(
      "/usr/bin/fish", ["-c", "source \(folder.path)/fish; complete -C '\(line)'"],
      environment: ["PATH": path, "HOME": folder.path])
    let texts = run.output.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
    #expect(texts == row.expected)
  }

  static func has(_ path: String) -> Bool { FileManager.default.isExecutableFile(atPath: path) }
}
