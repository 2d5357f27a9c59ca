internal import Addresses
internal import BrowserModel
internal import EventCoding
internal import EventLog
internal import Session

/// One page that was visited.
struct Visit {
  let event: Sequence
  let milliseconds: Int64
  let url: String
}

/// What the commands about the log share.
extension Shell {
  // MARK: Events

  /// A tab of any time, by position or by id.
  func loggedTab(_ reference: Reference) throws(CommandFailure) -> Sequence {
    if case .id(let id) = reference, let sequence = Sequence(id: id) { return sequence }
    return try tab(reference).id
  }

  func logAnswer(
    limit: Int, tab: Sequence?, actor: String?
  ) throws(CommandFailure) -> Answer {
    var lines: [(JSONWriter, [VisibleText])] = []
    try visitLog(isPrivate: tab?.isPrivate ?? isPrivate) { event, words in
      if let tab, !event.concerns(tab) { return true }
      if let actor, "\(event.actor)" != actor { return true }
      lines.append(line(event, words))
      return lines.count < limit
    }
    lines.reverse()
    if printsJSON {
      return Answer { json in
        json.array("events") { json in for line in lines { json.value(Raw(line.0)) } }
      }
    }
    var table = Table([.right, .left, .left, .left, .left])
    for line in lines { table.add(line.1) }
    return table.isEmpty ? Answer("The log is empty.") : Answer(table, width: presentation.columns)
  }

  private func line(_ event: Event, _ words: (Text) -> String) -> (JSONWriter, [VisibleText]) {
    var json = JSONWriter()
    if printsJSON {
      json.object { EventJSON.write(event, to: &$0, words: words) }
      return (json, [])
    }
    let time = Timestamp(milliseconds: event.milliseconds).shortText(now: presentation.now())
    return (
      json,
      [
        style.apply(.dim, to: "#\(event.sequence.rawValue)"), VisibleText(time),
        VisibleText(naming: event.actor), style.apply(.cyan, to: VisibleText(EventJSON.kind(of: event))),
        EventLine.details(of: event, words: words),
      ]
    )
  }

  func showAnswer(_ sequence: Sequence) throws(CommandFailure) -> Answer {
    var found: Answer?
    try visitLog(isPrivate: sequence.isPrivate, from: sequence, through: sequence) { event, words in
      if printsJSON {
        found = Answer { EventJSON.write(event, to: &$0, words: words) }
      } else {
        found = Answer(lines: EventLine.full(event, style: style, words: words))
      }
      return false
    }
    guard let found else {
      let newest = session.browser(of: sequence).sequence.rawValue
      throw CommandFailure(
        "outOfRange",
        newest == 0
          ? "The log is empty." : "There is no event \(sequence.rawValue): the log has 1 to \(newest).")
    }
    return found
  }

  /// What was appended behind an event, as the answer of the command that did it.
  func eventsSince(_ sequence: Sequence) throws(CommandFailure) -> Answer {
    var events: [JSONWriter] = []
    try visitLog(isPrivate: false, from: sequence.advanced(by: 1), through: nil, backwards: false) {
      event, words in
      var json = JSONWriter()
      json.object { EventJSON.write(event, to: &$0, words: words) }
      events.append(json)
      return true
    }
    return Answer { json in
      json.member("sequence", session.browser.sequence.rawValue)
      json.array("events") { json in for event in events { json.value(Raw(event)) } }
    }
  }

  private func visitLog(
    isPrivate: Bool, from first: Sequence? = nil, through last: Sequence? = nil,
    backwards: Bool = true, _ body: (Event, (Text) -> String) -> Bool
  ) throws(CommandFailure) {
    do throws(LogFailure) {
      try session.visitLog(
        isPrivate: isPrivate, from: first, through: last, backwards: backwards, body)
    } catch {
      throw CommandFailure(error)
    }
  }

  // MARK: Undo and redo

  mutating func turn(
    _ count: Int, _ done: VisibleText, _ step: (Session) throws(SessionFailure) -> Undoing
  ) throws(CommandFailure) -> Answer {
    let before = session.browser.sequence
    var kinds: [VisibleText] = []
    for _ in 0..<count {
      do throws(SessionFailure) {
        let undoing = try step(session)
        kinds.append(try describe(batch: undoing.batch))
      } catch {
        if kinds.isEmpty { throw CommandFailure(error) }
        break
      }
    }
    if printsJSON { return try eventsSince(before) }
    return Answer("\(done) \(kinds.joined(separator: "; "))")
  }

  /// What a batch did, in a few words.
  private func describe(batch: Sequence) throws(SessionFailure) -> VisibleText {
    var parts: [VisibleText] = []
    do throws(LogFailure) {
      try session.visitLog(
        isPrivate: batch.isPrivate, from: batch, through: nil, backwards: false
      ) { event, words in
        guard event.batch == batch else { return false }
        parts.append(EventLine.short(event, words: words))
        return true
      }
    } catch {
      throw .log(error)
    }
    guard parts.count > 1, let last = parts.last else { return parts.first ?? "" }
    return "\(last) and \(parts.count - 1) more (#\(batch.rawValue))"
  }

  // MARK: Past pages

  func visits(
    matching text: String?, after: Sequence?, limit: Int
  ) throws(CommandFailure) -> [Visit] {
    let wanted = (text ?? "").lowercased().split(separator: " ")
    var visits: [Visit] = []
    try visitLog(isPrivate: isPrivate, from: after.map { $0.advanced(by: 1) }) { event, words in
      let url = event.visitedURL
      guard url.isPresent else { return true }
      let text = words(url)
      let haystack = text.lowercased()
      if wanted.allSatisfy({ haystack.contains($0) }) {
        visits.append(
          Visit(event: event.sequence, milliseconds: event.milliseconds, url: text))
      }
      return visits.count < limit
    }
    return visits
  }

  func visitsAnswer(_ visits: [Visit]) -> Answer {
    if printsJSON {
      return Answer { json in
        json.array("visits") { json in
          for visit in visits {
            json.object { json in
              json.member("id", visit.event.rawValue)
              json.member("time", Timestamp(milliseconds: visit.milliseconds))
              json.member("url", visit.url)
            }
          }
        }
      }
    }
    var table = Table([.left, .left, .left])
    for visit in visits {
      let time = Timestamp(milliseconds: visit.milliseconds).shortText(now: presentation.now())
      table.add([
        style.apply(.dim, to: "#\(visit.event.rawValue)"), VisibleText(time), VisibleText(visit.url),
      ])
    }
    return table.isEmpty ? Answer("No page matches.") : Answer(table, width: presentation.columns)
  }
}

/// JSON that was written already, as an element of something larger.
struct Raw: JSONValue {
  private let text: String
  init(_ writer: JSONWriter) { text = writer.text }
  func write(to json: inout JSONWriter) { json.literal(text) }
}

extension Event {
  /// The URL that a visit of a page says; a place in the same page is no visit.
  fileprivate var visitedURL: Text {
    switch body {
    case .tab(.opened(let body)): body.url
    case .navigation(.committed(let body)): body.isSameDocument ? .absent : body.url
    default: .absent
    }
  }
}
