import BrowserModel
import EventCoding
import Glibc
import RetraceEventLog
import RetraceStore
import RetraceTimeline

/// Batches of a thousand, each one durable transaction, beside the same batches with liblmdb.
struct BulkMeasurement {
  private let options: Options
  private let fixture: Fixture

  private static let batch = 1_000
  private static let batchesARound = 20

  init(_ options: Options, _ folder: WorkFolder) throws(BenchFailure) {
    self.options = options
    fixture = try Fixture(options, in: folder)
  }

  func run() throws -> Report {
    let sides = try BulkSides(fixture, options)
    var (events, eventsRaw) = (Samples(), Samples())
    var (actions, actionsRaw) = (Samples(), Samples())
    for _ in 0..<options.rounds * Self.batchesARound {
      let times = try sides.appendEvents(Self.batch)
      events.append(times.own)
      eventsRaw.append(times.raw)
      let acted = try sides.performActions(Self.batch)
      actions.append(acted.own)
      actionsRaw.append(acted.raw)
    }
    return Report(
      title: "bulk: batches of \(Self.batch) behind \(fixture.count) events",
      explanation:
        "Events: encode, checksum and put events that lie ready. Actions: `Store.perform(all:)`, "
        + "which also decides and folds.\nThe floor puts the same records, encoded already. Each "
        + "batch is one durable transaction; they take turns.",
      measurements: [
        Measurement(
          "events: encode and put", unit: "ns/event", events,
          against: .init(name: "liblmdb", value: eventsRaw), goal: .ratio(1 / 0.7)),
        Measurement(
          "actions", unit: "ns/action", actions,
          against: .init(name: "liblmdb", value: actionsRaw)),
      ])
  }
}

private final class BulkSides {
  private let eventLog: EventLog
  private let store: Store
  private let floor: Floor
  private var workload: Workload
  private var actions: ActionWorkload
  private var encoder = EventEncoder()

  init(_ fixture: Fixture, _ options: Options) throws {
    eventLog = try EventLog(profile: try fixture.copyProfile("bulk-events"), access: .readWrite)
    let log = try EventLog(profile: try fixture.copyProfile("bulk-actions"), access: .readWrite)
    store = try Store(log, clock: { Clock.nanoseconds / 1_000_000 })
    floor = try Floor(try fixture.copyEnvironment("bulk-floor"))
    workload = Workload(options.size)
    for _ in 0..<fixture.count { _ = workload.next() }
    actions = ActionWorkload(try store.readState(), seed: options.seed)
    sync()
  }

  /// Nanoseconds an event: ready events, and the same records without Retrace.
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

  /// Nanoseconds an action: decided against the state as it was before the batch.
  func performActions(_ count: Int) throws -> (own: Double, raw: Double) {
    let wanted = actions.next(count, store.browser)
    var performed: [Commit] = []
    let own = try Clock.time { performed = try store.perform(all: wanted) }
    encoder.removeAll()
    for done in performed {
      actions.note(done)
      for event in done.events { encoder.encode(event, words: done.words) }
    }
    let raw = try Clock.time { try floor.append(encoder.bytes, ends: encoder.ends) }
    return (own / Double(count), raw / Double(count))
  }
}
