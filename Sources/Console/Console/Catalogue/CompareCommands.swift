internal import BrowserModel
internal import Notation
internal import Store

extension Catalogue {
  static let compare: [Command<Shell, Answer>] = [diff, why, when]

  private static let diff = command(
    CommandDeclaration(
      "diff", in: .time, .reads, "tell what differs between two moments",
      details: [
        "A line begins with + for what came, - for what went and ~ for what is another. Positions "
          + "count from 1. Tabs that only made room for others are not told.",
        "With --json: {\"diff\":[…]}, each with a “kind”: windowOpened, windowClosed, windowMoved, "
          + "windowPlaced, windowState, windowFocused; tabOpened, tabClosed, tabMoved, tabSelected, "
          + "tabPinned, tabMuted, tabGroup, tabOpener, tabEntry, tabPending, tabStatus, tabZoom; "
          + "entryAdded, entryRemoved, entryURL, entryTitle, entryScroll, entryPicture, entryMarks; "
          + "groupAdded, groupRemoved, groupTitle, groupColor, groupCollapsed; closedAdded, "
          + "closedRemoved, closedChanged; bookmarkAdded, bookmarkRemoved, bookmarkMoved, "
          + "bookmarkTitle, bookmarkURL, bookmarkTags, bookmarkKeyword, bookmarkNote; defaultZoom, siteZoom, "
          + "setting.",
        "Each names its thing by id (window, tab, entry, group, item, bookmark, site or name). What "
          + "came or went has its place (window or folder, and index from 0); what is another has "
          + "“from” and “to”, null for nothing, or the member that changed (pinned, muted, collapsed).",
      ],
      takes: [.required("from", .point, label: "A"), .optional("to", .point, label: "B")],
      examples: [
        .init("diff 42", "what differs between then and now"),
        .init("diff 10 20", "what happened between two moments"),
        .init("diff @yesterday", "what happened since yesterday began"),
        .init("diff start", "all there is"),
      ])
  ) { shell, arguments throws(CommandFailure) in
    guard let from = arguments.point("from") else { return .nothing }
    let states = try shell.states(at: from, arguments.point("to"))
    return try shell.differenceAnswer(from: states.former, to: states.latter)
  }

  private static let why = command(
    CommandDeclaration(
      "why", in: .time, .reads, "list the events that made a thing what it is now",
      details: [
        "THING is a tab, by position or id, or anything by its id; “tab”, “entry”, “window”, “group” "
          + "or “bookmark” with a position or an id; “zoom”, with a host or “default”; a setting. The "
          + "active tab when left out.",
        "The third column says what the event decided. With --json: {\"why\":[…]}, the events as "
          + "“log” has them, each with “decided”.",
      ],
      takes: [.optional("thing", .thing)],
      examples: [
        .init("why", "how the active tab came to be as it is"),
        .init("why #4", "the same for what has this id"),
        .init("why zoom example.com", "who set the zoom of a site"),
        .init("why historyLimit", "who set a setting"),
      ])
  ) { shell, arguments throws(CommandFailure) in
    try shell.whyAnswer(arguments.text("thing") ?? "")
  }

  private static let when = command(
    CommandDeclaration(
      "when", in: .time, .reads, "find the first moment at which something was true",
      details: [
        "Conditions: “tab WORDS” (a tab has them in title or URL), “tab #ID” (it is open), “url ~ "
          + "WORDS”, “title ~ WORDS”, “closed #ID” (a tab or window), “tabs”, “windows”, “groups”, "
          + "“bookmarks” or “closed” with <, <=, =, !=, >= or > and a number, “zoom HOST > 100”, "
          + "“zoom default > 100”. They are joined with “and”, “or”, “not” and parentheses.",
        "The log goes by from its beginning to the moment in view, each state with what was undone "
          + "then. With --json: {\"when\":…}, the event as “log” has it, null for never.",
      ],
      takes: [.required("expression", .expression)],
      examples: [
        .init("when tab \"rust\"", "when a tab first showed something about it"),
        .init("when tabs > 50 and not windows > 1", "both at once"),
        .init("when closed #4", "when this tab was closed"),
        .init("when zoom example.com > 100", "when its pages were made larger"),
      ])
  ) { shell, arguments throws(CommandFailure) in
    try shell.whenAnswer(arguments.text("expression") ?? "")
  }
}

/// What `diff` and `show` tell of two states.
extension Shell {
  func differenceAnswer(from former: Browser, to latter: Browser) throws(CommandFailure) -> Answer {
    try view { words in
      let difference = Difference(from: former, to: latter, words)
      if printsJSON { return Answer { $0.member("diff", difference.json) } }
      return difference.isEmpty
        ? Answer("Nothing differs.") : Answer(table(of: difference), width: presentation.columns)
    }
  }

  /// The newest event of a moment, and what it made different on its line.
  func showAnswer(_ point: Point) throws(CommandFailure) -> Answer {
    let sequence = try event(at: point)
    let (before, after) = try states(around: sequence)
    let (json, lines) = try read { words in
      let difference = Difference(from: before, to: after, words)
      return (difference.json, table(of: difference).text(width: presentation.columns))
    }
    return try answer(on: sequence) { event, words in
      if printsJSON {
        return Answer { writer in
          EventJSON.write(event, to: &writer, words: words)
          writer.member("diff", json)
        }
      }
      let event = EventLine(event, words: words).full(style: style)
      let effect = lines.isEmpty ? "It changed nothing that can be seen.\n" : lines
      return Answer(lines: "\(event)\n\(effect)")
    }
  }

