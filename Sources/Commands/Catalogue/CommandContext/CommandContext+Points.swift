package import BrowserModel
package import CommandKit
internal import Notation
internal import RetraceEventLog
internal import RetraceStore
internal import RetraceTimeline

/// From a point as typed to the moment it means, on the line that the console is on.
extension CommandContext {
  /// A moment of a line.
  struct Place {
    /// The branch; nothing is the main line.
    var branch: BranchID
    /// The newest event of the log then; nothing is the start.
    var sequence: EventID
  }

  /// The event that a point means: the newest one of its moment; nothing is the start.
  func sequence(of point: Point) throws(CommandFailure) -> EventID {
    try place(of: point).sequence
  }

  /// The line and the event that a point means.
  ///
  /// A time means the newest event of the line whose own time is not later. Clocks are set back now and
  /// then, so times need not rise with the log and no bisection could be trusted: the log is scanned
  /// from its newest event. A mark means the moment on the branch on which it was set, a branch its
  /// newest event.
  ///
  /// - Complexity: O(events behind it) for a time, `-5` and a branch, otherwise O(1).
  func place(of point: Point) throws(CommandFailure) -> Place {
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

  /// The moment that a point means.
  package func moment(at point: Point) throws(CommandFailure) -> MomentInView {
    let place = try place(of: point)
    return try moment(place.sequence, on: place.branch)
  }

  /// A moment of a line.
  func moment(_ position: EventID, on branch: BranchID) throws(CommandFailure) -> MomentInView {
    let timeline = try failing { () throws(StoreFailure) in
      try store.moment(Moment(newest: position), on: branch)
    }
    var moment = MomentInView(timeline, in: store)
    moment.time = try time(of: moment.position, on: moment.lineage)
    return moment
  }

  /// A moment of the console's own line, for what is written about it. The moment in view counts where
  /// no point was given.
  ///
  /// - Parameter asksAtStart: Whether it is asked before a time means the start, where nothing was open.
  func momentOfOwnLine(
    _ point: Point?, asksAtStart: Bool = true
  ) throws(CommandFailure) -> Moment {
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
      throw CommandFailure(
        "notAllowed",
        "That moment is on branch “\(name)”. “merge \(name)” merges its changes into this branch; "
          + "“switch \(name)” goes there.")
    }
    return Moment(newest: place.sequence)
  }

  /// The time that a point means: of a time that time itself, of another point that of its event.
  func timestamp(of point: Point) throws(CommandFailure) -> Timestamp {
    if case .time(let time) = point { return time.timestamp(now: presentation.now()) }
    return try time(of: sequence(of: point)) ?? Timestamp(milliseconds: 0)
  }

  /// Asks before something is made of the start that a time means: nobody has typed “start”.
  private func confirmStart(_ place: Place, _ point: Point) throws(CommandFailure) {
    guard !place.sequence.exists, point.isTime, store.timeline.position.exists else { return }
    var first: Timestamp?
    try visitEvents(of: store.timeline.lineage) { event, _ in
      first = Timestamp(milliseconds: event.milliseconds)
      return false
    }
    let fact: SafeText =
      "“\(point.description)” is before the first event, of \(shortTime(first)): nothing was open "
      + "then"
    do throws(CommandFailure) {
      try confirm("\(fact). Go on?")
    } catch {
      guard error.status == .usage else { throw error }
      throw CommandFailure(error.code, "\(fact.text); --yes goes on.", status: .usage)
    }
  }

  private func event(_ number: Int64) throws(CommandFailure) -> EventID {
    guard number > 0 else {
      throw CommandFailure(
        "outOfRange", "Private windows are not stored in the log, so they have no past.")
    }
    let newest = store.timeline.position
    guard number <= newest.rawValue, let sequence = EventID(id: number) else {
      throw .noEvent(number, newest: newest)
    }
    return sequence
  }

  private func event(countedBack count: Int64) throws(CommandFailure) -> EventID {
    let newest = store.timeline.position
    guard let sequence = try sequence(behind: newest, by: -count, on: store.timeline.lineage) else {
      throw CommandFailure(
        "outOfRange",
        "There are not that many events before now; “start” is before the first one.")
    }
    return sequence
  }

  private func newest(at time: PointInTime) throws(CommandFailure) -> EventID {
    let now = presentation.now()
    let moment = time.timestamp(now: now)
    guard moment <= now else {
      throw CommandFailure(
        "outOfRange", "\(shortTime(moment).text) is in the future: nothing is known about it.")
    }
    var found = EventID.nothing
    try visitEvents(of: store.timeline.lineage, backwards: true) { event, _ in
      guard event.milliseconds <= moment.milliseconds else { return true }
      found = event.sequence
      return false
    }
    return found
  }

