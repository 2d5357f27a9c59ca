import Foundation
import TestSupport
import Testing

@testable import Catalogue
@testable import CommandKit

/// Lines typed at the prompt about private windows are in no file. Each test types in a terminal,
/// and searches the bytes of all files.
@Suite(.timeLimit(.minutes(30))) struct PrivateLinesTests {
  private let folder: TemporaryFolder
  private var history: String { folder.path + "/state/retrace/history" }

  init() throws { folder = try TemporaryFolder() }

  private func started(_ arguments: [String] = []) throws -> TerminalProcess {
    let process = try TerminalProcess(
      RetraceProcess.executable.path, ["--profile", folder.profile] + arguments,
      environment: ["XDG_STATE_HOME": folder.path + "/state", "HOME": folder.path, "PATH": "/bin"])
    try process.expect("Ctrl-D quits")
    return process
  }

  /// Types lines, quits, and returns the lines of the history.
  private func kept(_ lines: [String], _ arguments: [String] = []) throws -> [String] {
    let process = try started(arguments)
    for line in lines { try process.type(line + "\r") }
    try process.type("quit\r")
    #expect(try process.end() == 0)
    guard FileManager.default.fileExists(atPath: history) else { return [] }
    return try String(contentsOfFile: history, encoding: .utf8)
      .split(separator: "\n")
      .map { $0.replacingOccurrences(of: "\\040", with: " ") }
      .filter { !$0.hasPrefix("#owner:") && $0 != "_HiStOrY_V2_" }
  }

  @Test func `lines about a private window are never stored, even if they fail`() throws {
    let lines = [
      "open kept.example",
      "open --private https://qzkxj.example/ --nosuch",
      "opne --private https://qzkxj.example/",
      "open --pirvate https://qzkxj.example/",
      "open -private https://qzkxj.example/",
      "open --private=yes https://qzkxj.example/",
      "open --incognito https://qzkxj.example/",
      "open \u{2014}private https://qzkxj.example/",
      "open 'https://qzkxj.example/ --private\r'",
      "open 'a\r' https://qzkxj.example/ --nosuch --private",
      "window new private https://qzkxj.example/",
      "page title qzkxj --tab #-2",
      "tabs ; page title qzkxj --tab=#-2",
      "open --private https://qzkxj.example/a --background",
      "page title 'qzkxj title' --tab #-2",
      "history qzkxj", "visits qzkxj", "when tab qzkxj", "resolve qzkxj.example/a",
      "tab qzkxj", "open b.example ; close", "window 1", "close qzkxj", "close #-2",
      "tabs",
    ]
    #expect(try kept(lines) == ["open kept.example", "tabs", "quit"])
    #expect(try Sentinel("qzkxj").found(in: folder.path + "/state") == [])
  }

  @Test func `no command stores its line while a private window is open`() throws {
    // Some commands would end the test, and others would create a profile in the working folder.
    let commands = CommandCatalogue.table.index.declarations.map(\.name)
      .filter { !["quit", "backup", "recover", "report", "live extension"].contains($0) }
    #expect(commands.count > 60)
    let lines = commands.flatMap { name in
      ["\(name) --private https://qzkxj.example/", "open --private qzkxj.example", "window 1"]
        + ["\(name) https://qzkxj.example/a", "\(name) #-2 qzkxj"]
    }
    let found = try kept(["open kept.example"] + lines, ["--yes", "--keep-going"])
    #expect(found.first == "open kept.example")
    #expect(try Sentinel("qzkxj").found(in: folder.path + "/state") == [])
  }

  @Test func `a line is available while a private window is open, and dropped afterwards`() throws {
    let process = try started()
    try process.type("open kept.example\r")
    try process.expect("kept.example/")
    try process.type("window new --private\r")
    try process.expect("window")
    try process.type("resolve qzkxj.example\r")
    try process.expect("https://qzkxj.example/")
    try process.type("\u{1B}[A")
    try process.expect("resolve qzkxj.example")
    try process.type("\r")
    try process.expect("https://qzkxj.example/")
    try process.type("window close\r")
    try process.expect("closed")
    let shown = process.output.count
    try process.type("\u{1B}[A\u{1B}[A\r")
    try process.type("quit\r")
    #expect(try process.end() == 0)
    #expect(!process.output.dropFirst(shown).contains("qzkxj"))
    #expect(try Sentinel("qzkxj").found(in: folder.path + "/state") == [])
  }

  @Test func `a console in memory stores nothing on disk`() throws {
    let process = try TerminalProcess(
      RetraceProcess.executable.path, ["--memory"],
      environment: ["XDG_STATE_HOME": folder.path + "/state", "HOME": folder.path])
    try process.expect("Ctrl-D quits")
    try process.type("open qzkxj.example\rquit\r")
    #expect(try process.end() == 0)
    #expect(try Sentinel("qzkxj").found(in: folder.path) == [])
  }

  @Test func `data that is deliberately stored is reported`() throws {
    var context = try memoryShell()
    try context.run("open a.example")
    try context.run("window new --private")
    for line in [
      "bookmark https://b.example/", "folder Work", "set historyLimit 30",
      "set historyLimit --default",
      "zoom default 110", "mark here", "mark here --remove", "branch side", "branch --hide side",
    ] {
      #expect(try context.run(line).contains("it is saved to disk"), "\(line)")
    }
    #expect(try !context.run("open c.example").contains("on disk"))
    #expect(try !context.run("zoom 150").contains("on disk"))
    try context.run("window 1")
    #expect(try !context.run("mark there").contains("on disk"))
  }

  // MARK: The question

  @Test func `Control-C at the confirmation cancels forgetting`() throws {
    _ = try RetraceProcess.run(["--profile", folder.profile, "open", "secret.example"])
    let process = try started()
    try process.type("forget --all\r")
    try process.expect("[y/N] ")
    try process.type("\u{3}")
    try process.expect("Interrupted")
    try process.type("y\r")
    try process.expect("Unknown command")
    try process.type("tabs\r")
    try process.expect("secret.example")
    try process.type("forget --all\r")
    try process.expect("[y/N] ")
    try process.type("no\r")
    try process.expect("Nothing was done")
    try process.type("forget --all\r")
    try process.expect("[y/N] ")
    try process.type("y\r")
    try process.expect("Forgot 1 page")
    try process.type("quit\r")
    #expect(try process.end() == 0)
    #expect(try Sentinel("secret").found(in: folder.profile) == [])
  }
}
