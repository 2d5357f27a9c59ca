import Foundation
import Retrace
import Testing

/// The built program on a virtual display, used with keys and the mouse, like by a user.
///
/// The program runs with `--check`, so it compares WebKit with the model after each step. Each
/// action waits for the line that reports its step. A line that reports a difference fails the
/// test.
final class RunningBrowser {
  let screen: Screen
  let server: PageServer
  private var process: Process!
  private var output: Foundation.URL
  private var errors: Foundation.URL { output.appendingPathExtension("errors") }
  private var seen = 0
  /// The time at which the program was started, in microseconds of the system's monotonic clock.
  private var startTime = 0

  /// The report of the program when WebKit and the model are at rest.
  struct Step: Equatable, CustomStringConvertible {
    var sequence = 0
    var fields: [String: String] = [:]
    var address: String { fields["address"] ?? "" }
    var title: String { fields["title"] ?? "" }
    var tabs: Int { Int(fields["tabs"] ?? "") ?? 0 }
    var canGoBack: Bool { fields["back"] == "true" }
    var canGoForward: Bool { fields["forward"] == "true" }
    var status: String { fields["status"] ?? "" }
    var zoom: Int { Int(fields["zoom"] ?? "") ?? 0 }
    var description: String { "#\(sequence) \(fields.sorted { $0.key < $1.key })" }
  }

  private(set) var step = Step()

  /// Starts the program.
  ///
  /// - Parameter prepare: Fills the new profile before the program starts.
  init(
    opening path: String? = nil, arguments: [String] = [],
    prepare: (Store, PageServer) throws -> Void = { _, _ in }
  ) throws {
    screen = try Screen()
    server = try PageServer()
    output = screen.folder.appending(path: "output")
    try prepare(profile.get(), server)
    try start(path.map { arguments + [server.url($0)] } ?? arguments)
  }

  /// Starts the program again with the same profile, and waits until it shows the stored state.
  func start(_ arguments: [String] = []) throws {
    try Data().write(to: output)
    try Data().write(to: errors)
    seen = 0
    startTime = Screen.now
    process = try Screen.start(
      [Self.program.path, "--profile", screen.folder.path + "/profile", "--check"] + arguments,
      screen.environment, try FileHandle(forWritingTo: output),
      errors: FileHandle(forWritingTo: errors))
    try waitForStep()
  }

  /// The path of the built program, which is next to the tests.
  static var program: Foundation.URL {
    if let path = ProcessInfo.processInfo.environment["BROWSER_PROGRAM"] {
      return Foundation.URL(filePath: path)
    }
    var folder = Foundation.URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    for _ in 0..<4 {
      let program = folder.appending(path: "WebKitBrowser")
      if FileManager.default.isExecutableFile(atPath: program.path) { return program }
      folder.deleteLastPathComponent()
    }
    return Foundation.URL(filePath: ".build/debug/WebKitBrowser")
  }

  func close() {
    end()
    server.stop()
    screen.close()
  }

  /// Asks the program to exit, as the system does.
  func end() {
    guard process.isRunning else { return }
    process.terminate()
    process.waitUntilExit()
  }

  private(set) var wasKilled = false

