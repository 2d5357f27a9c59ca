import CommandKit
import Foundation
import TestSupport
import Testing

@Suite struct StyleTests {
  struct Setting: Sendable {
    var when = Style.When.auto
    var isTerminal = true
    var variables = ["TERM": "xterm"]
  }

  @Test(arguments: [
    Case("terminal", Setting(), true),
    Case("pipe", Setting(isTerminal: false), false),
    Case("dumb", Setting(variables: ["TERM": "dumb"]), false),
    Case("no TERM", Setting(variables: [:]), false),
    Case("NO_COLOR", Setting(variables: ["TERM": "xterm", "NO_COLOR": "1"]), false),
    Case("empty NO_COLOR", Setting(variables: ["TERM": "xterm", "NO_COLOR": ""]), true),
    Case("forced", Setting(isTerminal: false, variables: ["CLICOLOR_FORCE": "1"]), true),
    Case("not forced", Setting(isTerminal: false, variables: ["CLICOLOR_FORCE": "0"]), false),
    Case(
      "NO_COLOR before force", Setting(variables: ["NO_COLOR": "1", "CLICOLOR_FORCE": "1"]), false),
    Case("always", Setting(when: .always, isTerminal: false, variables: ["NO_COLOR": "1"]), true),
    Case("never", Setting(when: .never, variables: ["CLICOLOR_FORCE": "1"]), false),
  ])
  func `options and variables decide whether there are colours`(row: Case<Setting, Bool>) {
    let style = Style(
      row.input.when, isTerminal: row.input.isTerminal,
      environment: EnvironmentVariables(row.input.variables))
    #expect(style.isColored == row.expected)
  }

  @Test func `without colours, text is unchanged`() {
    #expect(Style.plain.apply(.bold, to: "a") == "a")
    #expect(Style.colored.apply(.bold, to: "").isEmpty)
  }

  @Test func `a failure is red at the prompt until a command succeeds, and plain elsewhere`() throws
  {
    let folder = try TemporaryFolder()
    let process = try TerminalProcess(
      RetraceProcess.executable.path, ["--memory"],
      environment: ["XDG_STATE_HOME": folder.path, "HOME": folder.path])
    try process.expect("\u{1b}[32;1m❯")
    try process.type("close 99\r")
    try process.expect("\u{1b}[31mNo tab is open")
    try process.expect("\u{1b}[31;1m❯")
    try process.type("open a.example\r")
    try process.expect("\u{1b}[32;1m❯")
    try process.type("quit\r")
    #expect(try process.end() == 0)
    let piped = try RetraceProcess.run(["--memory", "--color", "always", "close", "99"])
    #expect(piped.errors == "retrace: No tab is open; “open” or “go” opens one.\n")
  }
}
