/// What front ends with an engine tell about their runs, to break a loop of crashes (C1).
public struct SessionHealth: Equatable, Sendable, BitwiseCopyable {
  /// The event that opened the session that runs, or nothing.
  public internal(set) var running: EventID = .nothing
  /// When it was opened, in milliseconds since 1970.
  public internal(set) var openedMilliseconds: Int64 = 0
  /// The time of the newest event, in milliseconds since 1970.
  public internal(set) var lastEventMilliseconds: Int64 = 0
  /// How many sessions in a row crashed soon after they were opened.
  public internal(set) var quickCrashes = 0
  /// The tab whose load came last.
  public internal(set) var lastLoadingTab: EventID = .nothing
  /// The tab to suspect when a new session began after two quick crashes, or nothing.
  public internal(set) var suspectTab: EventID = .nothing

  /// A session that crashed within this time of its opening crashed quickly.
  static let quickCrashMilliseconds: Int64 = 60_000
  static let quickCrashesAllowed = 2

  /// Whether restoring as usual is likely to crash again: show the start page and offer to restore.
  public var isSuspect: Bool { quickCrashes >= Self.quickCrashesAllowed }
}
