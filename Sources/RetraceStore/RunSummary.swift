public import BrowserModel

/// The actions of one run of a program, on all branches.
///
/// A run is one connection of the program, or a console that acts as the program. Single commands
/// with the same program name count as one run, as do actions of versions that did not record runs.
public struct RunSummary: Equatable, Identifiable, Sendable {
  /// The name of the program.
  public let name: String
  /// The number of the run in its events (``Origin/run``), or 0 if the events contain no number.
  public let number: UInt32
  /// The first event of the run.
  public let first: EventID
  /// The last event of the run so far.
  public internal(set) var last: EventID
  /// The time of the first event, in milliseconds since 1970 UTC.
  public let began: Int64
  /// The time of the last event, in milliseconds since 1970 UTC.
  public internal(set) var ended: Int64
  /// The number of actions.
  public internal(set) var actions = 0
  /// The number of actions that are undone on the branch of the store.
  public internal(set) var undone = 0
  /// The number of events of each kind, such as `tab.closed`.
  public internal(set) var counts: [String: Int] = [:]

  /// The name of the program and the first event, such as `tidier/17`. Any other event of the run
  /// identifies the run as well.
  public var id: String { "\(name)/\(first.rawValue)" }
}
