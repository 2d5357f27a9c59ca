import Foundation
import Testing

/// The built program on a screen, used as a person does: with keys and the mouse.
///
/// It runs with `--check`, so that it compares WebKit with the model after every step. Each act
/// waits for the line of its step; a line that says they differ fails the test.
final class RunningBrowser {
  let screen: Screen
  let server: PageServer
  private var process: Process!
  private var output: URL
  private var seen = 0

  /// What the program says when both are at rest.
  struct Step: Equatable, CustomStringConvertible {
    var sequence = 0
    var fields: [String: String] = [:]
    var address: String { fields["address"] ?? "" }
    var title: String { fields["title"] ?? "" }
    var tabs: Int { Int(fields["tabs"] ?? "") ?? 0 }
    var canGoBack: Bool { fields["back"] == "true" }
    var canGoForward: Bool { fields["forward"] == "true" }
    var status: String { fields["status"] ?? "" }
    var description: String { "#\(sequence) \(fields.sorted { $0.key < $1.key })" }
  }

  private(set) var step = Step()

  init(opening path: String? = nil, arguments: [String] = []) throws {
    screen = try Screen()
    server = try PageServer()
    output = screen.folder.appending(path: "output")
    try start(path.map { arguments + [server.url($0)] } ?? arguments)
  }

  /// Starts the program on the same profile, and waits until it shows what was there.
  func start(_ arguments: [String] = []) throws {
    FileManager.default.createFile(atPath: output.path, contents: nil)
    seen = 0
    process = try Screen.start(
      [Self.program.path, "--profile", screen.folder.path + "/profile", "--check"] + arguments,
      screen.environment, try FileHandle(forWritingTo: output))
    try waitForStep()
  }

  /// The built program, beside the tests.
  static var program: URL {
    var folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    for _ in 0..<4 {
      let program = folder.appending(path: "WebKitBrowser")
      if FileManager.default.isExecutableFile(atPath: program.path) { return program }
      folder.deleteLastPathComponent()
    }
    return URL(filePath: ".build/debug/WebKitBrowser")
  }

  func close() {
    if process.isRunning {
      process.terminate()
      process.waitUntilExit()
    }
    server.stop()
    screen.close()
  }

  func killAtOnce() {
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  // MARK: Acting

  /// Presses keys and waits for what comes of it.
  @discardableResult
  func press(_ keys: String..., until: (Step) -> Bool = { _ in true }) throws -> Step {
    try screen.run("xdotool", "key", "--clearmodifiers", keys.joined(separator: " "))
    return try waitForStep(until)
  }

  /// Presses keys that lead to no step.
  func pressOnly(_ keys: String) throws {
    try screen.run("xdotool", "key", "--clearmodifiers", keys)
  }

  func type(_ text: String) throws {
    try screen.run("xdotool", "type", "--delay", "8", text)
  }

  /// Types into the address field and submits.
  @discardableResult
  func go(_ text: String, until: (Step) -> Bool = { _ in true }) throws -> Step {
    try pressOnly("ctrl+l")
    try type(text)
    return try press("Return", until: until)
  }

  @discardableResult
  func visit(_ path: String) throws -> Step {
    let name = path.split(separator: "/").last.map { String($0) }
    return try go(server.url(path)) { $0.title == name }
  }

  /// Clicks at a place of the screen.
  @discardableResult
  func click(_ x: Int, _ y: Int, button: Int = 1, until: (Step) -> Bool = { _ in true }) throws
    -> Step
  {
    try screen.run("xdotool", "mousemove", "\(x)", "\(y)", "click", "\(button)")
    return try waitForStep(until)
  }

  // MARK: Waiting

  struct Late: Error, CustomStringConvertible {
    var description: String
  }

  /// Waits for the next line of a step that fits; a line of a difference fails.
  @discardableResult
  func waitForStep(_ fits: (Step) -> Bool = { _ in true }) throws -> Step {
    let deadline = Date(timeIntervalSinceNow: 20)
    while Date() < deadline {
      let lines = try String(contentsOf: output, encoding: .utf8).split(separator: "\n")
      while seen < lines.count {
        let line = String(lines[seen])
        seen += 1
        try #require(!line.hasPrefix("drift"), "\(line)")
        guard let step = Self.step(of: line) else { continue }
        self.step = step
        if fits(step) { return step }
      }
      guard process.isRunning else { throw Late(description: "The program has ended.") }
      usleep(15_000)
    }
    throw Late(description: "Nothing came; the last was \(step)")
  }

  private static func step(of line: String) -> Step? {
    guard line.hasPrefix("settled #"), let title = line.range(of: " title=") else { return nil }
    var step = Step()
    let words = line[..<title.lowerBound].split(separator: " ")
    step.sequence = Int(words[1].dropFirst()) ?? 0
    step.fields["title"] = String(line[title.upperBound...])
    var last = ""
    for word in words.dropFirst(2) {
      let pair = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      // An address of words to search for has spaces.
      if last == "address" {
        step.fields[last]! += " " + word
      } else {
        last = String(pair[0])
        step.fields[last] = pair.count > 1 ? String(pair[1]) : ""
      }
    }
    return step
  }
}
