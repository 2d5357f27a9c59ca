internal import BrowserModel
internal import Session

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

  /// One event, and what it made different.
  func showAnswer(_ sequence: Sequence) throws(CommandFailure) -> Answer {
    _ = try existingEvent(Int64(sequence.rawValue))
    let before = try state(at: sequence.advanced(by: -1))
    let after = try state(at: sequence)
    let (json, lines) = try read { words in
      let difference = Difference(from: before, to: after, words)
      return (difference.json, table(of: difference).text(width: presentation.columns))
    }
    var found: Answer?
    try visitAll(isPrivate: sequence.isPrivate, from: sequence, through: sequence) {
      event, words in
      if printsJSON {
        found = Answer { writer in
          EventJSON.write(event, to: &writer, words: words)
          writer.member("diff", json)
        }
      } else {
        let event = EventLine(event, words: words).full(style: style)
        let effect = lines.isEmpty ? "It changed nothing that can be seen.\n" : lines
        found = Answer(lines: "\(event)\n\(effect)")
      }
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