  private func place(named name: String) throws(CommandFailure) -> Place {
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

  /// The newest event of a branch's line: behind it come those of other lines alone.
  private func newestEvent(ofBranch branch: BranchID) throws(CommandFailure) -> EventID {
    try newestEvent(of: moment(store.timeline.position, on: branch))
  }

  /// The newest event of the line of a moment; nothing at the start.
  func newestEvent(of moment: MomentInView) throws(CommandFailure) -> EventID {
    try readNewestEvent(of: moment.lineage, through: moment.position) { event, _ in event.sequence }
      ?? .nothing
  }
}

extension Lineage {
  /// Whether a moment of a line is one of this line's past as well.
  fileprivate func shares(_ place: CommandContext.Place) -> Bool {
    place.branch == branch
      || inherited.contains { $0.branch == place.branch && place.sequence <= $0.through }
  }
}

extension CommandFailure {
  /// There is no such event; `newest` is the newest one of the log that was asked, or of a moment of the
  /// past.
  static func noEvent(
    _ number: Int64, newest: EventID, isPast: Bool = false
  ) -> CommandFailure {
    let there: String
    if newest.exists {
      let events = "\(newest.firstOfLog.rawValue) to \(newest.rawValue)"
      there = isPast ? "the moment shown is one of the events \(events)" : "the log has \(events)"
    } else {
      there = isPast ? "nothing had happened yet at the moment shown" : "the log is empty"
    }
    return CommandFailure("outOfRange", "There is no event \(number): \(there).")
  }
}

/// States of two moments.
extension CommandContext {
  /// The states that two points mean; where there is one point, the second is the state in view.
  func states(
    at from: Point, _ to: Point?
  ) throws(CommandFailure) -> (former: ProfileState, latter: ProfileState) {
    guard let to else { return (try state(at: from), try readState()) }
    return try states(at: place(of: from), place(of: to))
  }

  /// The second is gone to from the first: moments that are compared are near each other mostly.
  func states(
    at from: Place, _ to: Place
  ) throws(CommandFailure) -> (former: ProfileState, latter: ProfileState) {
    let moment = try moment(from.sequence, on: from.branch)
    let former = try moment.readState()
    guard from.branch == to.branch else {
      return (former, try self.moment(to.sequence, on: to.branch).readState())
    }
    _ = try failing { () throws(StoreFailure) in try moment.step(to: to.sequence) }
    return (former, try moment.readState())
  }

  /// The durable state at a point; that of a branch's name is its newest.
  private func state(at point: Point) throws(CommandFailure) -> ProfileState {
    try moment(at: point).readState()
  }
}

/// Names of marks and branches.
extension CommandContext {
  /// All of them, hidden branches too; those that there were when an event was the newest.
  func namedPoints(through last: EventID? = nil) throws(CommandFailure) -> [NamedPoint] {
    return try failing { () throws(LogFailure) in try store.names(through: last) }
  }

  /// What a name stands for, or nil if it stands for nothing.
  func namedPoint(_ name: String) throws(CommandFailure) -> NamedPoint? {
    try namedPoints().first { $0.name == name }
  }

  /// All marks with their names; those that there were when an event was the newest.
  func marks(
    through last: EventID? = nil
  ) throws(CommandFailure) -> [(name: String, mark: Mark)] {
    try namedPoints(through: last).compactMap { named in named.mark.map { (named.name, $0) } }
  }

  /// The id of a branch; nothing for the main line.
  func branch(named name: String) throws(CommandFailure) -> BranchID {
    if name == PointName.main { return .nothing }
    let names = try namedPoints()
    for named in names where named.name == name {
      if case .branch(let branch) = named.meaning { return branch.id }
    }
    let branches = names.filter(\.isBranch).map(\.name) + [PointName.main]
    let hint =
      Nearest.name(to: name, among: branches).map { "did you mean “\($0)”?" }
      ?? "“branches” lists them."
    throw CommandFailure("noSuchBranch", "There is no branch “\(name)”; \(hint)")
  }

  /// The name of a branch, `main` for the main line.
  package func branchName(_ id: BranchID) throws(CommandFailure) -> String {
    guard id.exists else { return PointName.main }
    let name = try read { $0.text(.name, of: id.event) } ?? ""
    return name.isEmpty ? Branch.name(ofForgotten: id) : name
  }

  /// Why a name is not a point.
  private func noSuchName(_ name: String) throws(CommandFailure) -> CommandFailure {
    let names = try namedPoints().map(\.name) + [PointName.main, "start", "now"]
    let hint =
      Nearest.name(to: name, among: names).map { "did you mean “\($0)”?" }
      ?? "“marks” and “branches” list names, “help points” shows times."
    return CommandFailure("noSuchPoint", "There is no mark, branch or time “\(name)”; \(hint)")
  }
}

extension NamedPoint {
  var isBranch: Bool {
    if case .branch = meaning { return true }
    return false
  }

  /// Whether it is a branch that is no longer wanted in lists.
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
