public import FoundationEssentials
public import RetraceSessions

extension LabeledMoment {
  /// The time of the action.
  public var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1_000) }
}

extension EventDescription {
  /// The time at which the event was written.
  public var date: Date { Date(timeIntervalSince1970: Double(event.milliseconds) / 1_000) }
}
