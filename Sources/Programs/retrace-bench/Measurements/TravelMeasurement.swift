import BrowserModel
import EventCoding
import RetraceEventLog
import RetraceStore
import RetraceTimeline

/// Past states and undo, in a profile with checkpoints.
struct TravelMeasurement {
  private let options: Options
  private let fixture: Fixture

  private static let pointsPerRound = 1_000
  private static let undosPerRound = 100
  private static let undoReach = 1_000

  init(_ options: Options, _ folder: WorkFolder) throws {
    self.options = options
    fixture = try Fixture(options, in: folder)
  }

  func run() throws -> Report {
    let opened = try fixture.openedProfile()
    let store = try Store(EventLog(profile: opened.directory, access: .readWrite)) { 0 }
    let floor = try Floor(try fixture.copyEnvironment("floor"))
    var random = SplitMix64(seed: options.seed)
    var (half, most) = (Samples(), Samples())
    var (undo, raw) = (Samples(), Samples())
    for _ in 0..<options.rounds {
      var points = Samples()
      for _ in 0..<Self.pointsPerRound {
        let point = EventID(Int32(1 + random.below(fixture.count)))
        points.append(try Clock.time { Blackhole.consume(try store.moment(.after(point))) } / 1e3)
      }
      half.append(points.median)
      most.append(points.quantile(0.99))
      let (undone, appended) = try undoRound(store, floor, &random)
      undo.append(undone)
      raw.append(appended)
    }
    let isSmall = options.tabs <= 1_000
    return Report(
      title: "travel: \(fixture.count) events, \(options.tabs) tabs, \(options.windows) windows",
      explanation:
        "Complete states at random points: windows, tabs, groups and closed items. Undo reverts "
        + "a random one\nof the last \(Self.undoReach) actions and appends the result durably. Its baseline is a "
        + "durable append of\nliblmdb. Opening the profile for the first time, which stores the states, took "
        + "\(Int(opened.nanoseconds / 1e6)) ms.",
      measurements: [
        Measurement(
          "state at a random point, median", unit: "µs", half,
          goal: .value(isSmall ? 150 : 16_000)),
        Measurement(
          "state at a random point, 99 of 100", unit: "µs", most,
          goal: .value(isSmall ? 1_000 : 16_000)),
        Measurement(
          "undo", unit: "µs", undo, against: .init(name: "liblmdb, append", value: raw),
          goal: .value(raw.median + (isSmall ? 1_000 : 16_000))),
      ])
  }

  /// Returns the median times of undo and of a durable append.
  private func undoRound(
    _ store: Store, _ floor: Floor, _ random: inout SplitMix64
  ) throws -> (Double, Double) {
    var (undo, raw) = (Samples(), Samples())
    var records = WorkloadRecords(Workload(options.size))
    for _ in 0..<Self.undosPerRound {
      let newest = Int(store.browser.sequence.rawValue)
      let event = EventID(Int32(newest - random.below(Self.undoReach)))
      // An action that cannot be undone fails, and is not counted below.
      let time = Clock.time { _ = try? store.undo(event: event, includingLater: true) }
      if Int(store.browser.sequence.rawValue) > newest { undo.append(time / 1e3) }
      records.fill(1)
      raw.append(
        try Clock.time {
          try floor.append(records.encoder.bytes, ends: records.encoder.ends)
        } / 1e3)
    }
    return (undo.median, raw.median)
  }
}
