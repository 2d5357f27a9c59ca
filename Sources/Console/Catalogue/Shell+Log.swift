internal import BrowserModel
internal import EventLog
internal import LineEditor
internal import Session

/// What `log` shows, and what commands that write tell of the log.
extension Shell {
  /// A tab of any time, by position or by id.
  func loggedTab(_ reference: Reference) throws(CommandFailure) -> Sequence {
    if case .id(let id) = reference, let sequence = Sequence(id: id) { return sequence }
    return try tab(reference).id
  }

  func logAnswer(
    limit: Int, tab: Sequence?, actor: String?
  ) throws(CommandFailure) -> Answer {
    var json: [JSONWriter] = []
    var lines: [EventLine] = []
    var count = 0
    try visitLog(isPrivate: tab?.isPrivate ?? isPrivate) { event, words in
      if let tab, !event.concerns(tab) { return true }
      if let actor, "\(event.actor)" != actor { return true }
      if printsJSON {
        json.append(EventJSON.object(event, words: words))
      } else {
        lines.append(EventLine(event, words: words))
      }
      count += 1
      return count < limit
    }
    if printsJSON { return Answer { $0.array("events", of: json.reversed()) } }
    return try view { table(of: lines.reversed(), $0) }
  }

  private func table(of lines: [EventLine], _ words: LogText) -> Answer {
    guard !lines.isEmpty else { return Answer("There is no such event.") }
    var table = Table([.right, .left, .left, .left, .left])
    for line in lines {
      let main = line.main { pastName(of: $0, words) }
      let rest = style.apply(.dim, to: line.rest)
      table.add([
        style.apply(.dim, to: "#\(line.event.sequence.rawValue)"), time(of: line.event),
        VisibleText(naming: line.event.actor), style.apply(.cyan, to: line.kind),
        [main, rest].filter { !$0.isEmpty }.joined(separator: "  "),
      ])
    }
    return Answer(table, width: presentation.columns)
  }

  private func time(of event: Event) -> VisibleText {
    VisibleText(Timestamp(milliseconds: event.milliseconds).shortText(now: presentation.now()))
  }

  /// What was appended behind an event, as the answer of the command that did it.
  func eventsSince(_ sequence: Sequence) throws(CommandFailure) -> Answer {
    var events: [JSONWriter] = []
    try visitLog(
      isPrivate: sequence.isPrivate, from: sequence.advanced(by: 1), backwards: false
    ) { event, words in
      events.append(EventJSON.object(event, words: words))
      return true
    }
    return Answer { json in
      json.member("sequence", session.browser(of: sequence).sequence.rawValue)
      json.array("events", of: events)
    }
  }

  /// Visits events, the newest first unless told otherwise; Ctrl-C ends it.
  func visitLog(
    isPrivate: Bool, from first: Sequence? = nil, through last: Sequence? = nil,
    backwards: Bool = true, _ body: (Event, (Text) -> String) -> Bool
  ) throws(CommandFailure) {
    var isInterrupted = false
    do throws(LogFailure) {
      try session.visitLog(
        isPrivate: isPrivate, from: first, through: last, backwards: backwards
      ) { event, words in
        if event.sequence.rawValue & 0x3ff == 0, LineEditor.interruptRequested {
          isInterrupted = true
          return false
        }
        return withoutActuallyEscaping(words) { body(event, $0) }
      }
    } catch {
      throw CommandFailure(error)
    }
    if isInterrupted { throw .interrupted }
  }
}
