import CommandKit

/// The command line of the program.
struct Options {
  var measurements: [MeasurementName] = []
  var events = 1_000_000
  var tabs = 205
  var windows = 4
  /// The maximum number of sites with a zoom level that is not the default.
  var zoomedSites = SyntheticText.hostCount
  var seed: UInt64 = 1
  var rounds = 5
  var actions = 2_000
  var lines = 100_000
  /// The folder for profiles, which is not removed, or nil for a temporary folder.
  var directory: String?
  private(set) var program: String?
  private var installed: String?
  /// Whether `--tabs` or `--windows` was given.
  private(set) var hasSize = false

  /// The workload that fills the profiles.
  var size: Workload.Size {
    Workload.Size(tabs: tabs, windows: windows, seed: seed, zoomedSites: zoomedSites)
  }

  private static let usage = """
    usage: retrace-bench MEASUREMENT… [OPTION…]

    Measurements: \(MeasurementName.allCases.map(\.rawValue).joined(separator: " ")), or all.

      --events N        events in the profile (1000000)
      --tabs N          open tabs (205)
      --windows N       open windows (4)
      --zoomed N        sites with a zoom level of their own, at most (5000)
      --seed S          a different workload of the same kind (1)
      --rounds N        interleaved rounds (5)
      --actions N       single transactions in `append`, `serve` and `sync` (2000)
      --lines N         lines in `script`, requests in `serve` (100000); a fifth in `console`
      --directory DIR   the folder for profiles, which are kept and used again
      --program PATH    the retrace program, for `start`, `script`, `commands`, `open`, `growth`,
                        `serve`, `console`, `sync` and `live`
      --installed DIR   the prefix under which libretrace is installed, for `library`
    """

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    while let word = rest.popFirst() {
      if word.hasPrefix("--") {
        try apply(word, &rest)
      } else if word == "all" {
        measurements = MeasurementName.allCases
      } else if let name = MeasurementName(rawValue: word) {
        measurements.append(name)
      } else {
        throw UsageError(.badValue, "There is no measurement “\(word)”.\n\(Self.usage)")
      }
    }
    guard !measurements.isEmpty else { throw UsageError(.missingArgument, Self.usage) }
    guard tabs >= windows else {
      throw UsageError(.conflict, "There are more windows than tabs.")
    }
  }

  private mutating func apply(_ option: String, _ rest: inout ArraySlice<String>) throws {
    guard let value = rest.popFirst() else {
      throw UsageError(.missingValue, "\(option) needs a value.")
    }
    func number() throws -> Int {
      guard let number = Int(value), number > 0 else {
        throw UsageError(.badValue, "\(option) needs a number above 0, not “\(value)”.")
      }
      return number
    }
    switch option {
    case "--events": events = try number()
    case "--tabs": (tabs, hasSize) = (try number(), true)
    case "--windows": (windows, hasSize) = (try number(), true)
    case "--zoomed": zoomedSites = min(try number(), SyntheticText.hostCount)
    case "--seed": seed = UInt64(try number())
    case "--rounds": rounds = try number()
    case "--actions": actions = try number()
    case "--lines": lines = try number()
    case "--directory": directory = value
    case "--program": program = value
    case "--installed": installed = value
    default: throw UsageError(.unknownOption, "There is no option “\(option)”.\n\(Self.usage)")
    }
  }

  /// Returns the path of the `retrace` program, which the measurement requires.
  func requireProgram() throws -> String {
    guard let program else {
      throw UsageError(
        .missingValue, "This measurement needs --program, the path of retrace.")
    }
    return program
  }

  /// Returns the prefix under which libretrace is installed, which the measurement requires.
  func requireInstalled() throws -> String {
    guard let installed else {
      throw UsageError(
        .missingValue,
        "This measurement needs --installed, the prefix under which libretrace is installed.")
    }
    return installed
  }
}
