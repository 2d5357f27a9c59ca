internal import BrowserModel
internal import Notation
internal import Store

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
    on sequence: EventID, _ body: (Event, (Text) -> String) -> Value
  ) throws(CommandFailure) -> Value {
    var found: Value?
    try visitAll(isPrivate: sequence.isPrivate, from: sequence, through: sequence) {
      event, words in
      found = withoutActuallyEscaping(words) { body(event, $0) }
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
