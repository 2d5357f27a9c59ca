public import BrowserModel

/// An event about a mark: its name stands for a moment, or no longer stands for one.
///
/// The name is in the log, as `TextField.name` of the event. Of several events with the
/// same name the newest counts.
public struct Mark: Equatable, Sendable {
  /// The event that set the mark or removed it.
  public let event: EventID
  /// The newest event of the log at the moment; `EventID.nothing` if the name was
  /// removed.
  public let moment: EventID
  /// The branch that the event is on; `EventID.nothing` is the main branch.
  public let branch: BranchID
}
