/// A summary of the runs that front ends with an engine reported, which is used to break a loop of
/// crashes (C1).
///
/// A run crashed if there is no ``SessionEvent/ended`` before the next ``SessionEvent/opened(_:)``.
/// The run lasted until the last event before the next opening.
public struct SessionHealth: Equatable, Sendable, BitwiseCopyable {
  /// The event that opened the current run, or ``EventID/nothing``.
  public internal(set) var running: EventID = .nothing
  /// The time at which the current run was opened, in milliseconds since 1970.
  public internal(set) var openedMilliseconds: Int64 = 0
  /// The time of the newest folded event, in milliseconds since 1970.
  public internal(set) var lastEventMilliseconds: Int64 = 0
  /// The number of consecutive runs that crashed within a minute after opening.
  public internal(set) var quickCrashes = 0
  /// The tab in which the run began its newest load, or ``EventID/nothing``.
  public internal(set) var lastLoadingTab: TabID = .nothing
  /// The last tab to load before the second quick crash, or ``EventID/nothing`` if nothing is
  /// suspected.
  public internal(set) var suspectTab: TabID = .nothing

  /// The longest run whose crash counts as quick, in milliseconds.
  static let quickCrashMilliseconds: Int64 = 60_000
  /// The number of consecutive quick crashes that make the state suspect.
  static let quickCrashesAllowed = 2

  /// Whether a normal restore is likely to crash again. A front end then shows the start page and
  /// asks before it restores the tabs.
  public var isSuspect: Bool { quickCrashes >= Self.quickCrashesAllowed }
}