  private func event(at point: Point) throws(CommandFailure) -> EventID {
    if case .event(let number) = point { return try existingEvent(number) }
    let sequence = try sequence(of: point)
    if sequence.exists { return sequence }
    throw CommandFailure(
      "outOfRange",
      durableBrowser.sequence.exists
        ? "No event made the start; “show 1” shows the first one." : "The log is empty.")
  }

  /// The states just before an event and just after it, on the branch that it is on.
  private func states(
    around sequence: EventID
  ) throws(CommandFailure) -> (former: Browser, latter: Browser) {
    let before = sequence.advanced(by: -1)
    if sequence.isPrivate { return (try privateState(at: before), try privateState(at: sequence)) }
    let branch = try answer(on: sequence) { event, _ in event.branch }
    return try states(
      at: Place(branch: branch, sequence: before), Place(branch: branch, sequence: sequence))
  }

  /// The states that two points mean; where there is one point, the second is the state in view.
  func states(
    at from: Point, _ to: Point?
  ) throws(CommandFailure) -> (former: Browser, latter: Browser) {
    guard let to else { return (try state(at: from), durableBrowser) }
    return try states(at: place(of: from), place(of: to))
  }

  /// The second is gone to from the first: moments that are compared are near each other mostly.
  private func states(
    at from: Place, _ to: Place
  ) throws(CommandFailure) -> (former: Browser, latter: Browser) {
    let moment = try moment(from.sequence, on: from.branch)
    let former = moment.browser
    guard from.branch == to.branch else {
      return (former, try self.moment(to.sequence, on: to.branch).browser)
    }
    do throws(StoreFailure) {
      _ = try moment.step(to: to.sequence)
    } catch {
      throw CommandFailure(error)
    }
    return (former, moment.browser)
  }

  /// What there is to say of one event, of whatever line.
  private func answer<Value>(
    on sequence: EventID, _ body: (Event, EventWords) -> Value
  ) throws(CommandFailure) -> Value {
    var found: Value?
    try visitAll(isPrivate: sequence.isPrivate, from: sequence, through: sequence) {
      event, words in
      found = body(event, words)
      return false
    }
    guard let found else {
      throw CommandFailure("damaged", "Event \(sequence.rawValue) cannot be read.")
    }
    return found
  }

  /// A sign and a sentence a line.
  func table(of difference: Difference) -> Table {
    var table = Table([.left, .left])
    for line in difference.lines {
      let name = style.apply(.dim, to: line.name)
      table.add([
        sign(line.sign), [line.sentence, name].filter { !$0.isEmpty }.joined(separator: "  "),
      ])
    }
    return table
  }

  private func sign(_ sign: DifferenceLine.Sign) -> VisibleText {
    switch sign {
    case .came: style.apply(.green, to: "+")
    case .went: style.apply(.red, to: "-")
    case .changed: style.apply(.yellow, to: "~")
    }
  }
}

/// What `when` tells.
extension Shell {
  func whenAnswer(_ text: String) throws(CommandFailure) -> Answer {
    let expression: Expression
    do throws(ExpressionError) {
      expression = try ExpressionParser.parse(text)
    } catch {
      throw CommandFailure("badValue", error.message(in: text).sentence, status: .usage)
    }
    guard let moment = try firstMoment(expression) else {
      return printsJSON
        ? Answer { $0.member("when", Int?.none) } : Answer("It was never true, up to this moment.")
    }
    return moment.exists ? try answer(moment) : startAnswer
  }

  private var startAnswer: Answer {
    printsJSON
      ? Answer { $0.object("when") { $0.member("sequence", 0) } }
      : Answer("It is true at the start, before the first event.")
  }

  private func answer(_ moment: EventID) throws(CommandFailure) -> Answer {
    var answer = Answer.nothing
    var line: EventLine?
    try visitLog(isPrivate: moment.isPrivate, from: moment, through: moment) { event, words in
      if printsJSON {
        answer = Answer { $0.member("when", EventJSON.object(event, words: words)) }
      } else {
        line = EventLine(event, words: words)
      }
      return false
    }
    guard let line else { return answer }
    var table = Table([.left, .left, .left, .left])
    table.add([
      style.apply(.bold, to: "#\(moment.rawValue)"),
      VisibleText(Timestamp(milliseconds: line.event.milliseconds).description),
      style.apply(.cyan, to: line.kind),
      try read { words in line.main { pastName(of: $0, words) } },
    ])
    let advice: VisibleText =
      moment.isPrivate
      ? "“show #\(moment.rawValue)” tells what it made different; private windows have no past to go to."
      : "“at \(moment.rawValue)” goes there, “show \(moment.rawValue)” tells what it made different."
    return Answer(
      lines: table.text(width: presentation.columns) + style.apply(.dim, to: advice) + "\n")
  }

  /// The first moment at which an expression holds: nothing for the start, nil where it never does.
  ///
  /// One pass over the log, and for each undo and redo a fold of what it changed.
  private func firstMoment(_ expression: Expression) throws(CommandFailure) -> EventID? {
    let last = browser.sequence
    var replay = Replay(line(isPrivate: last.isPrivate))
    var watch = Watch(expression, replay.browser)
    if watch.holds { return .nothing }
    try replay.run(through: last, in: self) { event, words, replay in
      watch.note(event, words: words)
      if replay.turned == nil { watch.follow(event, replay.browser) }
      return !watch.holds
    } refolded: { browser in
      watch.rescan(browser)
      return !watch.holds
    }
    return watch.holds ? replay.browser.sequence : nil
  }
}
