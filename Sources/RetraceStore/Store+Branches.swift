public import BrowserModel
public import RetraceEventLog
public import RetraceTimeline

/// Marks and branches of the durable log, and the branch of the store. Private windows have
/// neither.
extension Store {
  /// Returns the marks and branches of the log with their names, including hidden branches.
  ///
  /// - Parameter last: The newest event that counts, or nil for all.
  /// - Throws: `LogFailure` if the log cannot be read.
  public func names(through last: EventID? = nil) throws(LogFailure) -> [NamedPoint] {
    try log.read { (reader) throws(LogFailure) in timeline.names(reader, through: last) }
  }

  /// Returns the mark or branch with a name, or nil if there is none.
  public func named(_ name: String) throws(LogFailure) -> NamedPoint? {
    try log.read { (reader) throws(LogFailure) in timeline.named(name, reader) }
  }

  /// Names a moment. An existing mark with this name is moved.
  ///
  /// - Parameters:
  ///   - name: 1 to 100 bytes of UTF-8 that cannot be mistaken for another point. `PointName`
  ///     documents which names are refused.
  ///   - moment: The moment.
  ///   - origin: The author.
  ///   - precondition: The condition.
  /// - Throws: ``StoreFailure/refused(_:)``: `invalidValue` or `tooLong` for the name, also if a
  ///   branch has it; `noSuchEvent`; `nothingToDo` for the moment before the first event, which
  ///   already has a name.
  @discardableResult
  public func mark(
    _ name: String, at moment: Moment = .present, by origin: Origin = Origin(),
    if precondition: Precondition = Precondition()
  ) throws(StoreFailure) -> Commit {
    try writeAboutLog(origin, precondition) { (draft, reader) throws(Refusal) in
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
  /// - Throws: ``StoreFailure/refused(_:)`` (`noSuchMark`) if no mark has the name.
  @discardableResult
  public func unmark(
    _ name: String, by origin: Origin = Origin(),
    if precondition: Precondition = Precondition()
  ) throws(StoreFailure) -> Commit {
    try writeAboutLog(origin, precondition) { (draft, reader) throws(Refusal) in
      guard case .mark = timeline.named(name, reader)?.meaning else {
        throw Refusal(.noSuchMark, "There is no mark with that name.")
      }
      var body = Marked()
      body.name = draft.text(name)
      draft.append(.time(.marked(body)))
    }
  }

  /// Creates a branch that shares the past of the store's branch up to a moment. The store stays on
  /// its own branch. ``switchBranch(to:)`` changes to the new one.
  ///
  /// - Parameters:
  ///   - name: As for ``mark(_:at:by:if:)``.
  ///   - moment: The last moment that both branches share.
  ///   - origin: The author.
  ///   - precondition: The condition.
  /// - Returns: One event, whose id is that of the branch.
  /// - Throws: ``StoreFailure/refused(_:)``: `invalidValue` if a branch or a mark has the name;
  ///   `noSuchEvent`.
  @discardableResult
  public func branch(
    _ name: String, at moment: Moment = .present, by origin: Origin = Origin(),
    if precondition: Precondition = Precondition()
  ) throws(StoreFailure) -> Commit {
    try writeAboutLog(origin, precondition) { (draft, reader) throws(Refusal) in
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
  ///   - isHidden: Whether to hide it.
  ///   - origin: The author.
  ///   - precondition: The condition.
  /// - Throws: ``StoreFailure/refused(_:)``: `noSuchBranch`, or `nothingToDo` if it already has
  ///   this state.
  @discardableResult
  public func hideBranch(
    _ id: BranchID, _ isHidden: Bool = true, by origin: Origin = Origin(),
    if precondition: Precondition = Precondition()
  ) throws(StoreFailure) -> Commit {
    try writeAboutLog(origin, precondition) { (draft, _) throws(Refusal) in
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

  /// Switches to another branch. Its state is shown from now on, and new events are added to it.
  ///
  /// Only this store changes. Nothing is written.
  ///
  /// - Parameter branch: The branch, or `.nothing` for the main branch.
  /// - Throws: ``StoreFailure/refused(_:)`` (`noSuchBranch`), and ``StoreFailure/log(_:)``.
  /// - Complexity: O(tabs + events since the checkpoint before the fork).
  public func switchBranch(to branch: BranchID) throws(StoreFailure) {
    let other = try failing { () throws(LogFailure) in
      try readAhead { (reader) throws(LogFailure) in
        try catchUp(reader)
        return try timeline.branch(branch, reader)
      }
    }
    guard let other else { throw .refused(Self.noSuchBranch(branch)) }
    follow(other)
  }

  /// The refusal of an id that does not belong to a branch.
  static func noSuchBranch(_ id: BranchID) -> Refusal {
    Refusal(.noSuchBranch, "There is no branch #\(id.rawValue).")
  }

  /// Returns the newest event at a moment, or refuses a moment that the log has not reached.
  private func newestEvent(at moment: Moment) throws(Refusal) -> EventID {
    if case .after(let event) = moment, !event.isKnown(at: timeline.position) {
      throw Refusal(.noSuchEvent, "There is no event #\(event.rawValue).")
    }
    return moment.newestEvent(of: timeline.position)
  }

  /// Writes an event about the log itself, decided by `body` inside the transaction.
  private func writeAboutLog(
    _ origin: Origin, _ precondition: Precondition,
    _ body: (inout Draft, borrowing Reader) throws(Refusal) -> Void
  ) throws(StoreFailure) -> Commit {
    let now = clock()
    let performed = try commit(if: precondition, about: []) { (writer) throws(StoreFailure) in
      var draft = Draft()
      do throws(Refusal) {
        try body(&draft, writer.reader)
      } catch {
        throw .refused(error)
      }
      return try append(
        draft, to: writer, milliseconds: now, origin: origin,
        label: BatchLabel(precondition))
    }
    return performed ?? .nothing
  }
}
