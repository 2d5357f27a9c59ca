import BrowserModel
import RetraceStore
import RetraceTimeline
import TestSupport

@testable import Sync

/// Devices that act, exchange, lose answers and servers, and end in the middle, in any order. The
/// seed determines everything.
struct Schedule {
  let seed: Int
  var faults = Faults.rejoining

  /// The faults of a schedule. Each level includes the previous levels.
  enum Faults: Int, Comparable {
    /// Servers lose data, answers are lost or wrong, and devices end.
    case servers
    /// Devices are restored from copies, clocks differ by years, and servers return wrong data.
    case copies
    /// The sync state cannot be written, as when a device ends before it is written.
    case disks
    /// Servers lose or change messages within the stream, or contain messages that no device wrote.
    case spoilt
    /// More devices join, some of which never return. More data is forgotten, and two devices
    /// exchange at once.
    case grown
    /// Devices are removed.
    case removals
    /// Devices that were restored or removed join again with their data.
    case rejoining

    static func < (left: Faults, right: Faults) -> Bool { left.rawValue < right.rawValue }
  }

  /// The outcome of a run.
  struct Outcome {
    /// The random state of each step, with which the step can be repeated if earlier steps are
    /// omitted.
    var draws: [SplitMix64] = []
    /// The description of each step.
    var steps: [String] = []
    /// The fault that was found, or nil.
    var finding: String?
  }

  /// Runs the schedule.
  ///
  /// - Parameter draws: The random states of the steps, or nil for all steps of the seed.
  func run(_ draws: [SplitMix64]? = nil) -> Outcome {
    var outcome = Outcome()
    do {
      let run = try ScheduleRun(self)
      for index in 0..<(draws?.count ?? Self.steps) {
        if let draws { run.random = draws[index] }
        outcome.draws.append(run.random)
        outcome.steps.append("")
        outcome.steps[index] = try run.step()
      }
      try run.end()
    } catch {
      outcome.finding = "\(error)"
    }
    return outcome
  }

  /// Returns the fault with as few steps as possible, or nil if there is none.
  func smallestFinding() -> String? {
    let outcome = run()
    guard outcome.finding != nil else { return nil }
    let smallest = run(outcome.draws.shrunk { run($0).finding != nil })
    return "schedule \(seed): \(smallest.finding ?? "")\n" + smallest.steps.joined(separator: "\n")
  }

  private static let steps = 40
}
