public import BrowserModel

/// A branch with its ancestors: the events of each ancestor up to the fork, then its own. What
/// another device wrote is a lineage of its own.
///
/// All branches share one log and its event ids. Most events are on the branch of the
/// lineage itself, so ``contains(_:)`` mostly needs one comparison.
public struct Lineage: Equatable, Sendable {
  /// The branch whose events continue to the present; `EventID.nothing` on the main lineage.
  public let branch: BranchID
  /// The device whose events these are; 0 for the one whose log it is.
  public let device: UInt32
  /// What it has of its ancestors, the nearest first; empty on the main lineage.
  public private(set) var inherited: [Segment] = []

  /// Events that another device wrote and this lineage shares; empty unless a device joined again.
  public private(set) var continued: [Continued] = []

  /// The events of the main branch that a device wrote up to one.
  public struct Continued: Equatable, Sendable {
    /// The number of the device; 0 for the one whose log it is.
    public var device: UInt32
    /// The newest event of them.
    public var through: EventID
  }

  /// The events of one branch up to a moment.
  public struct Segment: Equatable, Sendable {
    /// The branch; `EventID.nothing` is the main branch.
    public var branch: BranchID
    /// The newest event of the log at that moment.
    public var through: EventID
  }

  /// The main lineage, which has no ancestors.
  public static let main = Lineage(branch: .nothing)

  /// A lineage of a branch without ancestors.
  private init(branch: BranchID) {
    self.branch = branch
    device = 0
  }

  /// The main lineage of a device, with what it shares with others.
  init(device: UInt32, continuing continued: [Continued] = []) {
    branch = .nothing
    self.device = device
    self.continued = continued
  }

  /// Creates the lineage of a branch, or nil if there is no such branch, or an ancestor is missing.
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
  /// - Complexity: O(1) for an event of its own branch, otherwise O(ancestors)
  @inlinable @inline(__always)
  public func contains(_ event: borrowing Event) -> Bool {
    guard event.device == device else {
      if continued.isEmpty { return false }
      return continues(event.sequence, of: event.device, on: event.branch)
    }
    if event.branch == branch { return true }
    return inherits(event.sequence, of: event.branch)
  }

  /// Whether an event of another device is one that the lineage shares.
  @usableFromInline
  func continues(_ sequence: EventID, of device: UInt32, on branch: BranchID) -> Bool {
    !branch.exists
      && continued.contains { $0.device == device && sequence <= $0.through }
  }

  /// Returns whether an event is listed with those of the lineage: it is in the lineage, or on
  /// the main branch of another device.
  ///
  /// - Complexity: As for ``contains(_:)``
  public func isSeen(_ event: borrowing Event) -> Bool {
    if contains(event) { return true }
    guard device == 0, event.device != 0 else { return false }
    return !event.branch.exists
  }

  /// Returns the newest event of the log at the moment at which this lineage and another one parted;
  /// ``EventID/nothing`` for the start. Nil for the lineage itself.
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
