import Foundation

/// The amount of work of open-ended tests: little in an ordinary run, and as much as requested in a long
/// run.
///
/// ```sh
/// RETRACE_CRASH_SEEDS=50 RETRACE_KILLS=10000 swift test --filter "CrashTests|KillTests"
/// ```
public enum LongRun {
  /// Profiles whose lives are cut off after every call.
  public static let crashSeeds = count("RETRACE_CRASH_SEEDS", usual: 1)
  /// Damaged copies of a profile that are looked at.
  public static let damagedCopies = count("RETRACE_DAMAGED_COPIES", usual: 64)
  /// The number of the first of them, from which all of its damage follows.
  public static let firstDamagedCopy = count("RETRACE_FIRST_COPY", usual: 0)
  /// Kills of a writing process.
  public static let kills = count("RETRACE_KILLS", usual: 170)
  /// Sessions in which people, pages and an engine do what they like.
  public static let dialogues = count("RETRACE_DIALOGUES", usual: 24)
  /// Schedules of devices that share a library.
  public static let schedules = count("RETRACE_SCHEDULES", usual: 60)
  /// Schedules of devices that exchange through servers which fail.
  public static let exchanges = count("RETRACE_EXCHANGES", usual: 12)
  /// The number of the first of them, from which all of it follows.
  public static let firstExchange = count("RETRACE_FIRST_EXCHANGE", usual: 0)
  /// Events that a device takes over which joins others.
  public static let filledEvents = count("RETRACE_FILL", usual: 2_000)
  /// Faults of three servers, one after the other, while devices write.
  public static let clusterRounds = count("RETRACE_CLUSTER_ROUNDS", usual: 3)
  /// Batches that each of three devices writes in such a round.
  public static let clusterBatches = count("RETRACE_CLUSTER_BATCHES", usual: 20)
  /// Profiles that are placed on clusters, moved, and lost with them.
  public static let placedProfiles = count("RETRACE_PLACED_PROFILES", usual: 1_000)
  /// Programs that are run beside each other on one profile.
  public static let programs = count("RETRACE_PROGRAMS", usual: 250)
  /// Milliseconds for which four processes write.
  public static let writingMilliseconds = 1_000 * count("RETRACE_WRITING_SECONDS", usual: 0)
  /// Actions that are written while another process holds an old state.
  public static let heldActions = count("RETRACE_HELD_ACTIONS", usual: 1_200)
  /// The minimum number of seconds for which it is held.
  public static let heldSeconds = count("RETRACE_HELD_SECONDS", usual: 0)
  /// Profiles that one process opens one after the other.
  public static let profiles = count("RETRACE_PROFILES", usual: 60)
  /// Tabs that are open at once.
  public static let tabs = count("RETRACE_TABS", usual: 3_000)
  /// Events of a log that grows.
  public static let events = count("RETRACE_EVENTS", usual: 8_000)

  /// Whether it is tried what devices wait a minute for before they believe it.
  public static let takesMinutes = count("RETRACE_MINUTES", usual: 0) > 0

  /// Prints a figure of a long run; a usual one says nothing.
  public static func tell(_ figure: String) {
    guard ProcessInfo.processInfo.environment.keys.contains(where: variables.contains) else {
      return
    }
    print(figure)
  }

  /// The variables that ask for a long run of the load tests.
  private static let variables: Set = [
    "RETRACE_WRITING_SECONDS", "RETRACE_HELD_ACTIONS", "RETRACE_HELD_SECONDS", "RETRACE_PROFILES",
    "RETRACE_TABS", "RETRACE_EVENTS", "RETRACE_FILL", "RETRACE_PROGRAMS", "RETRACE_CLUSTER_ROUNDS",
    "RETRACE_PLACED_PROFILES", "RETRACE_DAMAGED_COPIES",
  ]

  private static func count(_ name: String, usual: Int) -> Int {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? usual
  }
}
