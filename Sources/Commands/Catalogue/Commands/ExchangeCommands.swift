internal import BrowserModel
internal import CommandKit
internal import Notation
internal import RetraceEventLog
internal import RetraceStore
internal import RetraceTimeline

/// Commands that bring in, write and record what other programs know.
enum ExchangeCommands {
  static let all: [ConsoleCommand] = [importing, exporting, record, replay]

  private static let importing = CommandCatalogue.command(
    CommandDeclaration(
      "import", in: .data, .writes, "bring in what another browser or program knows",
      details: [
        "Takes a file, or the folder of a browser's profile: windows, tabs with their histories, "
          + "what was closed, bookmarks, visits, the zoom of sites, each with its own time. The "
          + "format is found by what is in the file; nothing of the source is changed, and its "
          + "browser may be running.",
        "It reads Firefox, Chromium and Safari with their sessions, histories and bookmarks, and "
          + "Arc, qutebrowser, Firefox for Android and Opera 12; bookmark files in HTML; Google "
          + "Takeout; Pocket, Instapaper, Raindrop, Diigo, Readwise, wallabag, Pinboard and buku; "
          + "OneTab, Tab Session Manager, Session Buddy and Sidebery; tables, OPML, lists of links "
          + "in Markdown, HTTP archives, and shortcuts to pages.",
        "What is there already does not come again, so the same file twice adds nothing, and a "
          + "newer one adds what is new. What cannot be read is reported, and the rest comes in. "
          + "All of it is one action: one “undo” takes it back.",
        "Bookmarks come in whatever their scheme, scripts and files too; “bookmark open” follows a "
          + "script only with --allow-script. What is not an address is left out and reported.",
        "Anything that Retrace has no place for, such as bookmark icons or tab containers, is counted.",
        "FORMAT is one of " + importFormats.joined(separator: ", ")
          + ": “help formats” tells of each.",
      ],
      takes: [.required("file", .file)],
      options: [
        .value(
          "format", "FORMAT", .choice(importFormats), "what the file is, if it is not found out"),
        .flag("dry-run", "only say how much would come in"),
        .value("into", "FOLDER", .folder, "put bookmarks into this folder"),
        .value("since", "POINT", .point, "only bookmarks and visits from then on"),
        .value("until", "POINT", .point, "only bookmarks and visits up to then"),
      ],
      answers: importShape,
      examples: [
        .init("import ~/.mozilla/firefox/abc.default", "a profile of Firefox"),
        .init("import bookmarks.html --into Old", "bookmarks, into a folder"),
        .init(
          "import places.sqlite --since @365d --dry-run", "how much the last year would bring in"),
      ])
  ) { context, arguments throws(CommandFailure) in try importAnswer(arguments, in: context) }

  private static let record = CommandCatalogue.command(
    CommandDeclaration(
      "record", in: .data, .writes, "start a browser and write down what happens in it",
      details: [
        "Starts Chromium or Firefox and records, as it happens: tabs and windows that open, close "
          + "and move, what is selected, pinned, muted and grouped, pages with their titles, Back "
          + "and Forward, and a picture of each page that is in front. Each action is on disk "
          + "before the next is looked at, and shown as “log” shows it. Close the browser, or "
          + "press Ctrl-C, to end; the tabs stay open in the log. Whatever ends this program ends "
          + "the browser, too.",
        "The browser's profile is one that goes with the recording, unless --profile-dir names "
          + "one. What such a profile brings along, by its own settings or after a crash, is "
          + "recorded on in the tabs in which it was recorded before; others in the log stay as "
          + "they are.",
        "Chromium lets nobody look into the profile that it uses by default. An extension of a few "
          + "lines, called Retrace, tells about its strip meanwhile.",
        "Firefox opens its remote control on a free port of this computer alone for the first "
          + "seconds, and two lines stand in user.js of the profile for as long; then both are "
          + "gone. It must not be running with that profile already. Where it would restart by "
          + "itself, it closes.",
        "Not recorded: private windows, text that was typed before it became an address, redirects "
          + "on the way, zoom, bookmarks, how far a page was scrolled; in Firefox, addresses that "
          + "could not be reached. What happens faster than the browser can be asked is recorded "
          + "as its result.",
      ],
      takes: [.required("browser", browsers), .repeated("url", .word, orNone: true)],
      options: browserOptions + [
        .value("profile-dir", "DIR", .file, "a browser profile to use and keep"),
        .flag("no-pictures", "keep no pictures of pages"),
        .flag("quiet", letter: "q", "show no line for each event that is recorded"),
      ],
      answers: recordShape,
      examples: [
        .init("record chromium https://example.com", "until the browser is closed"),
        .init("record firefox --profile-dir ~/.mozilla/recorded", "a profile to use and keep"),
      ])
  ) { context, arguments throws(CommandFailure) in try recordAnswer(arguments, in: context) }

