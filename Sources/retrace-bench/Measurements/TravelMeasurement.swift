import BrowserModel
import EventCoding
import EventLog
import Session
import Timeline

/// States of the past, and undo, in a profile that has kept states on the way.
struct TravelMeasurement {
  private let options: Options
  private let fixture: Fixture

  private static let pointsPerRound = 1_000
  private static let undosPerRound = 100
  private static let stepsPerRound = 1_000
  private static let undoReach = 1_000
  private static let shownTabs = 50

  init(_ options: Options, _ folder: WorkFolder) throws(BenchFailure) {
    self.options = options
    fixture = try Fixture(options, in: folder)
  }

  func run() throws -> Report {
    let opened = try fixture.openedProfile()
    let session = try Session(EventLog(profile: opened.directory, access: .readWrite)) { 0 }
    let floor = try Floor(try fixture.copyEnvironment("floor"))
    var random = SplitMix64(seed: options.seed)
    var (half, most) = (Samples(), Samples())
    var (undo, raw) = (Samples(), Samples())
    var (back, on) = (Samples(), Samples())
    var (one, shown, mostShown) = (Samples(), Samples(), Samples())
    for _ in 0..<options.rounds {
      let (tab, view) = try glanceRound(session, &random)
      one.append(tab.median)
      shown.append(view.median)
      mostShown.append(view.quantile(0.99))
      let (stepBack, stepOn) = try stepRound(session, &random)
      back.append(stepBack)
      on.append(stepOn)
      var points = Samples()
      for _ in 0..<Self.pointsPerRound {
        let point = Sequence(Int32(1 + random.below(fixture.count)))
        points.append(try Clock.time { Unneeded.take(try session.strip(at: point)) } / 1e3)
      }
      half.append(points.median)
      most.append(points.quantile(0.99))
      let (undone, appended) = try undoRound(session, floor, &random)
      undo.append(undone)
      raw.append(appended)
    }
    let isSmall = options.tabs <= 1_000
    return Report(
      title: "travel: \(fixture.count) events, \(options.tabs) tabs, \(options.windows) windows",
      explanation:
        "Windows, tabs, groups and what was closed at random points, as whole states. Steps go from "
        + "one\nmoment to the next. Undo takes back one of the last \(Self.undoReach) actions, "
        + "whichever, appended durably; its\nfloor is a durable append of liblmdb. The first "
        + "opening, which keeps the states, took "
        + "\(Int(opened.nanoseconds / 1e6)) ms.",
      measurements: [
        Measurement(
          "state at a random point, median", unit: "µs", half,
          goal: .value(isSmall ? 150 : 16_000)),
        Measurement(
          "state at a random point, 99 of 100", unit: "µs", most,
          goal: .value(isSmall ? 1_000 : 16_000)),
        Measurement("one tab at a random point", unit: "µs", one, goal: .value(10)),
        Measurement(
          "list of tabs, \(Self.shownTabs) of them with text, median", unit: "µs", shown,
          goal: .value(250)),
        Measurement(
          "the same, 99 of 100", unit: "µs", mostShown, goal: .value(1_000)),
        Measurement("step back", unit: "µs", back, goal: .value(10)),
        Measurement("step on", unit: "µs", on, goal: .value(10)),
        Measurement(
          "undo", unit: "µs", undo, against: .init(name: "liblmdb, append", value: raw),
          goal: .value(raw.median + 1_000)),
      ])
  }

  /// One tab, and what a window that shows fifty needs, at random points.
  private func glanceRound(
    _ session: Session, _ random: inout SplitMix64
  ) throws -> (one: Samples, shown: Samples) {
    var (one, shown) = (Samples(), Samples())
    for _ in 0..<Self.pointsPerRound {
      let other = Sequence(Int32(1 + random.below(fixture.count)))
      let tabs = try session.tabList(at: other).windows.flatMap(\.tabs)
      let tab = tabs[random.below(tabs.count)]
      let point = Sequence(Int32(1 + random.below(fixture.count)))
      let place = Double(random.below(1_000)) / 1_000
      shown.append(try Clock.time { try show(place, at: point, session) } / 1e3)
      one.append(try Clock.time { Unneeded.take(try session.tab(tab, at: other)) } / 1e3)
    }
    return (one, shown)
  }

  /// What a window needs that shows some of a list, from a place between 0 and 1 on.
  private func show(_ place: Double, at point: Sequence, _ session: Session) throws {
    let tabs = try session.tabList(at: point).windows.flatMap(\.tabs)
    let first = Int(place * Double(max(tabs.count - Self.shownTabs, 0)))
    let wanted = Array(tabs[first..<min(first + Self.shownTabs, tabs.count)])
    let shown = try session.tabs(wanted, at: point)
    try session.readApart { words in
      for row in shown.lazy.compactMap({ $0?.row }) {
        Unneeded.take(words.text(.url, of: row.content))
        if row.title.exists { Unneeded.take(words.text(.title, of: row.title)) }
      }
    }
  }

  /// The medians of single steps, back from a random point and on again.
  private func stepRound(
    _ session: Session, _ random: inout SplitMix64
  ) throws -> (back: Double, on: Double) {
    let reach = Int32(Self.stepsPerRound)
    let point = Sequence(reach + Int32(random.below(fixture.count - Int(reach))))
    var moment = try session.strip(at: point)
    var (back, on) = (Samples(), Samples())
    for offset in 1...reach {
      back.append(
        try Clock.time { try session.step(&moment, to: point.advanced(by: -offset)) } / 1e3)
    }
    for offset in (0..<reach).reversed() {
      on.append(
        try Clock.time { try session.step(&moment, to: point.advanced(by: -offset)) } / 1e3)
    }
    return (back.median, on.median)
  }

  /// The medians of undo and of a durable append, one after the other.
  private func undoRound(
    _ session: Session, _ floor: Floor, _ random: inout SplitMix64
  ) throws -> (Double, Double) {
    var (undo, raw) = (Samples(), Samples())
    var records = WorkloadRecords(Workload(options.size))
    for _ in 0..<Self.undosPerRound {
      let newest = Int(session.strip.sequence.rawValue)
      let event = Sequence(Int32(newest - random.below(Self.undoReach)))
      let time = Clock.time { _ = try? session.undo(naming: event) }
      if Int(session.strip.sequence.rawValue) > newest { undo.append(time / 1e3) }
      records.fill(1)
      raw.append(
        try Clock.time {
          try floor.append(records.encoder.bytes, ends: records.encoder.ends)
        } / 1e3)
    }
    return (undo.median, raw.median)
  }
}
