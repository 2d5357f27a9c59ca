package import BrowserModel
package import CommandKit
package import Notation
internal import RetraceEventLog
internal import RetraceStore
internal import RetraceTimeline

/// Resolves typed points on the console's branch.
extension CommandContext {
  /// A moment of a branch.
  struct Place {
    /// The branch. `nothing` is the main branch.
    var branch: BranchID
    /// The newest event of the log at that moment. `nothing` is the start.
    var sequence: EventID
  }

  /// Returns the newest event at the moment of a point, or `nothing` at the start.
  package func sequence(of point: Point) throws -> EventID {
    try place(of: point).sequence
  }

  /// Returns the branch and the event of a point.
  ///
  /// A time refers to the newest event of the branch that is not later than the time. Clocks are
  /// sometimes set back, so times may decrease, and a binary search would be unreliable. Therefore
  /// the log is scanned from its newest event. A mark refers to its moment on the branch on which
  /// it was set. A branch refers to its newest event.
  /// - Complexity: O(events after the moment) for a time, `-5` and a branch, otherwise O(1).
  func place(of point: Point) throws -> Place {
    let own = store.timeline.lineage
    switch point {
    case .start: return Place(branch: own.branch, sequence: .nothing)
    case .now: return Place(branch: own.branch, sequence: store.timeline.position)
    case .event(let number): return Place(branch: own.branch, sequence: try event(number))
    case .back(let count):
      return Place(branch: own.branch, sequence: try event(countedBack: count))
    case .time(let time): return Place(branch: own.branch, sequence: try newest(at: time))
    case .name(let name): return try place(named: name)
    case .timeOrName(let time, let name):
      if try namedPoint(name) != nil { return try place(named: name) }
      return Place(branch: own.branch, sequence: try newest(at: time))
    }
  }

  /// Returns the moment of a point.
  package func moment(at point: Point) throws -> ShownMoment {
    let place = try place(of: point)
    return try moment(place.sequence, on: place.branch)
  }

  /// Returns a moment of a branch.
  package func moment(_ position: EventID, on branch: BranchID) throws
    -> ShownMoment
  {
    let timeline = try store.moment(Moment(newest: position), on: branch)
    var moment = ShownMoment(timeline, in: store)
    moment.time = try time(of: moment.position, on: moment.lineage)
    return moment
  }

  /// Returns the moment of a point on the console's own branch, for a command that writes. The
  /// default is the moment shown.
  /// - Parameter asksAtStart: Whether to ask for confirmation if a time resolves to the start, at
  ///   which nothing was open.
  func momentOfOwnLine(
    _ point: Point?, asksAtStart: Bool = true
  ) throws -> Moment {
    let place: Place
    if let point {
      if point == .now { return .present }
      place = try self.place(of: point)
      if asksAtStart { try confirmStart(place, point) }
    } else if let past {
      place = Place(branch: past.lineage.branch, sequence: past.position)
    } else {
      return .present
    }
    guard store.timeline.lineage.shares(place) else {
      let name = try branchName(place.branch)
      throw CommandError(
        "notAllowed",
        "That moment is on branch “\(name)”. “merge \(name)” merges its changes into this branch; "
          + "“switch \(name)” switches to it.")
    }
    return Moment(newest: place.sequence)
  }

  /// Returns the time that a point specifies, or the time of its event if the point is not a time.
  package func timestamp(of point: Point) throws -> Timestamp {
    if case .time(let time) = point { return time.timestamp(now: presentation.now()) }
    return try time(of: sequence(of: point)) ?? Timestamp(milliseconds: 0)
  }

  /// Asks for confirmation if a time resolves to the start, because the user has not typed “start”.
  private func confirmStart(_ place: Place, _ point: Point) throws {
    guard !place.sequence.exists, point.isTime, store.timeline.position.exists else { return }
    var first: Timestamp?
    try visitEvents(of: store.timeline.lineage) { event, _ in
      first = Timestamp(milliseconds: event.milliseconds)
      return false
    }
    let fact: SafeText =
      "“\(point.description)” is before the first event (\(shortTime(first))), when nothing was "
      + "open"
    do {
      try confirm("\(fact). Continue?")
    } catch let error as CommandError where error.status == .usage {
      throw CommandError(error.code, "\(fact.text). Use --yes to continue.", status: .usage)
    }
  }

  private func event(_ number: Int64) throws -> EventID {
    guard number > 0 else {
      throw CommandError(
        "outOfRange", "Private windows are not stored in the log, so they have no past.")
    }
    let newest = store.timeline.position
    guard number <= newest.rawValue, let sequence = EventID(id: number) else {
      throw CommandError.noEvent(number, newest: newest)
    }
    return sequence
  }

  private func event(countedBack count: Int64) throws -> EventID {
    let newest = store.timeline.position
    guard let sequence = try sequence(after: newest, by: -count, on: store.timeline.lineage) else {
      throw CommandError(
        "outOfRange",
        "There are not that many events before now; “start” is before the first one.")
    }
    return sequence
  }

  private func newest(at time: PointInTime) throws -> EventID {
    let now = presentation.now()
    let moment = time.timestamp(now: now)
    guard moment <= now else {
      throw CommandError(
        "outOfRange", "\(shortTime(moment).text) is in the future.")
    }
    var found = EventID.nothing
    try visitEvents(of: store.timeline.lineage, backwards: true) { event, _ in
      guard event.milliseconds <= moment.milliseconds else { return true }
      found = event.sequence
      return false
    }
    return found
  }

