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
    words += ["--", arguments.text("file") ?? ""]
    try ExchangeProgram(words).wait()
    do throws(LogFailure) { try session.catchUp() } catch { throw CommandFailure(error) }
    return .nothing
  }

  /// The profile and how to answer, as options of the other program.
  private func profileWords() throws(CommandFailure) -> [String] {
    guard let profile = session.log.directory else {
      throw CommandFailure(
        "notAllowed", "What is kept in memory cannot be reached by another program; use a profile.")
    }
    var words = ["--profile", profile, "--now", "\(presentation.now().milliseconds)"]
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
