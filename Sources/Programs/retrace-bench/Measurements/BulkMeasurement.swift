import BrowserModel
import EventCoding
import Platform
import RetraceEventLog

/// Batches of a thousand events, each in a durable transaction, compared with the same batches in
/// liblmdb.
struct BulkMeasurement {
  private let options: Options
  private let fixture: Fixture

  private static let batch = 1_000
  private static let batchesARound = 20

  init(_ options: Options, _ folder: WorkFolder) throws {
    self.options = options
    fixture = try Fixture(options, in: folder)
  }

  func run() throws -> Report {
    let sides = try BulkSides(fixture, options)
    var (events, eventsRaw) = (Samples(), Samples())
    for _ in 0..<options.rounds * Self.batchesARound {
      let times = try sides.appendEvents(Self.batch)
      events.append(times.own)
      eventsRaw.append(times.raw)
    }
    return Report(
      title: "bulk: batches of \(Self.batch) after \(fixture.count) events",
      explanation:
        "Encodes, checksums and puts events. The baseline puts the same, already encoded "
        + "records.\nEach batch is one durable transaction. Both sides take turns.",
      measurements: [
        Measurement(
          "events: encode and put", unit: "ns/event", events,
          against: .init(name: "liblmdb", value: eventsRaw), goal: .ratio(1 / 0.7))
      ])
  }
}

private final class BulkSides {
  private let eventLog: EventLog
  private let floor: Floor
  private var workload: Workload
  private var encoder = EventEncoder()

  init(_ fixture: Fixture, _ options: Options) throws {
    eventLog = try EventLog(profile: try fixture.copyProfile("bulk-events"), access: .readWrite)
    floor = try Floor(try fixture.copyEnvironment("bulk-floor"))
    workload = Workload(options.size)
    for _ in 0..<fixture.count { _ = workload.next() }
    sync()
  }

  /// Appends events through Retrace and the same records through liblmdb. Returns the nanoseconds
  /// per event for both.
  func appendEvents(_ count: Int) throws -> (own: Double, raw: Double) {
    var events: [(event: Event, words: ContiguousArray<UInt8>)] = []
    for _ in 0..<count { events.append((workload.next(), workload.words)) }
    let own = try Clock.time {
      encoder.removeAll()
      for (event, words) in events { encoder.encode(event, words: words) }
      try eventLog.append(encoder)
    }
    let raw = try Clock.time { try floor.append(encoder.bytes, ends: encoder.ends) }
    return (own / Double(count), raw / Double(count))
  }
}
