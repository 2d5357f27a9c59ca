public import BrowserModel

/// An event that assigns a name to a moment, or removes the name.
///
/// The name is in the log, as `TextField.name` of the event. If several events have the same name,
/// the newest event counts.
public struct Mark: Equatable, Sendable {
  /// The event that set or removed the mark.
  public let event: EventID
  /// The newest event of the log at the named moment, or `EventID.nothing` if the name was removed.
  public let moment: EventID
  /// The branch of the event, or `EventID.nothing` for the main branch.
  public let branch: BranchID
}
