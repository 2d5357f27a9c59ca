internal import BrowserModel
internal import CommandKit
internal import Notation
internal import RetraceEventLog
internal import RetraceStore
internal import RetraceTimeline

/// Commands that show the whole state, and statistics about it.
enum StateCommands {
  static let all: [ConsoleCommand] = [state, stats]

  private static let state = CommandCatalogue.command(
    CommandDeclaration(
      "state", in: .data, .reads, "show the whole state",
      details: [
        "Without --json, a summary of open windows and tabs.",
        "Its parts are those that “windows”, “tabs”, “groups”, “closed”, “bookmarks”, “zoom "
          + "sites”, “set” and “marks” print; at a moment of the past the marks that were set "
          + "then. Ids of private things are negative.",
      ],
      answers: .object([
        .required("sequence", .integer, "the newest event that is on disk"),
        .required("time", .nullable(.time), "when that came; null at the start"),
        JSONShape.windows, JSONShape.tabs, JSONShape.groups, JSONShape.closed,
        JSONShape.bookmarks, JSONShape.zoomOfSites, JSONShape.settings, JSONShape.marks,
      ]),
      examples: [.init("state", "look at everything that is open")])
  ) { context, _ throws(CommandFailure) in
    let time = try context.timeInView()
    let marks = try context.marks(through: context.past?.position)
    let state = try context.readState()
    return try context.read { words in
      if context.printsJSON {
        return Answer { context.json(words).state(&$0, state, at: time, marks: marks) }
      }
      return overview(state, words, in: context)
    }
  }

  private static let stats = CommandCatalogue.command(
    CommandDeclaration(
      "stats", in: .data, .reads, "show statistics about the profile",
      details: [
        "Shows the number of open tabs over time, from the first event to the moment shown, the "
          + "most visited sites, and the size of the profile. Damaged, forgotten and undone events "
          + "are reported if there are any.",
        "It also lists programs that make the file grow, because they were stopped while reading, "
          + "for example with Ctrl-Z in the middle of a command.",
      ],
      options: [
        .flag(
          "internal",
          "all numbers, including storage details for developers of Retrace")
      ],
      answers: statsShape,
      examples: [
        .init("stats", "what there is"), .init("stats --internal", "how it is stored"),
      ])
  ) { context, arguments throws(CommandFailure) in
    try statsAnswer(isInternal: arguments.has("internal"), in: context)
  }

  /// The possible statistics, each with its name; some are only for the present or for a file.
  private static let statsShape = JSONShape.object(
    [
      .required("events", .integer), .required("windows", .integer), .required("tabs", .integer),
      .required("closed", .integer), .required("bookmarks", .integer),
      .required("zoomedSites", .integer), .required("undoneBatches", .integer),
      .optional("damagedEvents", .integer), .optional("forgottenEvents", .integer),
      .optional("unknownEvents", .integer, "events of a newer version"),
      .optional("lostEvents", .integer, "events lost before a recovery"),
      .optional("fileBytes", .integer), .optional("bytesPerEvent", .integer),
      .optional("openedAt", .integer, "the event at whose state it was opened"),
      .optional("keptBytes", .integer, "bytes of kept states and of the index"),
      .optional("rejectedStates", .integer, "kept states that did not fit"),
      .optional("indexedPages", .integer),
      .optional("backupOf", .integer, "events of the profile that this is a backup of"),
      .optional("restoredAt", .integer, "events when it was restored from an older copy"),
      .optional(
        "readers",
        .array(.object([.required("process", .integer), .required("passedWrites", .integer)])),
        "programs that make the file grow"),
      .optional("recordingFailure", .string, "why states could not be saved recently"),
    ] + Activity.members)

  /// The answer of `stats`.
  private static func statsAnswer(
    isInternal: Bool, in context: CommandContext
  ) throws(CommandFailure) -> Answer {
    let rows = try statistics(in: context)
    let held = try heldStates(in: context)
    let activity = isInternal ? nil : try Activity(context)
    let recordingFailure = context.past == nil ? context.store.recordingFailure?.description : nil
    if context.printsJSON {
      return Answer { json in
        for row in rows { json.member(row.name, row.value) }
        activity?.write(to: &json)
        if let recordingFailure { json.member("recordingFailure", recordingFailure) }
        guard !held.isEmpty else { return }
        json.array("readers") { json in
          for state in held {
            json.object { json in
              json.member("process", Int(state.process))
              json.member("passedWrites", state.passedWrites)
            }
          }
        }
      }
    }
    var table = Table([.left, .right])
    for row in rows where isInternal || row.isForPeople {
      table.add([SafeText(row.label), SafeText(row.value.grouped)])
    }
    var lines = table.text(width: context.presentation.columns)
    if let activity { lines += activity.lines }
    if let recordingFailure {
      lines += SafeText("States could not be saved recently: \(recordingFailure)") + "\n"
    }
    for state in held { lines += SafeText(sentence(of: state)) + "\n" }
    return Answer(lines: lines)
  }

  /// The states that other programs have kept for so long that the file grows, the oldest of each
  /// program.
  private static func heldStates(in context: CommandContext) throws(CommandFailure) -> [HeldState] {
    guard context.past == nil else { return [] }
    let held = try failing { () throws(LogFailure) in try context.store.log.heldStates() }
    var processes: Set<Int32> = []
    return held.filter {
      $0.passedWrites >= HeldState.manyWrites && processes.insert($0.process).inserted
    }
  }