  func killAtOnce() {
    wasKilled = true
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  // MARK: Actions

  /// Presses keys, and waits for the step that they cause.
  @discardableResult
  func press(_ keys: String..., until: (Step) -> Bool = { _ in true }) throws -> Step {
    for key in keys { try pressOnly(key) }
    return try waitForStep(until)
  }

  /// Presses keys that cause no step.
  func pressOnly(_ key: String) throws {
    try screen.run("xdotool", "key", "--clearmodifiers", key)
  }

  func type(_ text: String) throws {
    try screen.run("xdotool", "type", "--delay", "8", text)
  }

  /// Types text into the address field and submits it.
  @discardableResult
  func go(_ text: String, until: (Step) -> Bool = { _ in true }) throws -> Step {
    try pressOnly("ctrl+l")
    try type(text)
    return try press("Return", until: until)
  }

  /// Submits text in the same way, but optionally without waiting for the step.
  func go(_ text: String, waits: Bool) throws {
    try pressOnly("ctrl+l")
    try type(text)
    try pressOnly("Return")
  }

  @discardableResult
  func visit(_ path: String) throws -> Step {
    let name = path.split(separator: "/").last.map { String($0) }
    return try go(server.url(path)) { $0.title == name }
  }

  /// Clicks at a position of the screen.
  @discardableResult
  func click(_ x: Int, _ y: Int, button: Int = 1, until: (Step) -> Bool = { _ in true }) throws
    -> Step
  {
    try screen.click(x, y, button: button)
    return try waitForStep(until)
  }

  /// Drags with the mouse from one position to another, slowly enough for GTK.
  func drag(from start: (Int, Int), to end: (Int, Int)) throws {
    try screen.run("xdotool", "mousemove", "\(start.0)", "\(start.1)", "mousedown", "1")
    for step in 1...8 {
      let x = start.0 + (end.0 - start.0) * step / 8
      let y = start.1 + (end.1 - start.1) * step / 8
      try screen.run("xdotool", "sleep", "0.08", "mousemove", "\(x)", "\(y)")
    }
    try screen.run("xdotool", "sleep", "0.3", "mouseup", "1")
  }

  /// The profile, as another program reads it.
  private(set) lazy var profile = Result { try Store(profile: screen.folder.path + "/profile") }

  /// The titles of the tabs, from left to right.
  func titles() throws -> [String?] { try profile.get().session.tabs.map(\.title) }

  /// The active tab.
  var tab: Int { Int(step.fields["tab"] ?? "") ?? 0 }

  /// Returns the addresses in the history of the tab in front.
  func urls() throws -> [String?] {
    let session = try profile.get().session
    return try session.entries(of: TabID(Int32(tab))).map(\.page.url)
  }

  /// Returns the stored scroll position of the page in front.
  func scroll() throws -> Int32 {
    let session = try profile.get().session
    let entry = session.state.browser.tab(TabID(Int32(tab)))?.currentEntry
    return try session.engineEntries(entry.map { [$0] } ?? []).first?.scroll.y ?? 0
  }

  /// Waits until the page of a tab has its picture, by default the active tab. Pictures are taken
  /// asynchronously.
  func waitForPicture(of tab: TabID? = nil) throws {
    let store = try profile.get()
    let tab = tab ?? TabID(Int32(self.tab))
    let deadline = Date(timeIntervalSinceNow: 10)
    while try store.session.picture(of: tab)?.isEmpty != false {
      guard Date() < deadline else { throw Late(description: "No picture was taken.") }
      usleep(30_000)
    }
  }

  /// Returns the durations that the program has reported for an operation, in microseconds.
  func times(of what: String) throws -> [Int] {
    try String(contentsOf: output, encoding: .utf8).split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      return words.count == 3 && words[0] == "time" && words[1] == what ? Int(words[2]) : nil
    }
  }

  /// Returns the time from the start of the program until it has painted everything that is
  /// available before a page loads, in microseconds. Returns nil if WebKit had started before that.
  func timeToPaint() throws -> Int? {
    let lines = try String(contentsOf: output, encoding: .utf8).split(separator: "\n")
    let first = lines.first { $0.hasPrefix("time commands ") || $0.hasPrefix("mark painted ") }
    return first.flatMap { Screen.time(ofPainting: $0) }.map { $0 - startTime }
  }

