/// The thing that a custom value belongs to: the profile, or a window, a tab or a group.
public enum ValueOwner: Hashable, Sendable, BitwiseCopyable {
  /// The profile. Its values are part of the ``Library``, which devices share.
  case profile
  /// A window, open or closed.
  case window(WindowID)
  /// A tab, open or closed.
  case tab(TabID)
  /// A tab group.
  case group(GroupID)

  /// The event that created the owner, or ``EventID/nothing`` for the profile.
  public var event: EventID {
    switch self {
    case .profile: .nothing
    case .window(let id): id.event
    case .tab(let id): id.event
    case .group(let id): id.event
    }
  }

  /// The owner as the subject of events, or nil for the profile.
  public var subject: Subject? {
    switch self {
    case .profile: nil
    case .window(let id): .window(id)
    case .tab(let id): .tab(id)
    case .group(let id): .group(id)
    }
  }

  /// The owner as the subject of a conflict of a merge.
  package var thing: MergeConflict.Thing {
    switch self {
    case .profile: .profile
    case .window(let id): .window(id)
    case .tab(let id): .tab(id)
    case .group(let id): .group(id)
    }
  }

  /// The number of the kind of owner in snapshots, which is also the order of the kinds.
  var kind: UInt8 {
    switch self {
    case .profile: 0
    case .window: 1
    case .tab: 2
    case .group: 3
    }
  }

  /// Creates an owner from the number of its kind, or returns nil for an unknown kind.
  init?(kind: UInt8, _ event: EventID) {
    switch kind {
    case 0: self = .profile
    case 1: self = .window(WindowID(event))
    case 2: self = .tab(TabID(event))
    case 3: self = .group(GroupID(event))
    default: return nil
    }
  }
}

extension ValueOwner: Comparable {
  /// Orders owners by kind, then by age.
  public static func < (left: ValueOwner, right: ValueOwner) -> Bool {
    left.kind != right.kind
      ? left.kind < right.kind
      : left.event.rawValue.magnitude < right.event.rawValue.magnitude
  }
}
