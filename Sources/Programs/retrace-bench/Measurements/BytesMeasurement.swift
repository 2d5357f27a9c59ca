import BrowserModel
import EventCoding
import RetraceEventLog

/// Bytes on disk, in all and by kind of event.
struct BytesMeasurement {
  private let options: Options
  private let fixture: Fixture

  init(_ options: Options, _ folder: WorkFolder) throws(BenchFailure) {
    self.options = options
    fixture = try Fixture(options, in: folder)
  }

  func run() throws -> Report {
    let log = try EventLog(profile: fixture.directory, access: .readWrite)
    let pages = Double(try log.statistics().neededBytes) / Double(fixture.count)
    let tally = Tally(Workload(options.size), count: fixture.count)
    var measurements = [
      Measurement("data file", unit: "B/event", .one(pages), goal: .value(115)),
      Measurement("records", unit: "B/event", .one(tally.all.mean)),
      Measurement("words in them", unit: "B/event", .one(tally.words.mean)),
    ]
    for (kind, sum) in tally.kinds.sorted(by: { $0.value.count > $1.value.count }) {
      let share = Double(sum.count) / Double(fixture.count) * 100
      let name = "\(kind), \(Report.number(share)) %"
      measurements.append(Measurement(name, unit: "B/record", .one(sum.mean)))
    }
    return Report(
      title: "bytes: \(fixture.count) events",
      explanation:
        "The data file is measured to its last used page; records are what LMDB is given as values.",
      measurements: measurements)
  }
}

/// The lengths of the records of a workload.
private struct Tally {
  struct Sum {
    var count = 0
    var bytes = 0
    var mean: Double { Double(bytes) / Double(max(count, 1)) }

    mutating func add(_ length: Int) {
      count += 1
      bytes += length
    }
  }

  private(set) var all = Sum()
  private(set) var words = Sum()
  private(set) var kinds: [EventKind: Sum] = [:]

  init(_ workload: Workload, count: Int) {
    var workload = workload
    var encoder = EventEncoder()
    for _ in 0..<count {
      let event = workload.next()
      encoder.removeAll()
      encoder.encode(event, words: workload.words)
      all.add(encoder.bytes.count)
      words.add(workload.words.count)
      var kind = KindReader()
      event.body.visit(&kind)
      kinds[kind.kind, default: Sum()].add(encoder.bytes.count)
    }
  }
}

/// Remembers which payload it was led to.
private struct KindReader: PayloadVisitor {
  private(set) var kind = EventKind.navigationCommitted

  mutating func visit<Payload: FieldVisitable>(_ kind: EventKind, _ payload: inout Payload) {
    self.kind = kind
  }
}

extension Samples {
  /// A single value, where nothing varies.
  fileprivate static func one(_ value: Double) -> Samples {
    var samples = Samples()
    samples.append(value)
    return samples
  }
}