  private func place(named name: String) throws -> Place {
    if name == PointName.main {
      return Place(branch: .nothing, sequence: store.timeline.position)
    }
    switch try namedPoint(name)?.meaning {
    case .mark(let mark): return Place(branch: mark.branch, sequence: mark.moment)
    case .branch(let branch):
      return Place(branch: branch.id, sequence: try newestEvent(ofBranch: branch.id))
    case nil: throw try noSuchName(name)
    }
  }

  /// Returns the newest event of a branch. Later events of the log belong to other branches.
  private func newestEvent(ofBranch branch: BranchID) throws -> EventID {
    try newestEvent(of: moment(store.timeline.position, on: branch))
  }

  /// Returns the newest event of a moment's branch up to the moment, or nothing at the start.
  func newestEvent(of moment: ShownMoment) throws -> EventID {
    try readNewestEvent(of: moment.lineage, through: moment.position) { event, _ in event.sequence }
      ?? .nothing
  }
}

extension Lineage {
  /// Whether a place is on this branch, or on the part that this branch inherits from another
  /// branch.
  fileprivate func shares(_ place: CommandContext.Place) -> Bool {
    place.branch == branch
      || inherited.contains { $0.branch == place.branch && place.sequence <= $0.through }
  }
}

extension CommandError {
  /// Returns the error for a missing event. `newest` is the newest event of the log, or of the past
  /// moment that is shown.
  static func noEvent(
    _ number: Int64, newest: EventID, isPast: Bool = false
  ) -> CommandError {
    let there: String
    if newest.exists {
      let events = "\(newest.firstOfLog.rawValue) to \(newest.rawValue)"
      there = isPast ? "the moment shown is one of the events \(events)" : "the log has \(events)"
    } else {
      there = isPast ? "nothing had happened yet at the moment shown" : "the log is empty"
    }
    return CommandError("outOfRange", "There is no event \(number): \(there).")
  }
}

/// The states of two moments.
extension CommandContext {
  /// Returns the states at two points. If only one point is given, the second state is the state
  /// shown.
  func states(
    at from: Point, _ to: Point?
  ) throws -> (former: ProfileState, latter: ProfileState) {
    guard let to else { return (try state(at: from), try readState()) }
    return try states(at: place(of: from), place(of: to))
  }

  /// Returns the states at two places. The second state is computed from the first, because
  /// compared moments are usually close to each other.
  func states(
    at from: Place, _ to: Place
  ) throws -> (former: ProfileState, latter: ProfileState) {
    let moment = try moment(from.sequence, on: from.branch)
    let former = try moment.readState()
    guard from.branch == to.branch else {
      return (former, try self.moment(to.sequence, on: to.branch).readState())
    }
    _ = try moment.step(to: to.sequence)
    return (former, try moment.readState())
  }

  /// Returns the durable state at a point. If the point is the name of a branch, returns the newest
  /// state of the branch.
  private func state(at point: Point) throws -> ProfileState {
    try moment(at: point).readState()
  }
}

/// Names of marks and branches.
extension CommandContext {
  /// Returns all marks and branches, including hidden branches. If an event is given, returns only
  /// the marks and branches that existed at that event.
  func namedPoints(through last: EventID? = nil) throws -> [NamedPoint] {
    return try store.names(through: last)
  }

  /// Returns the mark or branch with a name, or nil.
  func namedPoint(_ name: String) throws -> NamedPoint? {
    try namedPoints().first { $0.name == name }
  }

  /// Returns all marks with their names. If an event is given, returns only the marks that existed
  /// at that event.
  func marks(
    through last: EventID? = nil
  ) throws -> [(name: String, mark: Mark)] {
    try namedPoints(through: last).compactMap { named in named.mark.map { (named.name, $0) } }
  }

  /// Returns the id of a branch, or nothing for the main branch.
  package func branch(named name: String) throws -> BranchID {
    if name == PointName.main { return .nothing }
    let names = try namedPoints()
    for named in names where named.name == name {
      if case .branch(let branch) = named.meaning { return branch.id }
    }
    let branches = names.filter(\.isBranch).map(\.name) + [PointName.main]
    let hint =
      Nearest.name(to: name, among: branches).map { "did you mean “\($0)”?" }
      ?? "“branches” lists them."
    throw CommandError("noSuchBranch", "There is no branch “\(name)”; \(hint)")
  }

  /// Returns the name of a branch, or `main` for the main branch.
  package func branchName(_ id: BranchID) throws -> String {
    guard id.exists else { return PointName.main }
    let name = try read { $0.text(.name, of: id.event) } ?? ""
    return name.isEmpty ? Branch.name(ofForgotten: id) : name
  }

  /// Returns the error for text that is neither a mark nor a branch.
  private func noSuchName(_ name: String) throws -> CommandError {
    let names = try namedPoints().map(\.name) + [PointName.main, "start", "now"]
    let hint =
      Nearest.name(to: name, among: names).map { "did you mean “\($0)”?" }
      ?? "“marks” and “branches” list names, “help points” shows times."
    return CommandError("noSuchPoint", "There is no mark, branch or time “\(name)”; \(hint)")
  }
}

extension NamedPoint {
  var isBranch: Bool {
    if case .branch = meaning { return true }
    return false
  }

  /// Whether the point is a branch that is hidden in lists.
  var isHidden: Bool {
    if case .branch(let branch) = meaning { return branch.isHidden }
    return false
  }

  /// The moment of a mark, or nil for a branch.
  var mark: Mark? {
    if case .mark(let mark) = meaning { return mark }
    return nil
  }
}
