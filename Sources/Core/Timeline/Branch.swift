public import BrowserModel

/// Another lineage of events, which left its parent at a moment. Its name stands in the log, as
/// ``TextField/name`` of the event that is its id.
public struct Branch: Equatable, Sendable {
  /// The event that made it.
  public let id: EventID
  /// The branch that it left; nothing: the main lineage.
  public let parent: EventID
  /// The newest event of the log at the moment at which it begins; nothing: it begins empty.
  public let from: EventID
  /// Whether it is no longer wanted in lists.
  public internal(set) var isHidden = false
}

/// One lineage of events: those of its ancestors up to each fork, then its own.
///
/// All lines share one log and its sequences. The usual question, about an event of the lineage's own
/// branch, is answered with one comparison.
public struct Lineage: Equatable, Sendable {
  /// The branch at whose end the lineage goes on; nothing on the main lineage.
  public let branch: EventID
  /// What it has of its ancestors, the nearest first.
  public private(set) var inherited: [Segment] = []

  /// The events of one branch, up to a moment.
  public struct Segment: Equatable, Sendable {
    public var branch: EventID
    /// The newest event of the log at that moment.
    public var through: EventID
  }

  /// The main lineage.
  public static let main = Lineage(branch: .nothing)

  private init(branch: EventID) { self.branch = branch }

  /// The lineage of a branch; nil where there is no such branch.
  ///
  /// - Complexity: O(branches · forks).
  init?(_ id: EventID, among branches: [Branch]) {
    branch = id
    var next = id
    var through = EventID.last
    while next.exists {
      guard let fork = branches.first(where: { $0.id == next }) else { return nil }
      through = min(through, fork.from)
      next = fork.parent
      inherited.append(Segment(branch: next, through: through))
    }
  }

  /// Whether an event is one of the lineage's.
  @inlinable @inline(__always)
  public func contains(_ event: borrowing Event) -> Bool {
    if event.branch == branch { return true }
    return inherits(event.sequence, of: event.branch)
  }

  @usableFromInline
  func inherits(_ sequence: EventID, of branch: EventID) -> Bool {
    inherited.contains { $0.branch == branch && sequence <= $0.through }
  }
}
