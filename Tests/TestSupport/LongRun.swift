import Foundation

/// The amount of work in open-ended tests: little in a normal run, and as much as requested in a
/// long run.
///
/// ```sh
/// RETRACE_CRASH_SEEDS=50 RETRACE_KILLS=10000 swift test --filter "CrashTests|KillTests"
/// ```
public enum LongRun {
  /// The number of profiles on which the crash tests cut the power after every call.
  public static let crashSeeds = count("RETRACE_CRASH_SEEDS", usual: 1)
  /// The number of damaged copies of a profile that are checked.
  public static let damagedCopies = count("RETRACE_DAMAGED_COPIES", usual: 64)
  /// The number of the first damaged copy, which determines its damage.
  public static let firstDamagedCopy = count("RETRACE_FIRST_COPY", usual: 0)
  /// The number of times that a writing process is killed.
  public static let kills = count("RETRACE_KILLS", usual: 170)
  /// The number of sessions with random actions of users, pages and an engine.
  public static let dialogues = count("RETRACE_DIALOGUES", usual: 24)
  /// The number of schedules of devices that share a library.
  public static let schedules = count("RETRACE_SCHEDULES", usual: 60)
  /// The number of schedules of devices that exchange messages through unreliable servers.
  public static let exchanges = count("RETRACE_EXCHANGES", usual: 12)
  /// The number of the first of these schedules, which determines all its steps.
  public static let firstExchange = count("RETRACE_FIRST_EXCHANGE", usual: 0)
  /// The number of events that a joining device receives.
  public static let filledEvents = count("RETRACE_FILL", usual: 2_000)
  /// The number of faults in a cluster of three servers while devices write.
  public static let clusterRounds = count("RETRACE_CLUSTER_ROUNDS", usual: 3)
  /// The number of batches that each of three devices writes during each fault.
  public static let clusterBatches = count("RETRACE_CLUSTER_BATCHES", usual: 20)
  /// The number of profiles that are placed on clusters, moved, and lost with them.
  public static let placedProfiles = count("RETRACE_PLACED_PROFILES", usual: 1_000)
  /// The number of programs that run on one profile at the same time.
  public static let programs = count("RETRACE_PROGRAMS", usual: 250)
  /// The time for which four processes write, in milliseconds.
  public static let writingMilliseconds = 1_000 * count("RETRACE_WRITING_SECONDS", usual: 0)
  /// The number of actions that are written while another process holds an old state.
  public static let heldActions = count("RETRACE_HELD_ACTIONS", usual: 1_200)
  /// The minimum time for which the state is held, in seconds.
  public static let heldSeconds = count("RETRACE_HELD_SECONDS", usual: 0)
  /// The number of profiles that one process opens in sequence.
  public static let profiles = count("RETRACE_PROFILES", usual: 60)
  /// The number of tabs that are open at the same time.
  public static let tabs = count("RETRACE_TABS", usual: 3_000)
  /// The number of events in a growing log.
  public static let events = count("RETRACE_EVENTS", usual: 8_000)

  /// Whether to run tests in which devices wait for a minute.
  public static let takesMinutes = count("RETRACE_MINUTES", usual: 0) > 0

  /// Prints a result of a long run. In a normal run, it prints nothing.
  public static func tell(_ figure: String) {
    guard ProcessInfo.processInfo.environment.keys.contains(where: variables.contains) else {
      return
    }
    print(figure)
  }

  /// The variables that request a long run of the load tests.
  private static let variables: Set = [
    "RETRACE_WRITING_SECONDS", "RETRACE_HELD_ACTIONS", "RETRACE_HELD_SECONDS", "RETRACE_PROFILES",
    "RETRACE_TABS", "RETRACE_EVENTS", "RETRACE_FILL", "RETRACE_PROGRAMS", "RETRACE_CLUSTER_ROUNDS",
    "RETRACE_PLACED_PROFILES", "RETRACE_DAMAGED_COPIES",
  ]

  private static func count(_ name: String, usual: Int) -> Int {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? usual
  }
}
