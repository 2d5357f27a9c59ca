/// Opening a profile, measured as complete processes.
struct OpenMeasurement {
  private let options: Options
  private let fixture: Fixture

  init(_ options: Options, _ folder: WorkFolder) throws {
    self.options = options
    fixture = try Fixture(options, in: folder)
  }

  func run() throws -> Report {
    var (nothing, raw, newest, tabs) = (Samples(), Samples(), Samples(), Samples())
    let opened = try fixture.openedProfile().directory
    for _ in 0..<max(options.rounds, 1) * 8 {
      nothing.append(try milliseconds(.nothing))
      raw.append(try milliseconds(.rawNewest))
      newest.append(try milliseconds(.newest))
      guard let program = options.program else { continue }
      tabs.append(try ChildRun.time([program, "--profile", opened, "tabs"]) / 1e6)
    }
    let floor = Measurement.Floor(name: "liblmdb: open, last record", value: raw)
    let answers =
      options.program == nil
      ? []
      : [
        Measurement(
          "retrace tabs, \(options.tabs / options.windows) of \(options.tabs)", unit: "ms", tabs,
          against: floor, goal: .value(5))
      ]
    return Report(
      title: "open: \(fixture.count) events, \(options.tabs) tabs",
      explanation:
        "Complete processes, from start to end. Each is this same program, so that all start in "
        + "the same way. The file is\nin the page cache.",
      measurements: [
        Measurement("only start and end", unit: "ms", nothing, against: floor),
        Measurement("open, last record", unit: "ms", newest, against: floor, goal: .ratio(1.5)),
      ] + answers)
  }

  private func milliseconds(_ work: Probe.Work) throws -> Double {
    try ChildRun.time(Probe.arguments(work, fixture.directory)) / 1e6
  }
}
