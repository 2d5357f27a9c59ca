import Addresses
import BenchFloor

/// Parsing and serialising typical URLs, compared with node's `new URL`.
struct URLMeasurement {
  private let options: Options
  private let folder: WorkFolder

  private static let count = 10_000
  private static let countOfKind = 2_000
  /// The number of rounds in which node's compiler warms up.
  private static let warmUps = 10

  init(_ options: Options, _ folder: WorkFolder) {
    self.options = options
    self.folder = folder
  }

  func run() throws -> Report {
    let kinds: [TypicalURL.Kind] = [.page, .domain]
    let lists =
      [(0..<Self.count).map { TypicalURL($0).text }]
      + kinds.map { kind in (0..<Self.countOfKind).map { TypicalURL(kind, $0).text } }
    // If this is not permitted, the results only vary more.
    _ = bench_stay_on_core()
    let node = try NodeURLs(lists, in: folder)
    var own = [Samples](repeating: Samples(), count: lists.count)
    var others = own
    for round in 0..<Self.warmUps + 4 * options.rounds {
      for (place, list) in lists.enumerated() {
        let time = Self.time(list)
        let other = try node?.time(list: place)
        guard round >= Self.warmUps else { continue }
        own[place].append(time)
        if let other { others[place].append(other) }
      }
    }
    let names = ["typical URLs", "serialised already", "Unicode host"]
    return Report(
      title: "urls: \(Self.count) typical URLs, and \(Self.countOfKind) of each kind",
      explanation: Self.explanation(node),
      measurements: names.indices.map { place in
        Measurement(
          names[place], unit: "ns/URL", own[place],
          against: node.map { .init(name: "node \($0.version)", value: others[place]) },
          goal: node == nil || place > 0 ? nil : .ratio(1))
      })
  }

  private static func explanation(_ node: NodeURLs?) -> String {
    "`URL(text).href`, and `new URL(text).href` in a warm node, alternating on one core."
      + (node == nil ? "\nnode is not installed, so there is no comparison." : "")
  }

  /// Parses a list once, and returns the nanoseconds per URL.
  private static func time(_ list: [String]) -> Double {
    var sum = 0
    let time = Clock.time {
      for text in list {
        if let url = URL(text) { sum &+= url.href.utf8.count }
      }
    }
    Blackhole.consume(sum)
    return time / Double(list.count)
  }
}
