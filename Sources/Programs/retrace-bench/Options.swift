import Catalogue

/// How the program was called.
struct Options {
  var measurements: [MeasurementName] = []
  var events = 1_000_000
  var tabs = 205
  var windows = 4
  /// How many sites are zoomed at most.
  var zoomedSites = MadeUpText.hostCount
  var seed: UInt64 = 1
  var rounds = 5
  var actions = 2_000
  var lines = 100_000
  /// Where profiles are made and kept; nil: in a fresh folder that is removed.
  var directory: String?
  /// The `retrace` program, for what measures whole processes.
  var program: String?
  /// Where the library for C is installed.
  var installed: String?
  /// A static C program that does nothing.
  var emptyProgram: String?
  var isJSON = false
  /// Whether tabs or windows were asked for, so that `fold` measures that size alone.
  private(set) var hasSize = false

  /// The workload that profiles are filled with.
  var size: Workload.Size {
    Workload.Size(tabs: tabs, windows: windows, seed: seed, zoomedSites: zoomedSites)
  }

  static let usage = """
    usage: retrace-bench MEASUREMENT… [OPTION…]

    Measurements: append bulk replay fold open travel start script commands bytes visits urls
      typed growth serve library console sync, or all.

      --events N        events in the profile (1000000)
      --tabs N          open tabs (205)
      --windows N       open windows (4)
      --zoomed N        sites with a zoom of their own at most (5000)
      --seed S          another workload of the same kind (1)
      --rounds N        interleaved rounds (5)
      --actions N       pairs of single transactions in `append`, `serve`, `sync` (2000)
      --lines N         lines in `script`, requests in `serve` (100000); a fifth in `console`
      --directory DIR   where profiles are made, kept and found again
      --program PATH    the retrace program, for `start`, `script`, `commands`, `open`, `growth`,
                        `serve`, `console`, `sync`
      --installed DIR   where the library for C is installed, for `library`
      --empty PATH      a static C program that does nothing, for `start`
      --json            one JSON object a measurement, a line each
    """

  init(_ arguments: [String]) throws(BadCall) {
    var rest = arguments[...]
    while let word = rest.popFirst() {
      if word.hasPrefix("--") {
        try take(word, &rest)
      } else {
        try addMeasurement(word)
      }
    }
    guard !measurements.isEmpty else { throw BadCall(message: Self.usage) }
    guard tabs >= windows else { throw BadCall(message: "There are more windows than tabs.") }
  }

  private mutating func addMeasurement(_ word: String) throws(BadCall) {
    if word == "all" {
      measurements = MeasurementName.allCases
    } else if let name = MeasurementName(rawValue: word) {
      measurements.append(name)
    } else {
      let names = MeasurementName.allCases.map(\.rawValue) + ["all"]
      throw BadCall(unknown: "measurement", word, among: names)
    }
  }

  private mutating func take(_ word: String, _ rest: inout ArraySlice<String>) throws(BadCall) {
    switch word {
    case "--events": events = try Self.number(word, &rest)
    case "--tabs", "--windows":
      let number = try Self.number(word, &rest)
      if word == "--tabs" { tabs = number } else { windows = number }
      hasSize = true
    case "--zoomed":
      zoomedSites = min(try Self.number(word, &rest), MadeUpText.hostCount)
    case "--seed": seed = UInt64(try Self.number(word, &rest))
    case "--rounds": rounds = try Self.number(word, &rest)
    case "--actions": actions = try Self.number(word, &rest)
    case "--lines": lines = try Self.number(word, &rest)
    case "--directory": directory = try Self.value(word, &rest)
    case "--program": program = try Self.value(word, &rest)
    case "--installed": installed = try Self.value(word, &rest)
    case "--empty": emptyProgram = try Self.value(word, &rest)
    case "--json": isJSON = true
    default: throw BadCall(unknown: "option", word, among: Self.names)
    }
  }

  private static let names = [
    "--events", "--tabs", "--windows", "--zoomed", "--seed", "--rounds", "--actions", "--lines",
    "--directory", "--program", "--installed", "--empty", "--json",
  ]

  private static func value(
    _ option: String, _ rest: inout ArraySlice<String>
  ) throws(BadCall) -> String {
    guard let value = rest.popFirst() else { throw BadCall(message: "\(option) needs a value.") }
    return value
  }

  private static func number(
    _ option: String, _ rest: inout ArraySlice<String>
  ) throws(BadCall) -> Int {
    let word = try value(option, &rest)
    guard let number = Int(word), number > 0 else {
      throw BadCall(message: "\(option) needs a number above 0, not \"\(word)\".")
    }
    return number
  }
}
