public import Foundation
public import Testing

/// A program in its own terminal under tmux, and its screen.
public final class TerminalSession {
  /// The path of tmux, or nil if it is not installed.
  public static let tmuxPath: String? = ProcessInfo.processInfo.environment["PATH"]?
    .split(separator: ":").map { "\($0)/tmux" }
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  private static let deadline: Duration = .seconds(20)
  private let folder: TemporaryFolder
  /// The name of the socket. It is short because the path of a socket has at most 107 bytes.
  private let name = String(UInt32.random(in: .min ... .max), radix: 36)

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - environment: Variables in addition to `LANG`, `TERM`, and `HOME`, which is the folder.
  ///   - script: A shell script to run instead, in which `PROGRAM` is replaced with the program and
  ///     its arguments.
  public init(
    _ program: URL, columns: Int = 60, rows: Int = 20, environment: [String: String] = [:],
    arguments: [String] = [], script: String = "PROGRAM", folder: TemporaryFolder
  ) throws {
    self.folder = folder
    var variables = ["LANG": "C.UTF-8", "HOME": folder.path, "TERM": "screen"]
    variables.merge(environment) { $1 }
    let settings = variables.map { "\($0.key)='\($0.value)'" }.sorted().joined(separator: " ")
    try #require(FileManager.default.isExecutableFile(atPath: program.path))
    let call = (["env -u LC_ALL \(settings)", program.path] + arguments).joined(separator: " ")
    let shell = """
      trap : INT; \(script.replacingOccurrences(of: "PROGRAM", with: call)); \
      echo exit=$?; stty -a | grep -ow -e '-*icanon'; exec sleep 120
      """
    try tmux(
      "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)", "sh", "-c", shell)
  }

  deinit {
    _ = try? tmux("kill-server")
  }

  /// Types a text unchanged.
  public func type(_ text: String) throws {
    try tmux("send-keys", "-l", text)
  }

  /// Presses keys, which have tmux's names.
  public func press(_ keys: String...) throws {
    try tmux(["send-keys"] + keys)
  }

  /// Sends any bytes.
  public func send(bytes: [UInt8]) throws {
    try tmux(["send-keys", "-H"] + bytes.map { String($0, radix: 16) })
  }

  /// Pastes a text as a terminal with bracketed paste does.
  public func paste(_ text: String) throws {
    let file = folder.path + "/paste"
    try text.write(toFile: file, atomically: true, encoding: .utf8)
    try tmux("load-buffer", file)
    try tmux("paste-buffer", "-p", "-r")
  }

  /// Changes the width of the terminal.
  public func resize(columns: Int) throws {
    try tmux("resize-window", "-x", "\(columns)")
  }

  /// Returns the rows that are not empty, without trailing spaces.
  public func screen() throws -> [String] {
    try tmux("capture-pane", "-p").split(separator: "\n").map { row in
      String(row.reversed().drop { $0 == " " }.reversed())
    }.filter { !$0.isEmpty }
  }

  /// Returns the last row that contains letters, with the escape sequences of its styles.
  public func styledLastRow() throws -> String? {
    try tmux("capture-pane", "-p", "-e").split(separator: "\n")
      .last { $0.contains { $0.isLetter && $0 != "m" } }.map(String.init)
  }

  /// Returns the column of the cursor, counted from 0.
  public func cursorColumn() throws -> Int? {
    Int(try tmux("display-message", "-p", "#{cursor_x}").trimmingCharacters(in: .newlines))
  }

  /// Waits until the screen is as expected, and fails after a time limit.
  public func expect(
    _ what: Comment, sourceLocation: SourceLocation = #_sourceLocation,
    _ isExpected: ([String]) throws -> Bool
  ) async throws {
    let clock = ContinuousClock()
    let end = clock.now + Self.deadline
    repeat {
      if try isExpected(try screen()) { return }
      // A suspension would end only after all waiting tests have run.
      usleep(15_000)
    } while clock.now < end
    let rows = try screen().joined(separator: "\n")
    Issue.record("\(what), but the screen is\n\(rows)", sourceLocation: sourceLocation)
    throw CancellationError()
  }

  /// Waits until the last row is the expected one.
  public func expectLast(
    _ row: String, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    try await expect("The last row is \"\(row)\"", sourceLocation: sourceLocation) {
      $0.last == row
    }
  }

  /// Waits until the rows end with the expected ones.
  public func expectEnd(
    _ rows: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    try await expect("The last rows are \(rows)", sourceLocation: sourceLocation) {
      Array($0.suffix(rows.count)) == rows
    }
  }

  @discardableResult
  private func tmux(_ arguments: String...) throws -> String {
    try tmux(arguments)
  }

  @discardableResult
  private func tmux(_ arguments: [String]) throws -> String {
    let program = try #require(Self.tmuxPath)
    let environment = [
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "", "LC_ALL": "C.UTF-8",
      "TERM": "xterm", "TMUX_TMPDIR": folder.path,
    ]
    let run = try Subprocess.run(
      program, ["-u", "-L", name, "-f", "/dev/null"] + arguments, environment: environment)
    try #require(run.status == 0, "tmux \(arguments) failed: \(run.errors)")
    return run.output
  }
}
