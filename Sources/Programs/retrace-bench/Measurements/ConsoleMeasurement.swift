import RetraceEventLog
import RetraceStore

/// The waiting times at the prompt, compared with the `sqlite3` shell on the same kind of terminal.
struct ConsoleMeasurement {
  private let options: Options
  private let folder: WorkFolder
  private let program: String
  private let fixture: Fixture

  private static let tabs = 10_000
  private static let windows = 50
  /// The number of starts per round.
  private static let starts = 4
  private static let commands = 40
  private static let lists = 4
  private static let prompt = "❯"
  private static let sqlitePrompt = "sqlite> "
  /// The text typed after “open ”. Its letters do not occur in escape sequences.
  private static let keys = "gwinp"

  init(_ options: Options, _ folder: WorkFolder) throws {
    let program = try options.requireProgram()
    var options = options
    if !options.hasSize { (options.tabs, options.windows) = (Self.tabs, Self.windows) }
    self.options = options
    self.folder = folder
    self.program = program
    fixture = try Fixture(options, in: folder)
  }

  /// The measured times and their baselines.
  private struct Found {
    var (start, sqliteStart) = (Samples(), Samples())
    var (key, sqliteKey) = (Samples(), Samples())
    var (tab, address) = (Samples(), Samples())
    var (command, statement) = (Samples(), Samples())
    var (source, script) = (Samples(), Samples())
  }

  func run() throws -> Report {
    TerminalRun.prepare(home: try folder.fresh("home"))
    let own = [program, "--no-rc", "--profile", try populatedProfile()]
    let sqlite = ["sqlite3", try folder.fresh("sqlite") + "/floor.db"]
    _ = try ChildRun.time(sqlite + ["create table t(x)"])
    let script = try writeScript()
    var found = Found()
    for _ in 0..<options.rounds {
      for _ in 0..<Self.starts {
        found.start.append(try start(own, Self.prompt))
        found.sqliteStart.append(try start(sqlite, Self.sqlitePrompt))
      }
      try measurePrompt(own, sqlite, &found)
      try measureScript(script, &found)
    }
    return report(found)
  }

  /// Returns a profile that has stored its checkpoints and built its indexes of pages and words.
  private func populatedProfile() throws -> String {
    let profile = try fixture.openedProfile().directory
    let store = try Store(EventLog(profile: profile, access: .readWrite)) { 1_800_000_000_000 }
    Blackhole.consume(try store.pages(PageQuery()).count)
    if let match = WordMatch("garden") {
      Blackhole.consume(try store.hits(of: match).mayHaveBookmark ? 1 : 0)
    }
    return profile
  }

  private func start(_ arguments: [String], _ prompt: String) throws -> Double {
    let run = try TerminalRun(arguments)
    let time = try run.firstTime(prompt)
    try leave(run)
    return time / 1e6
  }

  private func leave(_ run: TerminalRun) throws {
    try run.settle()
    try run.type("\u{4}")
    _ = run.end()
  }

  /// Measures keys, completions and commands, in one session of each program.
  private func measurePrompt(
    _ own: [String], _ sqlite: [String], _ found: inout Found
  ) throws {
    let (console, floor) = (try TerminalRun(own), try TerminalRun(sqlite))
    _ = try console.firstTime(Self.prompt)
    _ = try floor.firstTime(Self.sqlitePrompt)
    for _ in 0..<Self.commands / 4 {
      try console.type("open ")
      try floor.type("open ")
      for key in Self.keys {
        found.key.append(try console.time("\(key)", until: "\(key)") / 1e3)
        found.sqliteKey.append(try floor.time("\(key)", until: "\(key)") / 1e3)
      }
      try console.type("\u{15}")
      try floor.type("\u{15}")
    }
    for _ in 0..<Self.lists {
      found.tab.append(try list("tab garden", console))
      found.address.append(try list("open g", console))
    }
    for number in 0..<Self.commands {
      let text = number % 2 == 0 ? "mute 2" : "unmute 2"
      found.command.append(try enter(text, console, Self.prompt))
      found.statement.append(try enter("insert into t values(1);", floor, Self.sqlitePrompt))
    }
    try leave(console)
    try leave(floor)
  }

  /// Returns the milliseconds from pressing Tab until the candidates are shown.
  private func list(_ line: String, _ console: TerminalRun) throws -> Double {
    try console.type(line)
    let time = try console.time("\t", until: Self.prompt)
    try console.settle()
    try console.type("\u{15}")
    try console.settle()
    return time / 1e6
  }

  /// Returns the milliseconds from pressing Enter until the next prompt.
  private func enter(_ line: String, _ run: TerminalRun, _ prompt: String) throws -> Double {
    try run.type(line)
    return try run.time("\r", until: prompt) / 1e6
  }

  // MARK: Scripts

  private var lines: Int { options.lines / 5 }

  private func writeScript() throws -> String {
    let path = try folder.fresh("console-script") + "/script"
    let text =
      "open https://a.example/\n" + (1..<lines).map { "go https://h\($0).example/\n" }.joined()
    try WorkFolder.write(text, to: path)
    return path
  }

  private func measureScript(_ path: String, _ found: inout Found) throws {
    let console = try TerminalRun([program, "--no-rc", "--memory"])
    _ = try console.firstTime(Self.prompt)
    try console.type("source \(path)")
    // Both sides are measured until they show the answer to the last line.
    let last = "h\(lines - 1).example"
    found.source.append(try console.time("\r", until: last) / 1e3 / Double(lines))
    try leave(console)
    let script = try TerminalRun([program, "--memory", "-f", path])
    found.script.append(try script.firstTime(last) / 1e3 / Double(lines))
    _ = script.end()
  }

  private func report(_ found: Found) -> Report {
    Report(
      title: "console: \(fixture.count) events, \(options.tabs) tabs",
      explanation:
        "Programs on a terminal of 100 columns, measured until the output is shown. The profile "
        + "has checkpoints and\nindexes. Scripts run in memory, and both sides print their "
        + "answers on the terminal.",
      measurements: [
        Measurement(
          "start until the first prompt", unit: "ms", found.start,
          against: .init(name: "sqlite3", value: found.sqliteStart), goal: .ratio(2)),
        Measurement(
          "key until its echo", unit: "µs", found.key,
          against: .init(name: "sqlite3", value: found.sqliteKey), goal: .ratio(2)),
        Measurement("TAB after “tab garden”", unit: "ms", found.tab, goal: .value(16)),
        Measurement("TAB after “open g”", unit: "ms", found.address, goal: .value(16)),
        Measurement(
          "durable command until the prompt", unit: "ms", found.command,
          against: .init(name: "sqlite3: insert", value: found.statement), goal: .value(0.7)),
        Measurement(
          "`source`, a line", unit: "µs", found.source,
          against: .init(name: "-f", value: found.script), goal: .ratio(1.1)),
      ])
  }
}
