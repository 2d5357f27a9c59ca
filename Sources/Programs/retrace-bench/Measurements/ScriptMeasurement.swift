/// Commands sent through a pipe, compared with statements sent to sqlite3 in the same way.
struct ScriptMeasurement {
  private let options: Options
  private let folder: WorkFolder

  init(_ options: Options, _ folder: WorkFolder) {
    self.options = options
    self.folder = folder
  }

  func run() throws -> Report {
    let program = try options.requireProgram()
    let folder = try folder.fresh("scripts")
    let (commands, selects) = (folder + "/commands", folder + "/selects")
    try write(commands) { Self.command($0) }
    try write(selects) { _ in "select 1;" }
    var (own, sqlite) = (Samples(), Samples())
    for _ in 0..<options.rounds {
      own.append(try microseconds([program, "--memory"], commands))
      sqlite.append(try microseconds(["sqlite3", ":memory:"], selects))
    }
    return Report(
      title: "script: \(options.lines) lines through a pipe",
      explanation:
        "Complete processes. Retrace runs `go`, `open` and `back` in memory. sqlite3 runs `select "
        + "1;`, which writes nothing\neither. Output goes to /dev/null.",
      measurements: [
        Measurement(
          "retrace --memory", unit: "µs/line", own,
          against: .init(name: "sqlite3 :memory:", value: sqlite), goal: .value(10))
      ])
  }

  /// Returns the command on a line. Each tab visits ten pages and goes back two steps. For each
  /// opened tab, one tab is closed.
  private static func command(_ line: Int) -> String {
    if line < 20 { return "open https://host\(line).example/start" }
    switch line % 13 {
    case 0: return "open https://host\(line % 997).example/tab/\(line)"
    case 1: return "close"
    case 5, 9: return "back"
    default: return "go https://host\(line % 997).example/page/\(line)"
    }
  }

  private func microseconds(_ arguments: [String], _ input: String) throws -> Double {
    try ChildRun.time(arguments, input: input) / 1e3 / Double(options.lines)
  }

  private func write(_ path: String, _ line: (Int) -> String) throws {
    let text = (0..<options.lines).map { line($0) + "\n" }.joined()
    try WorkFolder.write(text, to: path)
  }
}
