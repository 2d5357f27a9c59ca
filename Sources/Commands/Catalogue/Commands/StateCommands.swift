internal import BrowserModel
internal import CommandKit
internal import Notation
internal import RetraceEventLog
internal import RetraceStore
internal import RetraceTimeline

/// Commands that show the complete state, and statistics about it.
enum StateCommands {
  static let all: [ConsoleCommand] = [state, stats]

  private static let state = CommandCatalogue.command(
    CommandDeclaration(
      "state", in: .data, .reads, "show the whole state",
      details: [
        "Without --json, prints a summary of open windows and tabs.",
        "With --json, prints everything that “windows”, “tabs”, “groups”, “closed”, “bookmarks”, "
          + "“zoom sites”, “set” and “marks” print. At a moment of the past, this includes only "
          + "marks that were already set. Ids of private things are negative.",
      ],
      answers: StateAnswer.shape,
      examples: [.init("state", "look at everything that is open")])
  ) { context, _ throws in
    let time = try context.shownTime()
    let marks = try context.marks(through: context.past?.position)
    let state = try context.readState()
    return try context.read { words in
      if context.printsJSON {
        return Answer(
          json: StateAnswer(shown: context.shown(words), state: state, time: time, marks: marks))
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
          "show all numbers, including storage details for developers of Retrace")
      ],
      answers: StatsAnswer.shape,
      examples: [
        .init("stats", "show the main statistics"),
        .init("stats --internal", "include details of the storage"),
      ])
  ) { context, arguments throws in
    try statsAnswer(isInternal: arguments.has("internal"), in: context)
  }

  /// Returns the answer of `stats`.
  private static func statsAnswer(
    isInternal: Bool, in context: CommandContext
  ) throws -> Answer {
    let stats = try StatsAnswer(isInternal: isInternal, in: context)
    return context.printsJSON ? Answer(json: stats) : Answer(lines: stats.lines)
  }

  /// Returns the answer of `state` for the user, which consists of the windows with their tabs, and
  /// of counts.
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