  private static let replay = CommandCatalogue.command(
    CommandDeclaration(
      "replay", in: .data, .reads, "open a moment in a fresh browser",
      details: [
        "Starts Chromium or Firefox with the windows of the state in view, or of a moment: tabs in "
          + "order with their whole lists of Back and Forward, the entry where each stood, pins, "
          + "groups, and the active tab. A page is loaded when its tab is looked at. The profile "
          + "is a fresh one that goes with the browser; nothing is recorded. It lasts until the "
          + "browser is closed.",
        "What could not be brought back is reported, and what the browser is not given is counted: "
          + "closed tabs, zooms and scroll positions. A page's own state (forms, its session "
          + "storage) and private windows never come.",
      ],
      takes: [.required("browser", browsers), .optional("point", .point)],
      options: browserOptions,
      answers: replayShape,
      examples: [
        .init("replay chromium", "what is open now"),
        .init("replay firefox @yesterday", "what was open when yesterday began"),
      ])
  ) { context, arguments throws(CommandFailure) in try replayAnswer(arguments, in: context) }

  private static let browsers = ValueKind.choice(["chromium", "firefox"])

  private static let browserOptions: [CommandOption] = [
    .value("program", "PROGRAM", .file, "the browser's program, if it has another name"),
    .flag("headless", "show no window"),
  ]

  private static let exporting = CommandCatalogue.command(
    CommandDeclaration(
      "export", in: .data, .reads, "write the state, or the log, for another program",
      details: [
        "netscape (bookmarks as HTML, for every browser), chromium-bookmarks, opml and csv have "
          + "the bookmarks; bookmarks-csv and bookmarks-jsonl all that is known of them, and "
          + "visits-csv and visits-jsonl the visited pages, for “import” and for other programs; firefox-session (and firefox-session-json, not packed) has the windows "
          + "with their tabs and histories, and what was closed; onetab the open tabs; markdown "
          + "tabs and bookmarks, to be read by people; jsonl all events of the log, from which "
          + "“import” makes the same log again in a new profile. What a format has no place for is "
          + "left out and counted. Chromium keeps tags, keywords and notes without showing them.",
        "In tables a cell that a spreadsheet would run as a formula begins with an apostrophe, which "
          + "“import” removes again.",
        "svg draws the tabs in the course of the log, dot its branches and marks for Graphviz; "
          + "with --tab both draw the trail of a tab. Private windows are never exported, pictures "
          + "of pages neither.",
        "Without a file it goes to standard output. A file that is there stays as it is unless "
          + "--replace is given.",
      ],
      takes: [
        .required("format", .choice(exportFormats)), .optional("file", .file),
      ],
      options: [
        .value("at", "POINT", .point, "that moment instead of the one in view"),
        .value("tab", "TAB", .tab, "draw the trail of a tab"),
        .flag("replace", "write over a file that is there"),
      ],
      answers: exportShape,
      examples: [
        .init("export netscape bookmarks.html", "bookmarks that every browser imports"),
        .init("export firefox-session old.jsonlz4 --at @yesterday", "a session for Firefox"),
        .init("export visits-csv visits.csv", "all visits as a table"),
        .init("export jsonl", "the whole log, one line per event"),
        .init("export svg trail.svg --tab 3", "what was visited from the third tab"),
      ])
  ) { context, arguments throws(CommandFailure) in try exportAnswer(arguments, in: context) }

  private static let importShape = JSONShape.anyOf([
    .object([importMember] + JSONShape.writtenMembers), .object([importMember]),
  ])