  private static func sentence(of state: HeldState) -> String {
    "Process \(state.process) has read one state for \(state.passedWrites.grouped) writes; the "
      + "file grows until it continues or ends."
  }

  /// The statistics of the state shown and, at the present, of the file.
  private static func statistics(in context: CommandContext) throws(CommandFailure) -> [Statistic] {
    let state = try context.readState()
    let browser = state.browser
    let undoneBatches = context.timelineInView(isPrivate: false).undoneBatches
    let rows = [
      Statistic("events", "events", Int(browser.sequence.rawValue)),
      Statistic("windows", "windows", browser.windowOrder.count),
      Statistic("tabs", "tabs", browser.tabCount),
      Statistic("closed", "closed items at hand", browser.closed.count),
      Statistic("bookmarks", "bookmarks and folders", state.library.bookmarks.count),
      Statistic("zoomedSites", "sites with a zoom", browser.zoom.sites.set.count),
      Statistic("undoneBatches", "actions undone", undoneBatches.count, .whereAny),
    ]
    // The remaining statistics are about the file and the whole log, not about a moment.
    return context.past == nil ? rows + (try statisticsOfNow(in: context)) : rows
  }

  /// The statistics of the file and of the whole log.
  private static func statisticsOfNow(in context: CommandContext) throws(CommandFailure)
    -> [Statistic]
  {
    let newest = context.store.browser.sequence
    var rows = [
      Statistic("damagedEvents", "damaged events", context.store.damagedEvents.count, .whereAny),
      Statistic(
        "forgottenEvents", "events forgotten", forgottenCount(context.store.timeline), .whereAny),
      Statistic(
        "unknownEvents", "events of a newer version", context.store.timeline.unknownCount, .whereAny
      ),
    ]
    if !context.store.lostEvents.isEmpty {
      let count = context.store.lostEvents.count
      rows.append(Statistic("lostEvents", "events lost before a recovery", count))
    }
    guard context.store.log.directory != nil else { return rows }
    try failing { () throws(LogFailure) in
      let statistics = try context.store.log.statistics()
      rows.append(Statistic("fileBytes", "bytes on disk", Int(statistics.fileBytes)))
      if newest.exists {
        rows.append(
          Statistic(
            "bytesPerEvent", "bytes an event",
            Int(statistics.fileBytes) / Int(newest.rawValue), .isInternal))
      }
      rows.append(
        Statistic(
          "openedAt", "event at whose state it was opened", Int(context.store.openedAt.rawValue),
          .isInternal))
      rows.append(
        Statistic(
          "keptBytes", "bytes of kept states and of the index", statistics.checkpointBytes,
          .isInternal))
      rows.append(
        Statistic(
          "rejectedStates", "kept states that did not fit and were dropped",
          try context.store.rejectedCheckpointCount(), .isInternal))
      rows.append(
        Statistic(
          "indexedPages", "pages in the index", try context.store.visitIndexSize().rowCount,
          .isInternal))
      rows += try context.store.log.read { (reader) throws(LogFailure) in
        try copyStatistics(reader)
      }
    }
    return rows
  }

  /// The statistics about whether the profile is or was a backup.
  private static func copyStatistics(
    _ reader: borrowing Reader
  ) throws(LogFailure) -> [Statistic] {
    var rows: [Statistic] = []
    if let mark = try reader.backupMark() {
      rows.append(
        Statistic(
          "backupOf", "events of the profile that this is a backup of", Int(mark.recordCount)))
    }
    if let formerCopy = try reader.formerCopy() {
      rows.append(
        Statistic(
          "restoredAt", "events when it was restored from an older copy",
          Int(formerCopy.recordCount)))
    }
    return rows
  }

  /// The number of events with forgotten data, counted once for each forgetting.
  private static func forgottenCount(_ timeline: Timeline) -> Int {
    timeline.redactions.reduce(0) { $0 + $1.count }
  }

  /// The answer of `state` for the user: the windows with their tabs, and counts.
  private static func overview(_ state: ProfileState, _ words: LogText, in context: CommandContext)
    -> Answer
  {
    var lines = TabTable(context, words).windowLines(marksAll: true) { _, _ in true }.text
    let counts: [SafeText] = [
      SafeText(state.browser.closed.count.grouped) + " closed",
      .counted(state.library.bookmarks.all.count { $0.kind == .bookmark }, "bookmark"),
      .counted(state.browser.zoom.sites.set.count, "site") + " zoomed",
      .counted(Int(state.browser.sequence.rawValue), "event"),
    ]
    lines += context.style.apply(.dim, to: counts.joined(separator: ", ")) + "\n"
    return Answer(lines: lines)
  }
}

/// A value shown by `stats`.
private struct Statistic {
  let name: String
  let label: String
  let value: Int
  private let audience: Audience

  /// The readers that the value is for.
  enum Audience {
    case everybody
    /// Everybody, unless the value is 0.
    case whereAny
    /// Developers of Retrace.
    case isInternal
  }

  init(_ name: String, _ label: String, _ value: Int, _ audience: Audience = .everybody) {
    self.name = name
    self.label = label
    self.value = value
    self.audience = audience
  }

  var isForPeople: Bool {
    switch audience {
    case .everybody: true
    case .whereAny: value != 0
    case .isInternal: false
    }
  }
}
