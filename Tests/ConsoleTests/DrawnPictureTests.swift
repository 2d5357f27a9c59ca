import Foundation
import TestSupport
import Testing

/// Pictures of pages on a terminal, drawn by `chafa` or a replacement.
@Suite(.timeLimit(.minutes(30))) struct DrawnPictureTests {
  private let folder: TemporaryFolder

  /// Four pixels: red, blue, white and green.
  private static let png =
    "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAE0lEQVR42mP4zwAE/xn+/wdiBgAl6AX7EGrbIwAAAABJRU5ErkJggg=="

  private static let chafa: String? = ["/usr/bin/chafa", "/usr/local/bin/chafa"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  /// Creates a profile with two tabs. Event 4 reported a picture of the second tab.
  init() throws {
    folder = try TemporaryFolder()
    try #require(Data(base64Encoded: Self.png)).write(to: folder.url.appending(path: "page.png"))
    let run = try RetraceProcess.run(
      ["-p", folder.profile, "-c", "open a.example", "-c", "open b.example"], in: folder.url)
    #expect(run.status == 0)
    let report = try RetraceProcess.run(
      ["-p", folder.profile, "page", "thumbnail", "page.png"], in: folder.url)
    #expect(report.status == 0)
  }

  /// Starts the program on a terminal. A script replaces `chafa`, or there is no `chafa` if the
  /// script is nil.
  private func started(
    _ arguments: [String], drawnBy script: String?, environment: [String: String] = [:]
  ) throws -> TerminalProcess {
    if let script {
      let program = folder.url.appending(path: "chafa")
      try Data("#!/bin/sh\n\(script)\n".utf8).write(to: program)
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: program.path)
    }
    return try TerminalProcess(
      RetraceProcess.executable.path, ["-p", folder.profile] + arguments,
      environment: [
        "HOME": folder.path, "TZ": "UTC", "NO_COLOR": "1",
        "PATH": folder.path + (script == nil ? "" : ":/bin:/usr/bin"),
      ].merging(environment) { $1 })
  }

  private func shown(
    _ arguments: [String], drawnBy script: String?, environment: [String: String] = [:]
  ) throws -> (output: String, status: Int32) {
    let process = try started(arguments, drawnBy: script, environment: environment)
    let status = try process.end()
    return (process.output, status)
  }

  private static let telling = #"echo "$@"; wc -c"#
  private static let list = "   1  #2  https://a.example/\r\n▸  2  #3  https://b.example/\r\n"

  @Test func `show draws the picture of an event, as large as the terminal allows`() throws {
    let shown = try shown(["show", "4"], drawnBy: Self.telling)
    #expect(shown.status == 0)
    #expect(
      shown.output.hasSuffix(
        "picture  https://b.example/\r\n"
          + "--animate=off --size=200x33 --format=symbols --colors=none -\r\n76\r\n"))
  }

  @Test func `a list of tabs shows each picture below its line, several at a time`() throws {
    let shown = try shown(
      ["--color", "always", "tabs", "--pictures"], drawnBy: Self.telling)
    #expect(shown.status == 0)
    #expect(
      shown.output.hasSuffix(
        "https://b.example/\u{1B}[0m\r\n--animate=off --size=200x16 -\r\n76\r\n"))
    let words = try self.shown(["tabs", "--pictures", "a.example"], drawnBy: Self.telling)
    #expect(
      words.output.contains("   1  #2  https://a.example/\r\nThere are no pictures of these pages"))
  }

  @Test(arguments: [
    ("exit 1", "(status 1)"), ("printf x; exit 3", "(status 3)"), ("kill -9 $$", "(signal 9)"),
  ])
  func `a sentence explains why a picture was not drawn`(
    script: String, reason: String
  ) throws {
    let sentence = "chafa cannot draw this picture \(reason).\r\n"
    let event = try shown(["show", "4"], drawnBy: script)
    #expect(event.status == 0)
    #expect(event.output.hasSuffix(sentence))
    let tabs = try shown(["tabs", "--pictures"], drawnBy: script)
    #expect(tabs.status == 0)
    #expect(tabs.output.hasPrefix(Self.list) && tabs.output.hasSuffix(sentence))
  }

  @Test(arguments: [["show", "4"], ["tabs", "--pictures"]])
  func `if chafa is not installed, a message names the package`(command: [String]) throws {
    let shown = try shown(command, drawnBy: nil)
    #expect(shown.status == 0)
    #expect(
      shown.output.hasSuffix(
        "Drawing pictures requires the program chafa, which is not installed. On Debian, install "
          + "the package chafa.\r\n"
      ))
  }

  @Test(arguments: [["show", "4"], ["tabs", "--pictures"]])
  func `Control-C ends a chafa process that hangs`(command: [String]) throws {
    let process = try started(command, drawnBy: "echo hangs; exec sleep 600")
    try process.expect("hangs")
    try process.type("\u{3}")
    try process.expect("retrace: Interrupted.")
    #expect(try process.end() == 130)
  }

  @Test func `after Control-C the prompt continues`() throws {
    let process = try started([], drawnBy: "echo hangs; exec sleep 600")
    try process.expect("❯")
    try process.waitUntilEditing()
    try process.type("tabs --pictures\r")
    try process.expect("hangs")
    try process.type("\u{3}")
    try process.expect("Interrupted.")
    try process.expect("❯")
    try process.waitUntilEditing()
    try process.type("quit\r")
    #expect(try process.end() == 0)
    #expect(process.isAsBefore)
  }

  @Test(
    .enabled(if: chafa != nil, "chafa is not installed"),
    arguments: [
      ("xterm-256color", "▄"), ("mlterm", "\u{1B}P0;1;0q"), ("xterm-kitty", "\u{1B}_G"),
    ])
  func `chafa draws in a form that the terminal supports`(terminal: String, sign: String) throws {
    let path = [try #require(Self.chafa).replacing("/chafa", with: ""), "/bin", "/usr/bin"]
    let environment = ["TERM": terminal, "NO_COLOR": "", "PATH": path.joined(separator: ":")]
    for command in [["show", "4"], ["tabs", "--pictures"]] {
      let shown = try shown(command, drawnBy: nil, environment: environment)
      #expect(shown.status == 0)
      #expect(shown.output.contains(sign))
    }
  }

  @Test func `output that is not a terminal gets neither pictures nor messages about them`() throws
  {
    let event = try RetraceProcess.run(["-p", folder.profile, "show", "4"])
    #expect(event.output.hasSuffix("picture  https://b.example/\n"))
    let tabs = try RetraceProcess.run(["-p", folder.profile, "tabs", "--pictures"])
    #expect(tabs.output == Self.list.replacing("\r\n", with: "\n"))
  }

  @Test func `JSON has no pictures, even on a terminal`() throws {
    let plain = try shown(["--json", "tabs"], drawnBy: Self.telling)
    let asked = try shown(["--json", "tabs", "--pictures"], drawnBy: Self.telling)
    #expect(plain.output.hasPrefix("{\"tabs\":["))
    #expect(asked.output == plain.output)
    #expect(try !shown(["--json", "show", "4"], drawnBy: Self.telling).output.contains("--size"))
  }
}
