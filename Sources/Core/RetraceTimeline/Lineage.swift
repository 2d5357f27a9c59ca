public import BrowserModel

/// A branch with its ancestors: the events of each ancestor up to the fork, then the events of the
/// branch. The events of another device form a separate lineage.
///
/// All branches share one log and its event ids. Most events are on the branch of the lineage
/// itself, so ``contains(_:)`` usually requires a single comparison.
public struct Lineage: Equatable, Sendable {
  /// The branch whose events continue to the present, or `EventID.nothing` on the main lineage.
  public let branch: BranchID
  /// The device that wrote the events, or 0 for the device of this log.
  public let device: UInt32
  /// The segments of the ancestors, the nearest ancestor first. Empty on the main lineage.
  public private(set) var inherited: [Segment] = []

  /// Events of another device that this lineage shares. Empty unless a device joined again.
  public private(set) var continued: [Continued] = []

  /// The events of the main branch that a device wrote up to a given event.
  public struct Continued: Equatable, Sendable {
    /// The number of the device, or 0 for the device of this log.
    public var device: UInt32
    /// The newest shared event of the device.
    public var through: EventID
  }

  /// The events of one branch up to a moment.
  public struct Segment: Equatable, Sendable {
    /// The branch, or `EventID.nothing` for the main branch.
    public var branch: BranchID
    /// The newest event of the log at the moment at which the segment ends.
    public var through: EventID
  }

  /// The main lineage, which has no ancestors.
  public static let main = Lineage(branch: .nothing)

  /// Creates a lineage of a branch without ancestors.
  private init(branch: BranchID) {
    self.branch = branch
    device = 0
  }

  /// Creates the main lineage of a device, with the events that the device shares with other
  /// devices.
  init(device: UInt32, continuing continued: [Continued] = []) {
    branch = .nothing
    self.device = device
    self.continued = continued
  }

  /// Creates the lineage of a branch, or nil if the branch or one of its ancestors does not exist.
  ///
  /// - Complexity: O(branches · ancestors)
  init?(_ id: BranchID, among branches: [Branch]) {
    branch = id
    device = 0
    var next = id
    var through = EventID.last
    while next.exists {
      guard let fork = branches.first(where: { $0.id == next }) else { return nil }
      through = min(through, fork.from)
      next = fork.parent
      inherited.append(Segment(branch: next, through: through))
    }
  }

  /// Returns whether an event is in the lineage.
  ///
  /// - Complexity: O(1) for an event of the lineage's own branch, otherwise O(ancestors)
  @inlinable @inline(__always)
  public func contains(_ event: borrowing Event) -> Bool {
    guard event.device == device else {
      if continued.isEmpty { return false }
      return continues(event.sequence, of: event.device, on: event.branch)
    }
    if event.branch == branch { return true }
    return inherits(event.sequence, of: event.branch)
  }

  /// Whether an event of another device is one of the events that the lineage shares.
  @usableFromInline
  func continues(_ sequence: EventID, of device: UInt32, on branch: BranchID) -> Bool {
    !branch.exists
      && continued.contains { $0.device == device && sequence <= $0.through }
  }

  /// Returns whether an event is listed together with the events of the lineage. This is true if
  /// the event is in the lineage, or on the main branch of another device.
  ///
  /// - Complexity: As for ``contains(_:)``
  public func isSeen(_ event: borrowing Event) -> Bool {
    if contains(event) { return true }
    guard device == 0, event.device != 0 else { return false }
    return !event.branch.exists
  }

  /// Returns the moment at which this lineage and another diverged, identified by the newest event
  /// of the log at that moment. ``EventID/nothing`` is the start of the log. Returns nil if both
  /// lineages are the same.
  ///
  /// - Complexity: O(ancestors of both, multiplied)
  public func fork(from other: Lineage) -> EventID? {
    guard branch != other.branch else { return nil }
    let own = [Segment(branch: branch, through: .last)] + inherited
    let others = [Segment(branch: other.branch, through: .last)] + other.inherited
    for segment in others {
      for mine in own where mine.branch == segment.branch {
        return min(mine.through, segment.through)
      }
    }
    return .nothing
  }

  /// Whether an event of an ancestor is before the fork.
  @usableFromInline
  func inherits(_ sequence: EventID, of branch: BranchID) -> Bool {
    inherited.contains { $0.branch == branch && sequence <= $0.through }
  }
}
