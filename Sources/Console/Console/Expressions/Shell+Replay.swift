internal import BrowserModel
internal import Store

extension Replay {
  /// Goes on through an event, as long as `follow` and `refolded` want to.
  ///
  /// - Parameters:
  ///   - follow: Gets each event, its words, and this replay behind it, lent and not copied. After an
  ///     undo or a redo the state is not known until `refolded` gets it.
  ///   - refolded: Gets the state after an undo or a redo.
  mutating func run(
    through last: EventID, in shell: Shell,
    _ follow: (Event, (Text) -> String, inout Replay) -> Bool = { _, _, _ in true },
    refolded: (Browser) -> Bool = { _ in true }
  ) throws(CommandFailure) {
    var goesOn = true
    while goesOn, browser.sequence != last {
      let before = browser.sequence
      try shell.visit(behind: before, through: last) { event, words in
        take(event)
        goesOn = withoutActuallyEscaping(words) { follow(event, $0, &self) }
        return goesOn && turned == nil
      }
      // Nothing but records that cannot be read is left.
      if browser.sequence == before { return }
      guard turned != nil else { continue }
      try refold { (behind, through, fold) throws(CommandFailure) in
        try shell.visit(behind: behind, through: through) { event, _ in
          fold(event)
          return true
        }
      }
      goesOn = refolded(browser)
    }
  }
}

extension Shell {
  fileprivate func visit(
    behind: EventID, through last: EventID, _ body: (Event, (Text) -> String) -> Bool
  ) throws(CommandFailure) {
    let first = behind.exists ? behind.advanced(by: 1) : nil
    try visitLog(isPrivate: last.isPrivate, from: first, through: last, backwards: false, body)
  }
}
