import Addresses

/// The time to interpret text typed in an address field, under the default policy.
struct TypedMeasurement {
  private let options: Options

  private static let count = 10_000

  init(_ options: Options) {
    self.options = options
  }

  func run() -> Report {
    let texts = (0..<Self.count).map { TypicalTyping($0).text }
    var samples = Samples()
    for round in -1..<4 * options.rounds {
      let time = Self.microseconds(texts)
      if round >= 0 { samples.append(time) }
    }
    return Report(
      title: "typed: \(Self.count) texts, from typed text to destination",
      explanation: "`Typed.resolve`, with the built-in suffixes and the URL parser.",
      measurements: [Measurement("policy retrace", unit: "µs/text", samples, goal: .value(2))])
  }

  /// Interprets all strings once, and returns the microseconds per string.
  private static func microseconds(_ texts: [String]) -> Double {
    let context = Typed.Context(homeFolder: "/home/me")
    var sum = 0
    let time = Clock.time {
      for text in texts { sum &+= Typed.resolve(text, by: .retrace, context).reason.utf8.count }
    }
    Blackhole.consume(sum)
    return time / 1e3 / Double(texts.count)
  }
}
