public import BrowserModel
public import EventLog
public import Timeline

/// Marks and branches, which are of the durable log, and the line that the store is on.
extension Store {
  /// The marks and branches of the log with their names, hidden branches too.
  ///
  /// - Parameter last: Only what was said up to this event; nil: all of it.
  public func names(through last: EventID? = nil) throws(LogFailure) -> [NamedPoint] {
    try log.read { (reader) throws(LogFailure) in timeline.names(reader, through: last) }
  }

  /// What a name stands for; nil where it stands for nothing.
  public func named(_ name: String) throws(LogFailure) -> NamedPoint? {
    try log.read { (reader) throws(LogFailure) in timeline.named(name, reader) }
  }

  /// Names a moment; a mark that is there already moves to it.
  ///
  /// - Parameter point: The newest event of the moment; nil: the present.
  @discardableResult
  public func mark(
    _ name: String, at point: EventID? = nil, by origin: Origin = Origin()
  ) throws(StoreFailure) -> Commit {
    try note(origin) { (draft, reader) throws(Refusal) in
      if let refusal = PointName.refusal(of: name) { throw refusal }
      if case .branch = timeline.named(name, reader)?.meaning {
        throw Refusal(.invalidValue, "There is a branch of that name.")
      }
      var body = Marked()
      body.moment = try newestEvent(of: point)
      guard body.moment.exists else {
        throw Refusal(.nothingToDo, "The start needs no mark: it is called start.")
      }
      body.name = draft.text(name)
      draft.append(.time(.marked(body)))
    }
  }

  /// Takes a mark away.
  @discardableResult
  public func unmark(
    _ name: String, by origin: Origin = Origin()
  ) throws(StoreFailure) -> Commit {
    try note(origin) { (draft, reader) throws(Refusal) in
      guard case .mark = timeline.named(name, reader)?.meaning else {
        throw Refusal(.noSuchMark, "There is no mark of that name.")
      }
      var body = Marked()
      body.name = draft.text(name)
      draft.append(.time(.marked(body)))
    }
  }

  /// Starts another line of events, which shares the past of the store's line up to a moment. The
  /// store stays where it is.
  ///
  /// - Parameter point: The newest event that both share, nothing for none; nil: the present.
  /// - Returns: One event, which is the branch's id.
  @discardableResult
  public func branch(
    _ name: String, at point: EventID? = nil, by origin: Origin = Origin()
  ) throws(StoreFailure) -> Commit {
    try note(origin) { (draft, reader) throws(Refusal) in
      if let refusal = PointName.refusal(of: name) { throw refusal }
      switch timeline.named(name, reader)?.meaning {
      case .branch: throw Refusal(.invalidValue, "There is a branch of that name.")
      case .mark: throw Refusal(.invalidValue, "There is a mark of that name.")
      case nil: break
      }
      var body = Branched()
      body.from = try newestEvent(of: point)
      body.name = draft.text(name)
      draft.append(.time(.branched(body)))
    }
  }

  /// Hides a branch from lists, or shows it again. Nothing leaves the log.
  @discardableResult
  public func hideBranch(
    _ id: EventID, _ isHidden: Bool = true, by origin: Origin = Origin()
  ) throws(StoreFailure) -> Commit {
    try note(origin) { (draft, _) throws(Refusal) in
      guard let branch = timeline.branches.first(where: { $0.id == id }) else {
        throw Self.noSuchBranch(id)
      }
      guard branch.isHidden != isHidden else {
        throw Refusal(
          .nothingToDo, isHidden ? "The branch is hidden." : "The branch is not hidden.")
      }
      var body = BranchHidden()
      body.branch = id
      body.isHidden = isHidden
      draft.append(.time(.branchHidden(body)))
    }
  }

  /// Goes over to another line: from now on its events are shown, and new ones go there. This is the
  /// store's own affair and is not written down.
  ///
  /// - Parameter branch: Nothing: the main line.
  /// - Complexity: O(events).
  public func switchBranch(to branch: EventID) throws(StoreFailure) {
    let other = try failing { () throws(LogFailure) in
      try readAhead { (reader) throws(LogFailure) in
        try catchUp(reader)
        return try timeline.branch(branch, reader)
      }
    }
    guard let other else { throw .refused(Self.noSuchBranch(branch)) }
    follow(other)
  }

  static func noSuchBranch(_ id: EventID) -> Refusal {
    Refusal(.noSuchBranch, "There is no branch #\(id.rawValue).")
  }

  /// The newest event of a moment that somebody names.
  private func newestEvent(of point: EventID?) throws(Refusal) -> EventID {
    guard let point, point.exists else { return point ?? timeline.position }
    guard point.isKnown(at: timeline.position) else {
      throw Refusal(.noSuchEvent, "There is no event #\(point.rawValue).")
    }
    return point
  }

  /// Writes down what is about the log itself.
  private func note(
    _ origin: Origin,
    _ body: (inout Draft, borrowing Reader) throws(Refusal) -> Void
  ) throws(StoreFailure) -> Commit {
    let now = clock()
    let performed = try write { (writer) throws(StoreFailure) in
      var draft = Draft()
      do throws(Refusal) {
        try body(&draft, writer.reader)
      } catch {
        throw .refused(error)
      }
      return try append(draft, to: writer, milliseconds: now, origin: origin)
    }
    try fold(performed.events)
    return performed
  }
}