  /// With --dry-run it is alone.
  private static let importMember = JSONShape.Member.required(
    "import",
    .object([
      .required("windows", .integer), .required("tabs", .integer), .required("groups", .integer),
      .required("closedTabs", .integer), .required("bookmarks", .integer),
      .required("folders", .integer), .required("separators", .integer),
      .required("visits", .integer), .required("sites", .integer),
      .required("events", .integer), .required("known", .integer, "what was there already"),
      .required("problemCount", .integer),
      .required("problems", .array(.string), "the first of them, one sentence each"),
      .required("leftOut", .map(.integer), "what has no place here, by its kind"),
      .required("dryRun", .boolean),
    ]))

  private static let recordShape = JSONShape.object(
    [
      .required(
        "record",
        .object([
          .required("events", .integer, "how many were recorded"),
          .required("end", .choice(["closed", "crashed"])),
          .optional("reason", .string, "why it crashed"),
          .required("problems", .array(.string), "a sentence each"),
        ]))
    ] + JSONShape.writtenMembers)

  private static let replayShape = JSONShape.thing(
    "replay",
    .object([
      .required("windows", .integer), .required("tabs", .integer),
      .required("entries", .integer), .required("missing", .array(.string), "a sentence each"),
      .required("leftOut", .map(.integer), "what the browser is not given, by its kind"),
    ]))

  private static let exportShape = JSONShape.thing(
    "export",
    .object([
      .required("format", .choice(exportFormats)), .optional("file", .string),
      .optional("text", .string, "all of it, without a file"),
      .required("problems", .array(.string), "a sentence each"),
      .required("leftOut", .map(.integer), "what the format has no place for, by its kind"),
      .required(
        "notShown", .map(.integer), "what the file holds and its program never shows, by its kind"),
    ]))

  private static let importFormats = [
    "firefox-session", "firefox-places", "firefox-bookmarks", "firefox-zoom", "chromium-session",
    "chromium-tabs", "chromium-history", "chromium-bookmarks", "chromium-preferences",
    "firefox-android", "safari-history", "safari-history-plist", "safari-bookmarks",
    "safari-session", "netscape", "takeout", "pocket", "instapaper", "diigo", "readwise",
    "wallabag", "raindrop", "csv", "pinboard", "buku", "opera-bookmarks", "qutebrowser-session",
    "qutebrowser-history", "qutebrowser-quickmarks", "qutebrowser-bookmarks", "arc", "link",
    "onetab", "onetab-storage", "tab-session-manager", "session-buddy", "sidebery", "opml", "har",
    "markdown", "bookmarks-csv", "bookmarks-jsonl", "visits-csv", "visits-jsonl", "jsonl",
  ]

  private static let exportFormats = [
    "netscape", "chromium-bookmarks", "firefox-session", "firefox-session-json", "onetab",
    "markdown", "csv", "opml", "bookmarks-csv", "bookmarks-jsonl", "visits-csv", "visits-jsonl",
    "jsonl", "dot", "svg",
  ]

  /// Imports a file, and shows what the other program says.
  private static func importAnswer(
    _ arguments: Arguments, in context: CommandContext
  ) throws(CommandFailure) -> Answer {
    var words = ["import"] + (try profileWords(in: context))
    if let format = arguments.text("format") { words += ["--format", format] }
    if arguments.has("dry-run") { words.append("--dry-run") }
    if let folder = arguments.text("into") { words += ["--into", folder] }
    if let point = arguments.point("since") {
      words += ["--since", "\(try milliseconds(of: point, in: context))"]
    }
    if let point = arguments.point("until") {
      words += ["--until", "\(try milliseconds(of: point, in: context))"]
    }
    words += ["--now", "\(context.presentation.now().milliseconds)"]
    return try runExchangeProgram(words + ["--", arguments.text("file") ?? ""], in: context)
  }

  /// Records a browser until it is closed.
  private static func recordAnswer(
    _ arguments: Arguments, in context: CommandContext
  ) throws(CommandFailure) -> Answer {
    var words = ["record"] + (try profileWords(in: context)) + browserWords(arguments)
    if let folder = arguments.text("profile-dir") { words += ["--profile-dir", folder] }
    if arguments.has("no-pictures") { words.append("--no-pictures") }
    if arguments.has("quiet") { words.append("--quiet") }
    if context.style.isColored { words.append("--colored") }
    words += ["--", arguments.text("browser") ?? ""] + arguments.texts("url")
    return try runExchangeProgram(words, in: context)
  }

