public import BrowserModel

/// The actions of a program: all its actions, or the actions of one run.
///
/// A run is a connection of a program, or a console that acts as a program. Two programs with the
/// same name are two runs. Single commands (`retrace --as NAME COMMAND`) with the same name count
/// as one run, as do actions of versions that did not record runs.
public struct ProgramActions: Hashable, Sendable {
  /// The name of the program, compared as UTF-8.
  public var name: String
  /// The selected runs.
  public var runs: Runs
  /// Only actions after this event are selected. `EventID.nothing` selects all actions.
  public var first: EventID
  /// Only actions up to this event are selected. `EventID.last` selects all actions.
  public var last: EventID

  /// A selection of the runs of a program.
  public enum Runs: Hashable, Sendable {
    /// The run of the newest action that can be undone.
    case newest
    /// The run that an event belongs to.
    case run(of: EventID)
    /// All runs of programs with the name.
    case all
  }

  /// Creates a selection of actions.
  public init(
    by name: String, runs: Runs = .newest, since first: EventID = .nothing,
    through last: EventID = .last
  ) {
    self.name = name
    self.runs = runs
    self.first = first
    self.last = last
  }
}