  /// Ends the processes that show pages, which are descendants of the program.
  func killPages() throws {
    var parents: [Int32: Int32] = [:]
    var showing: [Int32] = []
    for line in try screen.run("ps", "-A", "-o", "pid=,ppid=,comm=").split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count > 2, let pid = Int32(words[0]) else { continue }
      parents[pid] = Int32(words[1])
      if words[2].hasPrefix("WebKitWebProc") { showing.append(pid) }
    }
    let program = process.processIdentifier
    for pid in showing where sequence(first: pid, next: { parents[$0] }).contains(program) {
      kill(pid, SIGKILL)
    }
  }

  // MARK: Waiting

  /// Waits for a line with a beginning, and returns the line.
  @discardableResult
  func waitForLine(_ beginning: String) throws -> String {
    let deadline = Date(timeIntervalSinceNow: 20)
    while Date() < deadline {
      if let line = try readLines(until: { line, _ in line.hasPrefix(beginning) }) { return line }
      usleep(15_000)
    }
    throw Late(description: "No line begins with \(beginning).")
  }

  /// Whether the program has printed a line since its start.
  func said(_ line: String) throws -> Bool {
    try String(contentsOf: output, encoding: .utf8).split(separator: "\n").contains { $0 == line }
  }

  /// Whether the program has printed a line that contains some text since its start.
  func saidPart(_ words: String) throws -> Bool {
    try String(contentsOf: output, encoding: .utf8).contains(words)
  }

  /// Waits until the program has printed a line since its start, even if the line was already read.
  func waitUntilSaid(_ line: String) throws {
    let deadline = Date(timeIntervalSinceNow: 20)
    while try !said(line) {
      guard Date() < deadline else { throw Late(description: "The line “\(line)” did not come.") }
      usleep(15_000)
    }
  }

  /// The warnings and errors of GTK and WebKit since the start.
  func warnings() throws -> [Substring] {
    try String(contentsOf: errors, encoding: .utf8).split(separator: "\n")
      .filter { $0.contains("-WARNING **") || $0.contains("-CRITICAL **") }
  }

  struct Late: Error, CustomStringConvertible {
    var description: String
  }

  /// Waits for the next step that satisfies a condition. A line that reports a difference fails the
  /// test.
  @discardableResult
  func waitForStep(_ fits: (Step) -> Bool = { _ in true }) throws -> Step {
    let deadline = Date(timeIntervalSinceNow: 20)
    while Date() < deadline {
      if try readLines(until: { _, step in step.map(fits) ?? false }) != nil { return step }
      guard process.isRunning else { throw Late(description: "The program has ended.") }
      usleep(15_000)
    }
    throw Late(description: "Nothing came; the last was \(step)")
  }

  /// Waits until the program has compared the result of the newest event, and no further step
  /// follows for a while. A line that reports a difference fails the test.
  func waitForRest() throws {
    let store = try profile.get()
    let deadline = Date(timeIntervalSinceNow: 20)
    var quiet = 0
    while quiet < 24 {
      let count = seen
      try readLines()
      let isCompared = try step.sequence == Int(store.session.sequence.rawValue)
      quiet = seen == count && isCompared ? quiet + 1 : 0
      guard process.isRunning else { throw Late(description: "The program has ended.") }
      guard Date() < deadline else { throw Late(description: "No rest; the last was \(step).") }
      usleep(15_000)
    }
  }

  /// Reads new lines up to a wanted line. A line that reports a difference fails the test.
  ///
  /// - Parameter isWanted: Receives a line, and the step that it reports, or nil.
  /// - Returns: The wanted line, or nil if there is none.
  @discardableResult
  private func readLines(
    until isWanted: (String, Step?) -> Bool = { _, _ in false }
  ) throws -> String? {
    let lines = try String(contentsOf: output, encoding: .utf8).split(separator: "\n")
    while seen < lines.count {
      let line = String(lines[seen])
      seen += 1
      try #require(!line.hasPrefix("drift"), "\(line)")
      let step = Self.step(of: line)
      if let step { self.step = step }
      if isWanted(line, step) { return line }
    }
    return nil
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
      // The address of a search contains spaces.
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
