import BrowserModel
import RetraceStore
import RetraceTimeline
import TestSupport

@testable import Sync

/// Devices that act, exchange, lose answers and servers, and end in the midst of it, in any order, all of which
/// follows from a seed.
struct Schedule {
  let seed: Int
  var faults = Faults.rejoining

  /// What goes wrong; each has what is before it as well.
  enum Faults: Int, Comparable {
    /// Servers lose what they have, answers are lost or wrong, and devices end.
    case servers
    /// Devices are put back from copies, clocks are years apart, and servers tell what is not so.
    case copies
    /// What devices know of the stream cannot be written, as when they end before it is.
    case disks
    /// Servers lose or change messages within the stream, or have messages of no device.
    case spoilt
    /// More devices join, some of which never come back, more is forgotten, and two exchange at once.
    case grown
    /// Devices are removed.
    case removals
    /// Devices that were put back or removed join again, with what they have.
    case rejoining

    static func < (left: Faults, right: Faults) -> Bool { left.rawValue < right.rawValue }
  }

  /// How it went.
  struct Outcome {
    /// What each step drew from: with it the step can be done where others before it are left out.
    var draws: [SplitMix64] = []
    /// What was done, a line a step.
    var steps: [String] = []
    /// What was wrong in the end, or before; nil where all was well.
    var finding: String?
  }

  /// Runs it.
  ///
  /// - Parameter draws: What its steps draw from; nil for all of the seed's.
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

  /// What goes wrong, with as few steps as it takes; nil where all is well.
  func smallestFinding() -> String? {
    let outcome = run()
    guard outcome.finding != nil else { return nil }
    let smallest = run(outcome.draws.shrunk { run($0).finding != nil })
    return "schedule \(seed): \(smallest.finding ?? "")\n" + smallest.steps.joined(separator: "\n")
  }

  private static let steps = 40
}
