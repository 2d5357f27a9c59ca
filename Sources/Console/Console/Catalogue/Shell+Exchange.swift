internal import BrowserModel
internal import EventLog
internal import Notation
internal import Store
internal import Timeline

/// What other programs' files need is done by a program of its own.
extension Shell {
  mutating func importAnswer(_ arguments: Arguments) throws(CommandFailure) -> Answer {
    var words = ["import"] + (try profileWords())
    if let format = arguments.text("format") { words += ["--format", format] }
    if arguments.has("dry-run") { words.append("--dry-run") }
    if let folder = arguments.text("into") { words += ["--into", folder] }
    if let point = arguments.point("since") {
      words += ["--since", "\(try milliseconds(of: point))"]
    }
    words += ["--now", "\(presentation.now().milliseconds)"]
    return try exchange(words, ["--", arguments.text("file") ?? ""])
  }

  mutating func recordAnswer(_ arguments: Arguments) throws(CommandFailure) -> Answer {
    var words = ["record"] + (try profileWords()) + browserWords(arguments)
    if let folder = arguments.text("profile-dir") { words += ["--profile-dir", folder] }
    if arguments.has("no-pictures") { words.append("--no-pictures") }
    let browser = arguments.text("browser") ?? ""
    return try exchange(words, ["--", browser] + arguments.texts("url"))
  }

  mutating func replayAnswer(_ arguments: Arguments) throws(CommandFailure) -> Answer {
    var words = ["replay"] + (try profileWords()) + browserWords(arguments)
    words += try momentWords(arguments.point("point"))
    return try exchange(words, ["--", arguments.text("browser") ?? ""])
  }

  /// Which moment, and of which branch.
  private func momentWords(_ point: Point?) throws(CommandFailure) -> [String] {
    if let past, past.isSupposed, point == nil {
      throw CommandFailure(
        "notAllowed", "What never was cannot be replayed; “now” goes back to the present.")
    }
    let place = try point.map { point throws(CommandFailure) in try self.place(of: point) }
    let line = lineageInView
    let branch = place?.branch ?? line.branch
    let sequence = place?.sequence ?? past?.position ?? store.timeline.position
    return ["--moment", "\(sequence.rawValue)", "--branch", "\(branch.rawValue)"]
  }

  private func browserWords(_ arguments: Arguments) -> [String] {
    var words: [String] = []
    if let program = arguments.text("program") { words += ["--program", program] }
    if arguments.has("headless") { words.append("--headless") }
    return words
  }

  /// The other program does it, and this session knows what it wrote.
  private mutating func exchange(
    _ words: [String], _ operands: [String]
  ) throws(CommandFailure) -> Answer {
    try ExchangeProgram(words + operands).wait()
    do throws(LogFailure) { try store.catchUp() } catch { throw CommandFailure(error) }
    return .nothing
  }

  /// Exports the state in view, or that of another moment.
  func exportAnswer(_ arguments: Arguments) throws(CommandFailure) -> Answer {
    var words = ["export"] + (try profileWords()) + ["--read-only"]
    let moment = try exportedMoment(arguments.point("at"))
    words += ["--branch", "\(moment.branch.rawValue)"]
    if let sequence = moment.sequence { words += ["--moment", "\(sequence.rawValue)"] }
    if let format = arguments.text("format") { words += ["--format", format] }
    if let reference = arguments.reference("tab") {
      let tab = try openOrClosedTab(reference).id
      if tab.isPrivate {
        throw CommandFailure("notAllowed", "What is private is never exported.")
      }
      words += ["--tab", "\(tab.rawValue)"]
    }
    if arguments.has("replace") { words.append("--replace") }
    words.append("--")
    if let file = arguments.text("file") { words.append(file) }
    try ExchangeProgram(words).wait()
    return .nothing
  }

  /// The line and the newest event of it that is exported; no event: the present.
  private func exportedMoment(
    _ point: Point?
  ) throws(CommandFailure) -> (branch: EventID, sequence: EventID?) {
    if let point, point != .now {
      let place = try place(of: point)
      return (place.branch, place.sequence)
    }
    guard let past, point == nil else { return (store.timeline.lineage.branch, nil) }
    if past.isSupposed {
      throw CommandFailure("notAllowed", "What never was cannot be exported; “now” goes back.")
    }
    return (past.line.branch, past.position)
  }

  /// The profile and how to answer, as options of the other program.
  private func profileWords() throws(CommandFailure) -> [String] {
    guard let profile = store.log.directory else {
      throw CommandFailure(
        "notAllowed", "What is kept in memory cannot be reached by another program; use a profile.")
    }
    var words = ["--profile", profile]
    words += ["--failure-descriptor", "\(ExchangeProgram.failureDescriptor)"]
    if store.log.isReadOnly { words.append("--read-only") }
    let branch = store.timeline.lineage.branch
    if branch.exists { words += ["--branch", "\(branch.rawValue)"] }
    if printsJSON { words.append("--json") }
    return words
  }

  /// The time that a point means.
  private func milliseconds(of point: Point) throws(CommandFailure) -> Int64 {
    if case .time(let time) = point {
      return time.timestamp(now: presentation.now()).milliseconds
    }
    let position = try sequence(of: point)
    return try time(of: position, on: store.timeline.lineage)?.milliseconds ?? 0
  }
}
