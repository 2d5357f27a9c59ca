internal import BrowserModel
internal import Notation
internal import Store

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
