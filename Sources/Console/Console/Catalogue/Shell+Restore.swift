internal import BrowserModel
internal import Store
internal import Timeline

/// What `restore` works with.
extension Shell {
  /// Makes parts of the present what they were at a moment of the console's own line, and leaves the
  /// past.
  mutating func restore(_ point: Point, _ arguments: Arguments) throws(CommandFailure) -> Answer {
    let moment = try ownMoment(point) ?? store.timeline.position
    let parts = try parts(arguments, at: moment)
    let former = store.browser
    let performed = try writing { store throws(StoreFailure) in
      try store.restore(moment, parts, by: Origin(.user, via: .console))
    }
    past = nil
    if printsJSON { return answer(performed, "") }
    let name: VisibleText = moment.exists ? "#\(moment.rawValue)" : "the start"
    return try view { words in
      let difference = Difference(from: former, to: store.browser, words)
      return Answer(
        lines: "restored \(name)\n" + table(of: difference).text(width: presentation.columns))
    }
  }

  /// What is to be restored; windows and tabs are counted as they stood then.
  private func parts(
    _ arguments: Arguments, at moment: EventID
  ) throws(CommandFailure) -> [Restoration.Part] {
    var then = self
    then.past = try self.moment(moment, on: store.timeline.lineage.branch)
    var parts: [Restoration.Part] = []
    if arguments.has("tabs") { parts.append(.missingTabs) }
    for window in arguments.references("window") {
      parts.append(.window(try then.window(window).id))
    }
    for tab in arguments.references("tab") { parts.append(.tab(try then.tab(tab).id)) }
    if arguments.has("bookmarks") { parts.append(.bookmarks) }
    if arguments.has("zoom") { parts.append(.zoom) }
    if arguments.has("settings") { parts.append(.settings) }
    return parts.isEmpty ? [.windows] : parts
  }
}
