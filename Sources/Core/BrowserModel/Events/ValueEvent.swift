/// An event about a custom value of the profile, a window, a tab or a group.
public enum ValueEvent: Equatable, Sendable, BitwiseCopyable {
  /// A value was set.
  case set(ValueSet)
  /// A value was removed.
  case removed(ValueRemoved)

  /// The owner of the value.
  public var owner: ValueOwner {
    switch self {
    case .set(let body): body.owner
    case .removed(let body): body.owner
    }
  }

  /// The key of the value's name.
  public var key: ValueKey {
    switch self {
    case .set(let body): body.key
    case .removed(let body): body.key
    }
  }

  /// The earlier event with the name and the value, or ``EventID/nothing`` if the event itself
  /// contains them.
  public var source: EventID {
    switch self {
    case .set(let body): body.source
    case .removed(let body): body.source
    }
  }
}
