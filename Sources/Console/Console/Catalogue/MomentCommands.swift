internal import BrowserModel
internal import Notation
internal import Store
internal import Timeline

extension Catalogue {
  static let moments: [Command<Shell, Answer>] = [at, now, step]

  private static let at = command(
    CommandDeclaration(
      "at", in: .time, .steers, "look at a moment of the past",
      details: [
        "Every command that shows something shows that moment then, and nothing can be written until "
          + "“now”. From a shell: retrace --at POINT COMMAND.",
        "A POINT is the number of an event (42), so many events before now (-5), a mark's name, "
          + "“start” (before the first event) or “now”; or a time, which means the newest event that "
          + "is not later: @2026-11-20T14:00, @2026-11-20 (its beginning), @14:00 (the latest one), "
          + "@30s @15m @2h @3d @2w (so long ago), @today and @yesterday (their beginnings).",
        "Private windows have no past. With --json: {\"sequence\":…,\"time\":…,\"branch\":…,"
          + "\"present\":…}, the time null at the start.",
      ],
      takes: [.required("point", .point)],
      examples: [
        .init("at 42", "when event 42 had just happened"),
        .init("at -5", "before the last five events"), .init("at @14:00", "at two o'clock"),
        .init("at start", "before the first event"),
      ])
  ) { shell, arguments throws(CommandFailure) in
    guard let point = arguments.point("point") else { return .nothing }
    try shell.look(at: point)
    return try shell.momentAnswer()
  }

  private static let now = command(
    CommandDeclaration(
      "now", in: .time, .steers, "look at the present again",
      examples: [.init("now", "go back from where “at” and “step” led")])
  ) { shell, _ throws(CommandFailure) in
    try shell.look(at: .now)
    return try shell.momentAnswer()
  }

  private static let step = command(
    CommandDeclaration(
      "step", in: .time, .steers, "move among moments, one event or so many",
      takes: [.optional("steps", .integer, label: "N")],
      examples: [
        .init("step -1", "to the moment before the last event"),
        .init("at start ; step", "to the first event"),
      ])
  ) { shell, arguments throws(CommandFailure) in
    try shell.step(by: arguments.integer("steps") ?? 1)
    return try shell.momentAnswer()
  }
}

/// What the commands about marks share.
extension Shell {
  func mark(_ name: String, at point: Point?) throws(CommandFailure) -> Answer {
    let moment = try ownMoment(point)
    let performed = try writing { store throws(StoreFailure) in
      try store.mark(name, at: moment, by: Origin(.user, via: .console))
    }
    // The newest event of the present was that before the mark itself.
    let marked = moment ?? performed.sequence.advanced(by: -1)
    return answer(performed, "marked #\(marked.rawValue) as \(name)")
  }

  func unmark(_ name: String) throws(CommandFailure) -> Answer {
    guard try named(name)?.mark != nil else {
      let marks = try pointNames().filter { !$0.isBranch }.map(\.name)
      let hint =
        Nearest.name(to: name, among: marks).map { "did you mean \($0)?" } ?? "“marks” lists them."
      throw CommandFailure("noSuchMark", "There is no mark “\(name)”; \(hint)")
    }
    let performed = try writing { store throws(StoreFailure) in
      try store.unmark(name, by: Origin(.user, via: .console))
    }
    return answer(performed, "took the mark \(name) away")
  }

  func marksAnswer() throws(CommandFailure) -> Answer {
    let marks = try marks()
    if printsJSON { return Answer { marksObject(marks, &$0) } }
    var table = Table([.left, .right, .left, .left])
    for (name, mark) in marks {
      let line = try store.timeline.lineage.branch == mark.branch ? "" : branchName(mark.branch)
      table.add([
        style.apply(.bold, to: "\(name)"), style.apply(.dim, to: "#\(mark.moment.rawValue)"),
        shortTime(try time(of: mark.moment)),
        line.isEmpty ? "" : style.apply(.cyan, to: "of branch \(line)"),
      ])
    }
    return table.isEmpty ? Answer("There is no mark.") : Answer(table, width: presentation.columns)
  }

  /// All marks with their names; those that there were when an event was the newest.
  func marks(
    through last: EventID? = nil
  ) throws(CommandFailure) -> [(name: String, mark: Mark)] {
    try pointNames(through: last).compactMap { named in named.mark.map { (named.name, $0) } }
  }

  /// `"marks":{"before-trip":17}`.
  func marksObject(_ marks: [(name: String, mark: Mark)], _ json: inout JSONWriter) {
    json.object("marks") { json in
      for (name, mark) in marks { json.member(name, mark.moment.rawValue) }
    }
  }

  /// The time of an event of any line.
  func time(of event: EventID) throws(CommandFailure) -> Timestamp? {
    var time: Timestamp?
    try visitAll(isPrivate: false, from: event, through: event) { event, _ in
      time = Timestamp(milliseconds: event.milliseconds)
      return false
    }
    return time
  }

  /// Writes something about the log itself.
  func writing<Value>(
    _ body: (Store) throws(StoreFailure) -> Value
  ) throws(CommandFailure) -> Value {
    if past?.isSupposed ?? false { try refuseThePast() }
    do throws(StoreFailure) {
      return try body(store)
    } catch {
      throw CommandFailure(error)
    }
  }
}
