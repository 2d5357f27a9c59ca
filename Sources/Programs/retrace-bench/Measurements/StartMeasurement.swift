/// The running time of a program that does almost nothing.
struct StartMeasurement {
  private let options: Options

  init(_ options: Options) { self.options = options }

  func run() throws -> Report {
    let program = try options.requireProgram()
    var (own, sqlite) = (Samples(), Samples())
    for _ in 0..<max(options.rounds, 1) * 12 {
      own.append(try ChildRun.time([program, "--version"]) / 1e6)
      sqlite.append(try ChildRun.time(["sqlite3", ":memory:", "select 1"]) / 1e6)
    }
    return Report(
      title: "start",
      explanation: "Complete processes, from posix_spawn until wait returns.",
      measurements: [
        Measurement(
          "retrace --version", unit: "ms", own,
          against: .init(name: "sqlite3 :memory: 'select 1'", value: sqlite), goal: .ratio(1))
      ])
  }
}