  /// Opens the state in view, or that of another moment, in a browser.
  private static func replayAnswer(
    _ arguments: Arguments, in context: CommandContext
  ) throws(CommandFailure) -> Answer {
    var words = ["replay"] + (try profileWords(in: context)) + browserWords(arguments)
    words += try momentWords(arguments.point("point"), in: context)
    return try runExchangeProgram(words + ["--", arguments.text("browser") ?? ""], in: context)
  }

  /// Which moment, and of which branch.
  private static func momentWords(
    _ point: Point?, in context: CommandContext
  ) throws(CommandFailure) -> [String] {
    if let past = context.past, past.isWhatIf, point == nil {
      throw CommandFailure(
        "notAllowed", "What never was cannot be replayed; “now” goes back to the present.")
    }
    let place = try point.map { point throws(CommandFailure) in try context.place(of: point) }
    let line = context.lineageInView
    let branch = place?.branch ?? line.branch
    let sequence = place?.sequence ?? context.past?.position ?? context.store.timeline.position
    return ["--moment", "\(sequence.rawValue)", "--branch", "\(branch.rawValue)"]
  }

  /// How a browser is started, as options of the other program.
  private static func browserWords(_ arguments: Arguments) -> [String] {
    var words: [String] = []
    if let program = arguments.text("program") { words += ["--program", program] }
    if arguments.has("headless") { words.append("--headless") }
    return words
  }

  /// The other program does it, and this session knows what it wrote.
  private static func runExchangeProgram(
    _ words: [String], in context: CommandContext
  ) throws(CommandFailure) -> Answer {
    try HelperProcess(.exchange, words).wait()
    _ = try failing { () throws(LogFailure) in try context.store.catchUp() }
    return .nothing
  }

  /// Exports the state in view, or that of another moment.
  private static func exportAnswer(
    _ arguments: Arguments, in context: CommandContext
  ) throws(CommandFailure) -> Answer {
    var words = ["export"] + (try profileWords(in: context)) + ["--read-only"]
    let moment = try exportedMoment(arguments.point("at"), in: context)
    words += ["--branch", "\(moment.branch.rawValue)"]
    if let sequence = moment.sequence { words += ["--moment", "\(sequence.rawValue)"] }
    if let format = arguments.text("format") { words += ["--format", format] }
    if let reference = arguments.reference("tab") {
      let tab = try context.openOrClosedTab(reference).id
      if tab.isPrivate {
        throw CommandFailure("notAllowed", "What is private is never exported.")
      }
      words += ["--tab", "\(tab.rawValue)"]
    }
    if arguments.has("replace") { words.append("--replace") }
    words.append("--")
    if let file = arguments.text("file") { words.append(file) }
    var answer = Answer.nothing
    answer.mayLackEvents = try HelperProcess(.exchange, words).wait()
    return answer
  }

  /// The line and the newest event of it that is exported; no event: the present.
  private static func exportedMoment(
    _ point: Point?, in context: CommandContext
  ) throws(CommandFailure) -> (branch: BranchID, sequence: EventID?) {
    if let point, point != .now {
      let place = try context.place(of: point)
      return (place.branch, place.sequence)
    }
    guard let past = context.past, point == nil else {
      return (context.store.timeline.lineage.branch, nil)
    }
    if past.isWhatIf {
      throw CommandFailure("notAllowed", "What never was cannot be exported; “now” goes back.")
    }
    return (past.lineage.branch, past.position)
  }

  /// The profile and how to answer, as options of the other program.
  private static func profileWords(in context: CommandContext) throws(CommandFailure) -> [String] {
    var words =
      try HelperProcess.profileOptions(in: context) + HelperProcess.answerOptions(in: context)
    if context.store.log.isReadOnly { words.append("--read-only") }
    let branch = context.store.timeline.lineage.branch
    if branch.exists { words += ["--branch", "\(branch.rawValue)"] }
    return words
  }

  /// The time that a point means.
  private static func milliseconds(
    of point: Point, in context: CommandContext
  ) throws(CommandFailure) -> Int64 {
    if case .time(let time) = point {
      return time.timestamp(now: context.presentation.now()).milliseconds
    }
    let position = try context.sequence(of: point)
    return try context.time(of: position, on: context.store.timeline.lineage)?.milliseconds ?? 0
  }
}
