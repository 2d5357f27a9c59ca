import BrowserModel
import RetraceEventLog
import RetraceStore

/// The size of a growing log and the time to open it, measured at a tenth, a fifth, a half and all
/// of its events.
struct GrowthMeasurement {
  private let options: Options
  private let folder: WorkFolder
  private let program: String

  private static let shares = [10, 5, 2, 1]

  init(_ options: Options, _ folder: WorkFolder) throws {
    let program = try options.requireProgram()
    (self.options, self.folder, self.program) = (options, folder, program)
  }

  func run() throws -> Report {
    var measurements: [Measurement] = []
    for share in Self.shares {
      var part = options
      part.events = options.events / share
      measurements += try measure(Fixture(part, in: folder))
    }
    return Report(
      title: "growth: to \(options.events) events, \(options.tabs) tabs",
      explanation:
        "The first opening folds all events and stores checkpoints. `tabs` and `verify` are "
        + "complete processes. The\nreplay folds every event. `verify` also reads every page "
        + "and compares every checkpoint.",
      measurements: measurements)
  }

  private func measure(_ fixture: Fixture) throws -> [Measurement] {
    let (opened, first) = try fixture.openedProfile()
    var (tabs, verify, replay) = (Samples(), Samples(), Samples())
    for _ in 0..<options.rounds {
      tabs.append(try ChildRun.time([program, "-p", opened, "tabs"]) / 1e6)
      replay.append(try timeReplay(fixture) / 1e9)
      verify.append(try ChildRun.time([program, "-p", opened, "verify"]) / 1e9)
    }
    let count = "\(fixture.count) events"
    let floor = Measurement.Floor(name: "full replay", value: replay)
    return [
      Measurement("\(count): data file", unit: "MB", Samples(try fileBytes(opened) / 1e6)),
      Measurement("\(count): first opening", unit: "s", Samples(first / 1e9)),
      Measurement("\(count): tabs", unit: "ms", tabs),
      Measurement("\(count): verify", unit: "s", verify, against: floor, goal: .ratio(3)),
    ]
  }

  private func fileBytes(_ profile: String) throws -> Double {
    Double(try EventLog(profile: profile, access: .readOnly).statistics().fileBytes)
  }

  private func timeReplay(_ fixture: Fixture) throws -> Double {
    try Clock.time {
      let store = try Store(EventLog(profile: fixture.directory, access: .readOnly)) { 0 }
      Blackhole.consume(store.browser.tabCount)
    }
  }
}
