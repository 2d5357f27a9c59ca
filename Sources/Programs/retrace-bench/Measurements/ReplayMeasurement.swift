import BrowserModel
import Catalogue
import RetraceEventLog
import RetraceStore
import RetraceTimeline

/// A full replay from disk, compared with an LMDB cursor that sums all bytes of all records.
struct ReplayMeasurement {
  private let options: Options
  private let fixture: Fixture

  init(_ options: Options, _ folder: WorkFolder) throws {
    self.options = options
    fixture = try Fixture(options, in: folder)
  }

  func run() throws -> Report {
    var (replay, scan, decoding) = (Samples(), Samples(), Samples())
    var (replayWork, scanWork) = (Samples(), Samples())
    for _ in 0..<options.rounds {
      scanWork.append(try perEvent(work { scan.append(try perEvent(timeScan())) }))
      replayWork.append(try perEvent(work { replay.append(try perEvent(timeReplay())) }))
      decoding.append(try perEvent(timeDecoding()))
    }
    let floor = Measurement.Floor(name: "liblmdb, all bytes", value: scan)
    let workFloor = Measurement.Floor(name: "liblmdb, all bytes", value: scanWork)
    return Report(
      title: "replay: \(fixture.count) events, \(options.tabs) tabs, \(options.windows) windows",
      explanation:
        "Retrace opens the profile, verifies every checksum, decodes and folds every event. The "
        + "baseline opens the same file\nwith liblmdb and adds up all bytes of all records, 8 at a "
        + "time, on one thread. Retrace can use two: both read,\nverify and decode, and one "
        + "folds. So elapsed time compares two cores with one. Processor time counts "
        + "all\nthreads. The file is in the page cache.",
      measurements: [
        Measurement("replay, time", unit: "ns/event", replay, against: floor, goal: .ratio(1.5)),
        Measurement(
          "replay, processor time", unit: "ns/event", replayWork, against: workFloor),
        Measurement(
          "without the fold, one thread, time", unit: "ns/event", decoding, against: floor),
        Measurement("data file", unit: "B/event", try fileBytes(), goal: .value(115)),
      ])
  }

  private func perEvent(_ nanoseconds: Double) -> Double { nanoseconds / Double(fixture.count) }

  /// Returns the processor time of an operation in all threads.
  private func work(_ body: () throws -> Void) rethrows -> Double {
    let start = Clock.processNanoseconds
    try body()
    return Double(Clock.processNanoseconds - start)
  }

  /// Returns the size of the data file, measured up to the last page that is used.
  private func fileBytes() throws -> Samples {
    let log = try EventLog(profile: fixture.directory, access: .readOnly)
    return Samples(try perEvent(Double(log.statistics().neededBytes)))
  }

  private func timeScan() throws -> Double {
    var count = 0
    let time = try Clock.time { count = try Floor(fixture.environment).scan() }
    guard count == fixture.count else { throw CommandError("failed", "The scan lost records.") }
    return time
  }

  private func timeReplay() throws -> Double {
    var store: Store?
    // A read-only profile stores no checkpoints, so every round starts at the first event.
    let time = try Clock.time {
      let log = try EventLog(profile: fixture.directory, access: .readOnly)
      store = try Store(log) { 0 }
    }
    guard let store, store.timeline.damaged.isEmpty, store.browser.tabCount > 0 else {
      throw CommandError("failed", "The replay found damage.")
    }
    return time
  }

  private func timeDecoding() throws -> Double {
    var sum: Int64 = 0
    let time = try Clock.time {
      let log = try EventLog(profile: fixture.directory, access: .readWrite)
      try log.read { reader in
        try reader.visitEvents(
          from: EventID(1), through: EventID(Int32(fixture.count)), backwards: false,
          damaged: { _ in },
          { event, _ in
            sum &+= event.milliseconds
            return true
          })
      }
    }
    Blackhole.consume(sum)
    return time
  }
}
