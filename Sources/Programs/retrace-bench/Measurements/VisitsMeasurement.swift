import BrowserModel
import EventCoding
import RetraceEventLog
import RetraceStore

/// The best pages for typed text, from an index of all visits.
struct VisitsMeasurement {
  private let options: Options
  private let fixture: Fixture

  private static let searchesPerRound = 20
  private static let behindCount = 500
  /// The typed text, from text that matches nearly every page to text that matches no page.
  private static let typed = ["h", "g", "garden", "garden1", "https://", "nothing"]

  init(_ options: Options, _ folder: WorkFolder) throws {
    self.options = options
    fixture = try Fixture(options, in: folder)
  }

  func run() throws -> Report {
    let opened = try fixture.openedProfile()
    let log = try EventLog(profile: opened.directory, access: .readWrite)
    let store = try Store(log) { 1_800_000_000_000 }
    // The first search builds the index.
    Blackhole.consume(try store.pages(PageQuery()).count)
    let size = try store.visitIndexSize()
    try log.append(unindexedEvents())
    var samples = [Samples](repeating: Samples(), count: Self.typed.count)
    for _ in 0..<options.rounds {
      for (place, typed) in Self.typed.enumerated() {
        samples[place].append(try round(store, typed))
      }
    }
    let bytes = Samples(Double(size.byteCount) / Double(fixture.count))
    let searches = zip(Self.typed, samples).map { typed, samples in
      Measurement("best 50 of “\(typed)…”", unit: "ms", samples, goal: .value(5))
    }
    return Report(
      title: "visits: \(fixture.count) events, \(size.rowCount) rows in \(size.runCount) runs",
      explanation:
        "The fifty best pages for typed text, with their titles. The newest \(Self.behindCount) "
        + "events are not in the index.\nOpening the profile for the first time, which stores "
        + "states and builds the index, took \(Int(opened.nanoseconds / 1e6)) ms.",
      measurements: searches + [
        Measurement("index", unit: "B/event", bytes, goal: .value(10))
      ])
  }

  /// Returns new events for the log, nearly as many as may be missing from the index.
  private func unindexedEvents() -> EventEncoder {
    var workload = Workload(options.size)
    for _ in 0..<fixture.count { _ = workload.next() }
    var records = WorkloadRecords(workload)
    records.fill(Self.behindCount)
    return records.encoder
  }

  private func round(_ store: Store, _ typed: String) throws -> Double {
    var times = Samples()
    var query = PageQuery()
    query.typed = typed
    for _ in 0..<Self.searchesPerRound {
      times.append(try Clock.time { Blackhole.consume(try store.pages(query).count) } / 1e6)
    }
    return times.median
  }
}
