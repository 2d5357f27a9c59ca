internal import BrowserModel
internal import EventLog
internal import Notation
internal import Store
internal import Timeline

/// Commands that show the whole state, and what there is of it.
enum StateCommands {
  static let all: [ConsoleCommand] = [state, stats]

  private static let state = Catalogue.command(
    CommandDeclaration(
      "state", in: .data, .reads, "show the whole state",
      details: [
        "With --json everything; without, what is open at a glance.",
        "{\"sequence\":N,\"time\":…,\"windows\":[…],\"tabs\":[…],\"groups\":[…],\"closed\":[…],"
          + "\"bookmarks\":[…],\"zoom\":{…},\"settings\":{…},\"marks\":{…}}: the parts as “windows”, “tabs”, "
          + "“groups”, “closed”, “bookmarks”, “zoom sites”, “set” and “marks” print them; at a moment of the "
          + "past the marks that were set then. Sequence counts "
          + "the durable events, and time is that of the newest, null at the start. Ids of private things "
          + "are negative.",
      ],
      examples: [.init("state", "look at everything that is open")])
  ) { shell, _ throws(CommandFailure) in
    let time = try shell.timeInView()
    let marks = try shell.marks(through: shell.past?.position)
    let state = try shell.readState()
    return try shell.read { words in
      if shell.printsJSON {
        return Answer { shell.json(words).state(&$0, state, at: time, marks: marks) }
      }
      return overview(state, words, in: shell)
    }
  }

  private static let stats = Catalogue.command(
    CommandDeclaration(
      "stats", in: .data, .reads, "show sizes and counts of the profile",
      examples: [.init("stats", "show them")])
  ) { shell, _ throws(CommandFailure) in try statsAnswer(in: shell) }

  /// What `stats` shows.
  private static func statsAnswer(in shell: Shell) throws(CommandFailure) -> Answer {
    let rows = try statistics(in: shell)
    if shell.printsJSON {
      return Answer { json in for row in rows { json.member(row.name, row.value) } }
    }
    var table = Table([.left, .right])
    for row in rows { table.add([VisibleText(row.label), VisibleText(row.value.grouped)]) }
    guard shell.past == nil, let failure = shell.store.keepingFailure else {
      return Answer(table, width: nil)
    }
    let reason = VisibleText("States could not be kept lately: \(failure.description)")
    return Answer(lines: table.text(width: nil) + reason + "\n")
  }

  /// The numbers of the state in view, and at the present those of the file.
  private static func statistics(in shell: Shell) throws(CommandFailure) -> [Statistic] {
    let state = try shell.readState()
    let browser = state.browser
    let undoneBatches = shell.timelineInView(isPrivate: false).undoneBatches
    let rows = [
      Statistic("events", "events", Int(browser.sequence.rawValue)),
      Statistic("windows", "windows", browser.windowOrder.count),
      Statistic("tabs", "tabs", browser.tabCount),
      Statistic("closed", "closed items at hand", browser.closed.count),
      Statistic("bookmarks", "bookmarks and folders", state.library.bookmarks.count),
      Statistic("zoomedSites", "sites with a zoom", browser.zoom.sites.set.count),
      Statistic("undoneBatches", "batches undone", undoneBatches.count),
    ]
    // What follows is of the file and of the whole log, which have no past.
    return shell.past == nil ? rows + (try statisticsOfNow(in: shell)) : rows
  }

  /// The numbers of the file and of the whole log.
  private static func statisticsOfNow(in shell: Shell) throws(CommandFailure) -> [Statistic] {
    let newest = shell.store.browser.sequence
    var rows = [
      Statistic("damagedEvents", "damaged events", shell.store.timeline.damaged.count),
      Statistic("forgottenEvents", "events forgotten", forgottenCount(shell.store.timeline)),
      Statistic("unknownEvents", "events of a newer version", shell.store.timeline.unknownCount),
    ]
    guard shell.store.log.directory != nil else { return rows }
    try failing { () throws(LogFailure) in
      let statistics = try shell.store.log.statistics()
      rows.append(Statistic("fileBytes", "bytes on disk", Int(statistics.fileBytes)))
      if newest.exists {
        rows.append(
          Statistic(
            "bytesPerEvent", "bytes an event",
            Int(statistics.fileBytes) / Int(newest.rawValue)))
      }
      rows.append(
        Statistic(
          "openedAt", "event at whose state it was opened", Int(shell.store.openedAt.rawValue)))
      rows.append(
        Statistic("keptBytes", "bytes of kept states and of the index", statistics.checkpointBytes))
      rows.append(
        Statistic(
          "rejectedStates", "kept states that did not fit and were dropped",
          try shell.store.rejectedCheckpointCount()))
      rows.append(
        Statistic("indexedPages", "pages in the index", try shell.store.visitIndexSize().rowCount))
    }
    return rows
  }

  /// How many events have lost words, counted once for each time at which they did.
  private static func forgottenCount(_ timeline: Timeline) -> Int {
    timeline.redactions.reduce(0) { $0 + $1.count }
  }

  /// What `state` shows a person: the windows with their tabs, and counts.
  private static func overview(_ state: ProfileState, _ words: LogText, in shell: Shell) -> Answer {
    var lines = shell.windowLines(marksAll: true, words) { _, _ in true }
    let counts: [VisibleText] = [
      "\(state.browser.closed.count) closed",
      .counted(state.library.bookmarks.all.count { $0.kind == .bookmark }, "bookmark"),
      .counted(state.browser.zoom.sites.set.count, "site") + " zoomed",
      .counted(Int(state.browser.sequence.rawValue), "event"),
    ]
    lines += shell.style.apply(.dim, to: counts.joined(separator: ", ")) + "\n"
    return Answer(lines: lines)
  }
}

/// A number that `stats` shows.
private struct Statistic {
  let name: String
  let label: String
  let value: Int

  init(_ name: String, _ label: String, _ value: Int) {
    self.name = name
    self.label = label
    self.value = value
  }
}
