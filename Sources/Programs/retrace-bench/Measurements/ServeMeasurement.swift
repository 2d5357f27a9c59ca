import BrowserModel
import Catalogue
import Platform
import RetraceEventLog
import RetraceStore

/// Requests of another program over JSON-RPC, and change notifications sent to it.
struct ServeMeasurement {
  private let options: Options
  private let folder: WorkFolder

  init(_ options: Options, _ folder: WorkFolder) {
    self.options = options
    self.folder = folder
  }

  func run() throws -> Report {
    let program = try options.requireProgram()
    return Report(
      title: "serve: commands and changes, from one process to another",
      explanation:
        "In memory: \(options.lines) requests through a pipe, answers to /dev/null, compared with the same commands "
        + "as a script.\nOn disk: \(Self.block) requests at once, compared with as many calls of the store's own "
        + "`perform`; one request after the other,\nand a line that `cat` sends back. Finally, the time from "
        + "the end of a `perform` in one process\nuntil another process receives the notification.",
      measurements: try [inMemory(program)] + onDisk(program))
  }

  /// Runs the same commands as complete processes, as requests, and as lines of a script.
  private func inMemory(_ program: String) throws -> Measurement {
    let folder = try folder.fresh("served")
    let (requests, lines) = (folder + "/requests", folder + "/lines")
    let commands = ["open", "pin"] + (2..<options.lines).map { $0 % 2 == 0 ? "unpin" : "pin" }
    try WorkFolder.write(
      ServedProgram.hello
        + commands.map { ServedProgram.request($0, $0 == "open" ? "{}" : Self.firstTab) }.joined(),
      to: requests)
    try WorkFolder.write(commands.map { $0 + "\n" }.joined(), to: lines)
    var (served, typed) = (Samples(), Samples())
    func microseconds(_ arguments: [String], _ input: String) throws -> Double {
      try ChildRun.time(arguments, input: input) / 1e3 / Double(options.lines)
    }
    for _ in 0..<options.rounds {
      served.append(try microseconds([program, "--memory", "serve"], requests))
      typed.append(try microseconds([program, "--memory", "--json"], lines))
    }
    return Measurement(
      "a command in memory", unit: "µs", served, against: .init(name: "as a line", value: typed),
      goal: .value(50))
  }

  /// Measures a profile that is open in a server and in this process.
  private func onDisk(_ program: String) throws -> [Measurement] {
    let profile = try folder.fresh("served-profile")
    let store = try Store(EventLog(profile: profile, access: .readWrite)) {
      Clock.nanoseconds / 1_000_000
    }
    let tab = TabID(try store.perform(.open(OpenTab())).sequence)
    let server = try ServedProgram([program, "--profile", profile, "serve"])
    let echo = try ServedProgram(["/bin/cat"])
    try server.ask(ServedProgram.hello)
    var (served, performed) = (Samples(), Samples())
    for _ in 0..<max(options.actions / Self.block, 3) {
      let requests = (0..<Self.block).map {
        ServedProgram.request($0 % 2 == 0 ? "mute" : "unmute", Self.firstTab)
      }
      served.append(try Clock.time { try server.askAll(requests) } / 1e3 / Double(Self.block))
      performed.append(
        try Clock.time {
          for index in 0..<Self.block { try store.perform(.mute(tab, index % 2 == 0)) }
        } / 1e3 / Double(Self.block))
    }
    var (asked, done, echoed, told) = (Samples(), Samples(), Samples(), Samples())
    for _ in 0..<options.actions {
      // Each side undoes the last action of the other side, so it first has to read that action.
      asked.append(
        try Clock.time { try server.ask(ServedProgram.request("mute", Self.firstTab)) } / 1e3)
      done.append(try Clock.time { try store.perform(.mute(tab, false)) } / 1e3)
      echoed.append(
        try Clock.time { try echo.ask(ServedProgram.request("mute", Self.firstTab)) } / 1e3)
    }
    try server.ask(ServedProgram.request("subscribe"))
    for _ in 0..<min(options.actions, 500) {
      try store.perform(.mute(tab, store.browser.tab(tab)?.isMuted == false))
      let start = Clock.nanoseconds
      try server.waitForLine()
      told.append(Double(Clock.nanoseconds - start) / 1e6)
    }
    return [
      Measurement(
        "a command on disk", unit: "µs", served, against: .init(name: "perform", value: performed),
        goal: .ratio(1.1)),
      Measurement(
        "a command with a wait for the answer", unit: "µs", asked,
        against: .init(name: "perform", value: done)),
      Measurement("an echoed line", unit: "µs", echoed),
      Measurement("until a change is reported", unit: "ms", told, goal: .value(5)),
    ]
  }

  /// The number of requests sent before their answers are read.
  private static let block = 50

  /// The parameters of a request for the first tab.
  private static let firstTab = #"{"tab":"1"}"#
}
