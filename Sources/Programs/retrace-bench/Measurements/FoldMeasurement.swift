import BrowserModel

/// Events in memory, folded one by one.
struct FoldMeasurement {
  private let options: Options

  private static let sizes: [(tabs: Int, windows: Int, goal: Double)] = [
    (205, 4, 120), (10_000, 50, 120), (10_000, 1, 1_000),
  ]

  init(_ options: Options) { self.options = options }

  func run() -> Report {
    let sizes = options.hasSize ? [(options.tabs, options.windows, 120)] : Self.sizes
    let measurements = sizes.map { size in
      Measurement(
        "\(size.tabs) tabs in \(size.windows) windows", unit: "ns/event",
        fold(Workload.Size(tabs: size.tabs, windows: size.windows, seed: options.seed)),
        goal: .value(size.goal))
    }
    return Report(
      title: "fold: \(options.events) events in memory",
      explanation:
        "Only `Browser.apply`, one event after another, from a state with open tabs, without a log "
        + "or decoding. Processor time.",
      measurements: measurements)
  }

  private func fold(_ size: Workload.Size) -> Samples {
    var workload = Workload(size)
    var start = Browser()
    // The first events only open windows, tabs and folders.
    for _ in 0..<(size.windows + size.tabs + 300) { start.apply(workload.next()) }
    var events: ContiguousArray<Event> = []
    events.reserveCapacity(options.events)
    for _ in 0..<options.events { events.append(workload.next()) }
    var samples = Samples()
    for _ in 0..<options.rounds {
      var browser = start
      let time = Clock.processorTime { for event in events { browser.apply(event) } }
      samples.append(time / Double(events.count))
      Blackhole.consume(browser.tabCount)
    }
    return samples
  }
}
