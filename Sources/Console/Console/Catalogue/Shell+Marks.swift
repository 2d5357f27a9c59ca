internal import BrowserModel
internal import Notation
internal import Store
internal import Timeline

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
