import Foundation
import TestSupport
import Testing

/// What a person sees who types at the prompt of the program.
@Suite(.timeLimit(.minutes(2))) struct PromptTests {
  private let home: TemporaryFolder

  init() throws { home = try TemporaryFolder() }

  private func started(_ arguments: [String] = ["--memory"]) throws -> TerminalProcess {
    let process = try TerminalProcess(
      RetraceProcess.executable.path, arguments,
      environment: ["HOME": home.path, "TZ": "UTC", "PATH": "/bin", "NO_COLOR": "1"])
    try process.expect("Ctrl-D leaves")
    try prompt(process)
    return process
  }

  /// Waits until a line is read again.
  private func prompt(_ process: TerminalProcess, _ sign: String = "❯ ") throws {
    try process.expect(sign)
    try process.waitUntilEditing()
  }

  private func leave(_ process: TerminalProcess) throws {
    try process.type("quit\r")
    #expect(try process.end() == 0)
  }

  @Test func `an open quote goes on in the next line`() throws {
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
    try prompt(process)
    #expect(!process.output.contains("opened tab 3"))
    try leave(process)
  }

  @Test func `TAB behind a quote that was opened above does nothing`() throws {
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
}
