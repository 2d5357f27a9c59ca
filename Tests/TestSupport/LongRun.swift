import Foundation

/// The amount of work in open-ended tests: little in an ordinary run, and as much as requested in a
/// long run.
///
/// ```sh
/// RETRACE_CRASH_SEEDS=50 RETRACE_KILLS=10000 swift test --filter "CrashTests|KillTests"
/// ```
public enum LongRun {
  /// The number of profiles whose writing is cut off after every call.
  public static let crashSeeds = count("RETRACE_CRASH_SEEDS", usual: 1)
  /// The number of damaged copies of a profile that are examined.
  public static let damagedCopies = count("RETRACE_DAMAGED_COPIES", usual: 64)
  /// The number of the first damaged copy. The number determines all damage of the copy.
  public static let firstDamagedCopy = count("RETRACE_FIRST_COPY", usual: 0)
  /// The number of times that a writing process is killed.
  public static let kills = count("RETRACE_KILLS", usual: 170)
  /// The number of sessions with random actions of users, pages and an engine.
  public static let dialogues = count("RETRACE_DIALOGUES", usual: 24)
  /// The number of random proposals of a program, next to random actions of a user.
  public static let proposals = count("RETRACE_PROPOSALS", usual: 80)
  /// The number of schedules of devices that share a library.
  public static let schedules = count("RETRACE_SCHEDULES", usual: 60)
  /// The number of schedules of devices that exchange messages through failing servers.
  public static let exchanges = count("RETRACE_EXCHANGES", usual: 12)
  /// The number of the first such schedule. The number determines everything that happens.
  public static let firstExchange = count("RETRACE_FIRST_EXCHANGE", usual: 0)
  /// The number of events that a device receives when it joins others.
  public static let filledEvents = count("RETRACE_FILL", usual: 2_000)
  /// The number of successive faults of three servers while devices write.
  public static let clusterRounds = count("RETRACE_CLUSTER_ROUNDS", usual: 3)
  /// The number of batches that each of three devices writes in such a round.
  public static let clusterBatches = count("RETRACE_CLUSTER_BATCHES", usual: 20)
  /// The number of profiles that are placed on clusters, moved, and lost with the clusters.
  public static let placedProfiles = count("RETRACE_PLACED_PROFILES", usual: 1_000)
  /// The number of programs that run at the same time on one profile.
  public static let programs = count("RETRACE_PROCESSES", usual: 250)
  /// The number of milliseconds for which four processes write.
  public static let writingMilliseconds = 1_000 * count("RETRACE_WRITING_SECONDS", usual: 0)
  /// The number of actions that are written while another process holds an old state.
  public static let heldActions = count("RETRACE_HELD_ACTIONS", usual: 1_200)
  /// The minimum number of seconds for which the old state is held.
  public static let heldSeconds = count("RETRACE_HELD_SECONDS", usual: 0)
  /// The number of profiles that one process opens one after the other.
  public static let profiles = count("RETRACE_PROFILES", usual: 60)
  /// The number of tabs that are open at the same time.
  public static let tabs = count("RETRACE_TABS", usual: 3_000)
  /// The number of events of a growing log.
  public static let events = count("RETRACE_EVENTS", usual: 8_000)

  /// Whether to test behaviour for which devices wait a minute.
  public static let takesMinutes = count("RETRACE_MINUTES", usual: 0) > 0

  /// Prints a figure in a long run. In an ordinary run, prints nothing.
  public static func tell(_ figure: String) {
    guard ProcessInfo.processInfo.environment.keys.contains(where: variables.contains) else {
      return
    }
    print(figure)
  }

  /// The variables that request a long run of the load tests.
  private static let variables: Set = [
    "RETRACE_WRITING_SECONDS", "RETRACE_HELD_ACTIONS", "RETRACE_HELD_SECONDS", "RETRACE_PROFILES",
    "RETRACE_TABS", "RETRACE_EVENTS", "RETRACE_FILL", "RETRACE_PROCESSES", "RETRACE_CLUSTER_ROUNDS",
    "RETRACE_PLACED_PROFILES", "RETRACE_DAMAGED_COPIES",
  ]

  private static func count(_ name: String, usual: Int) -> Int {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? usual
  }
}
