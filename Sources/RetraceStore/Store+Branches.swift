public import BrowserModel
internal import RetraceEventLog
public import RetraceTimeline

/// Marks and branches of the durable log, and the branch of the store. Private windows have neither
/// marks nor branches.
extension Store {
  /// Returns the marks and branches of the log with their names, including hidden branches.
  ///
  /// - Parameter last: The newest event to consider, or nil to consider all events.
  /// - Throws: `LogError` if the log cannot be read.
  public func names(through last: EventID? = nil) throws -> [NamedPoint] {
    try log.read { reader in timeline.names(reader, through: last) }
  }

  /// Returns the mark or branch with a name, or nil if the name is not in use.
  public func named(_ name: String) throws -> NamedPoint? {
    try log.read { reader in timeline.named(name, reader) }
  }

  /// Names a moment. An existing mark with this name is moved.
  ///
  /// - Parameters:
  ///   - name: 1 to 100 bytes of UTF-8 that cannot be mistaken for another point. `PointName`
  ///     documents which names are refused.
  ///   - moment: The moment.
  ///   - origin: The author.
  ///   - precondition: The condition.
  /// - Throws: `Refusal`: `invalidValue` or `tooLong` for the name, `invalidValue` also if a branch
  ///   has the name; `noSuchEvent`; `nothingToDo` for the moment before the first event, which
  ///   already has a name.
  @discardableResult
  public func mark(
    _ name: String, at moment: Moment = .present, by origin: Origin = Origin(),
    if precondition: Precondition = Precondition()
  ) throws -> Commit {
    try writeAboutLog(origin, precondition) { (draft, reader) in
      if let refusal = PointName.refusal(of: name) { throw refusal }
      if case .branch = timeline.named(name, reader)?.meaning {
        throw Refusal(.invalidValue, "There is already a branch with that name.")
      }
      var body = Marked()
      body.moment = try newestEvent(at: moment)
      guard body.moment.exists else {
        throw Refusal(.nothingToDo, "The start does not need a mark. Use its name, “start”.")
      }
      body.name = draft.text(name)
      draft.append(.time(.marked(body)))
    }
  }

  /// Removes a mark.
  ///
  /// - Throws: `Refusal` (`noSuchMark`) if there is no mark with the name.
  @discardableResult
  public func unmark(
    _ name: String, by origin: Origin = Origin(),
    if precondition: Precondition = Precondition()
  ) throws -> Commit {
    try writeAboutLog(origin, precondition) { (draft, reader) in
      guard case .mark = timeline.named(name, reader)?.meaning else {
        throw Refusal(.noSuchMark, "There is no mark with that name.")
      }
      var body = Marked()
      body.name = draft.text(name)
      draft.append(.time(.marked(body)))
    }
  }

  /// Creates a branch that shares the past of the store's branch up to a moment. The store stays on
  /// its own branch. ``switchBranch(to:)`` switches to the new branch.
  ///
  /// - Parameters:
  ///   - name: The name of the branch, with the same rules as in ``mark(_:at:by:if:)``.
  ///   - moment: The last moment that both branches share.
  ///   - origin: The author.
  ///   - precondition: The condition.
  /// - Returns: A commit with one event, whose id identifies the branch.
  /// - Throws: `Refusal`: `invalidValue` if a branch or a mark has the name;
  ///   `noSuchEvent`.
  @discardableResult
  public func branch(
    _ name: String, at moment: Moment = .present, by origin: Origin = Origin(),
    if precondition: Precondition = Precondition()
  ) throws -> Commit {
    try writeAboutLog(origin, precondition) { (draft, reader) in
      if let refusal = PointName.refusal(of: name) { throw refusal }
      switch timeline.named(name, reader)?.meaning {
      case .branch: throw Refusal(.invalidValue, "There is already a branch with that name.")
      case .mark: throw Refusal(.invalidValue, "There is already a mark with that name.")
      case nil: break
      }
      var body = Branched()
      body.from = try newestEvent(at: moment)
      body.name = draft.text(name)
      draft.append(.time(.branched(body)))
    }
  }

  /// Hides a branch from lists, or shows it again. Nothing is removed from the log.
  ///
  /// - Parameters:
  ///   - id: The branch, identified by the event that created it.
  ///   - isHidden: Whether to hide the branch.
  ///   - origin: The author.
  ///   - precondition: The condition.
  /// - Throws: `Refusal`: `noSuchBranch`, or `nothingToDo` if the branch is already hidden or
  ///   already shown.
  @discardableResult
  public func hideBranch(
    _ id: BranchID, _ isHidden: Bool = true, by origin: Origin = Origin(),
    if precondition: Precondition = Precondition()
  ) throws -> Commit {
    try writeAboutLog(origin, precondition) { (draft, _) in
      guard let branch = timeline.branches.first(where: { $0.id == id }) else {
        throw Self.noSuchBranch(id)
      }
      guard branch.isHidden != isHidden else {
        throw Refusal(
          .nothingToDo, isHidden ? "The branch is already hidden." : "The branch is not hidden.")
      }
      var body = BranchHidden()
      body.branch = id
      body.isHidden = isHidden
      draft.append(.time(.branchHidden(body)))
    }
  }

  /// Switches to another branch. From now on, the state of that branch is shown, and new events are
  /// added to that branch.
  ///
  /// Only this store changes. Nothing is written.
  ///
  /// - Parameter branch: The branch, or `.nothing` for the main branch.
  /// - Throws: `Refusal` (`noSuchBranch`), and `LogError`.
  /// - Complexity: O(tabs + events since the checkpoint before the fork).
  public func switchBranch(to branch: BranchID) throws {
    let other = try readAhead { reader in
      try catchUp(reader)
      return try timeline.branch(branch, reader)
    }
    guard let other else { throw Self.noSuchBranch(branch) }
    follow(other)
  }

  /// Returns the refusal for an id that does not belong to a branch.
  static func noSuchBranch(_ id: BranchID) -> Refusal {
    Refusal(.noSuchBranch, "There is no branch #\(id.rawValue).")
  }

  /// Returns the newest event at a moment, or throws a refusal if the log has not reached the
  /// moment.
  private func newestEvent(at moment: Moment) throws -> EventID {
    if case .after(let event) = moment, !event.isKnown(at: timeline.position) {
      throw Refusal(.noSuchEvent, "There is no event #\(event.rawValue).")
    }
    return moment.newestEvent(of: timeline.position)
  }

  /// Writes events about the log itself, decided by `body` inside the transaction.
  ///
  /// - Parameter milliseconds: The time of the events, or nil for the present time of the clock.
  func writeAboutLog(
    _ origin: Origin, _ precondition: Precondition, at milliseconds: Int64? = nil,
    _ body: (inout Draft, borrowing Reader) throws -> Void
  ) throws -> Commit {
    let now = milliseconds ?? clock()
    let performed = try commit(if: precondition, about: []) { writer in
      var draft = Draft()
      try body(&draft, writer.reader)
      return try append(
        draft, to: writer, milliseconds: now, origin: origin,
        label: BatchLabel(precondition))
    }
    return performed ?? .nothing
  }
}
