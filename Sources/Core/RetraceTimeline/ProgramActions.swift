public import BrowserModel

/// What a program did: all of it, or that of one of its runs.
///
/// A run is a connection of a program, or a console that acts as one. Two programs that go by one name are
/// two runs. Single commands (`retrace --as NAME COMMAND`) of one name count as one run together, as do
/// actions of versions that recorded no runs.
public struct ProgramActions: Hashable, Sendable {
  /// The name of the program, compared as UTF-8.
  public var name: String
  /// Which of its runs are meant.
  public var runs: Runs
  /// Only actions after this event count; `EventID.nothing` for all.
  public var first: EventID
  /// Only actions up to this event count; `EventID.last` for all.
  public var last: EventID

  /// Which runs of a program are meant.
  public enum Runs: Hashable, Sendable {
    /// The run of the newest action that can be undone.
    case newest
    /// The run that an event belongs to.
    case run(of: EventID)
    /// All runs of the name.
    case all
  }

  /// Creates a selection of actions.
  public init(
    of name: String, runs: Runs = .newest, after first: EventID = .nothing,
    through last: EventID = .last
  ) {
    self.name = name
    self.runs = runs
    self.first = first
    self.last = last
  }
}
