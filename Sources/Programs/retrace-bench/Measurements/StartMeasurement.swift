/// How long a program takes that does nearly nothing.
struct StartMeasurement {
  private let options: Options

  init(_ options: Options) { self.options = options }

  func run() throws -> Report {
    guard let program = options.program else {
      throw BenchFailure(message: "`start` needs --program, the path of retrace.")
    }
    var (own, sqlite, empty) = (Samples(), Samples(), Samples())
    for _ in 0..<max(options.rounds, 1) * 12 {
      own.append(try ChildRun.time([program, "--version"]) / 1e6)
      sqlite.append(try ChildRun.time(["sqlite3", ":memory:", "select 1"]) / 1e6)
      if let program = options.emptyProgram { empty.append(try ChildRun.time([program]) / 1e6) }
    }
    var measurements = [
      Measurement(
        "retrace --version", unit: "ms", own,
        against: .init(name: "sqlite3 :memory: 'select 1'", value: sqlite), goal: .ratio(1))
    ]
    if !empty.isEmpty {
      measurements.append(
        Measurement(
          "retrace --version", unit: "ms", own,
          against: .init(name: "empty static C program", value: empty)))
    }
    return Report(
      title: "start", explanation: "Whole processes, posix_spawn until wait returns.",
      measurements: measurements)
  }
}
