internal import BrowserModel
internal import EventLog
internal import Session
internal import Timeline

/// What other programs' files need is done by a program of its own.
extension Shell {
  mutating func importAnswer(_ arguments: Arguments) throws(CommandFailure) -> Answer {
    var words = ["import"] + (try profileWords())
    if let format = arguments.text("format") { words += ["--format", format] }
    if arguments.has("dry-run") { words.append("--dry-run") }
    if arguments.has("any-scheme") { words.append("--any-scheme") }
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
    do throws(LogFailure) { try session.catchUp() } catch { throw CommandFailure(error) }
    return .nothing
  }

  /// The profile and how to answer, as options of the other program.
  private func profileWords() throws(CommandFailure) -> [String] {
    guard let profile = session.log.directory else {
      throw CommandFailure(
        "notAllowed", "What is kept in memory cannot be reached by another program; use a profile.")
    }
    var words = ["--profile", profile]
    words += ["--failure-descriptor", "\(ExchangeProgram.failureDescriptor)"]
    if session.log.isReadOnly { words.append("--read-only") }
    let branch = session.timeline.line.branch
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
    return try time(of: position, on: session.timeline.line)?.milliseconds ?? 0
  }
}
