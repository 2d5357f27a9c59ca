import BrowserModel
import EventCoding
import Platform
import RetraceEventLog
import RetraceStore

/// Single durable actions, alternating with single durable transactions of liblmdb.
struct AppendMeasurement {
  private let options: Options
  private let fixture: Fixture

  init(_ options: Options, _ folder: WorkFolder) throws {
    self.options = options
    fixture = try Fixture(options, in: folder)
  }

  func run() throws -> Report {
    let pairs = try AppendPairs(fixture, seed: options.seed)
    for round in 0..<options.actions { try pairs.run(isOwnFirst: round % 2 == 0) }
    let raw = pairs.raw
    let floor = Measurement.Floor(name: "liblmdb", value: raw.microseconds)
    return Report(
      title: "append: \(options.actions) pairs after \(fixture.count) events",
      explanation:
        "`Store.perform`: find the events of others, decide, encode, checksum, put, commit, fold. "
        + "The baseline puts records\nof the same size with MDB_APPEND into a copy of the same "
        + "file. Each is one durable transaction. The two\nalternate, and take turns at going "
        + "first. The ratio is the median of the ratios within each pair.",
      measurements: [
        Measurement(
          "one action", unit: "µs", pairs.own.microseconds, against: floor,
          goal: .ratio(1 / 0.9)),
        Measurement(
          "processor time", unit: "µs", pairs.own.processorMicroseconds,
          against: .init(name: "liblmdb", value: raw.processorMicroseconds)),
        Measurement(
          "processor time beyond", unit: "µs", pairs.processorBeyond, goal: .value(25)),
      ])
  }
}

/// The two sides of the measurement and their times.
private final class AppendPairs {
  struct Times {
    var microseconds = Samples()
    var processorMicroseconds = Samples()

    mutating func measure(_ body: () throws -> Void) throws {
      let start = (Clock.nanoseconds, Clock.threadNanoseconds)
      try body()
      let end = (Clock.nanoseconds, Clock.threadNanoseconds)
      microseconds.append(Double(end.0 - start.0) / 1e3)
      processorMicroseconds.append(Double(end.1 - start.1) / 1e3)
    }
  }

  private(set) var own = Times()
  private(set) var raw = Times()
  private let store: Store
  private let floor: Floor
  private let tabs: [TabID]
  private var random: SplitMix64
  private var encoder = EventEncoder()

  init(_ fixture: Fixture, seed: UInt64) throws {
    // Both files contain the checkpoints that were stored when the profile was first opened. The
    // positions of free pages determine how many pages of a commit are contiguous, and therefore
    // the cost of a commit.
    let opened = try fixture.openedProfile().directory
    let profile = try fixture.copyProfile("append", of: opened)
    store = try Store(
      EventLog(profile: profile, access: .readWrite), clock: { Clock.nanoseconds / 1_000_000 })
    floor = try Floor(try fixture.copyEnvironment("append-floor", of: opened))
    tabs = store.browser.tabs.map(\.id)
    random = SplitMix64(seed: seed)
    sync()
    // The first pair includes one-time costs.
    encode(try store.perform(nextAction()))
    try floor.append(encoder.bytes, ends: encoder.ends)
  }

  /// The processor time of the action minus the processor time of the baseline, for each pair.
  var processorBeyond: Samples {
    var beyond = Samples()
    for (own, raw) in zip(own.processorMicroseconds.values, raw.processorMicroseconds.values) {
      beyond.append(own - raw)
    }
    return beyond
  }

  /// Runs one transaction on each side. The baseline writes as many bytes as the preceding action.
  func run(isOwnFirst: Bool) throws {
    if !isOwnFirst { try runFloor() }
    let action = nextAction()
    var performed: Commit?
    try own.measure { performed = try store.perform(action) }
    if let performed { encode(performed) }
    if isOwnFirst { try runFloor() }
  }

  /// Returns a navigation to a new page in a random tab.
  private func nextAction() -> Action {
    var url: ContiguousArray<UInt8> = []
    SyntheticText.appendAddress(random.below(1 << 30), to: &url)
    let destination = Destination(String(decoding: url, as: UTF8.self), transition: .link)
    return .follow(tabs[random.below(tabs.count)], destination)
  }

  private func runFloor() throws {
    try raw.measure { try floor.append(encoder.bytes, ends: encoder.ends) }
  }

  private func encode(_ performed: Commit) {
    guard !performed.events.isEmpty else { return }
    encoder.removeAll()
    for event in performed.events { encoder.encode(event, words: performed.words) }
  }
}
