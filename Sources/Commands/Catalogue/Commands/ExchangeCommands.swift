internal import BrowserModel
package import CommandKit
internal import ExchangeFormats
internal import Notation
internal import RetraceEventLog
internal import RetraceStore
internal import RetraceTimeline

/// Commands that import, export and record data of other programs.
package enum ExchangeCommands {
  static let all: [ConsoleCommand] = [importing, exporting, inspect, record, replay]

  /// The commands that `retrace-exchange` performs.
  package static let declarations = [importing, exporting, inspect, replay].map(\.declaration)
  /// The command that `retrace-live` performs.
  package static let recordDeclaration = record.declaration

  private static let importing = CommandCatalogue.command(
    CommandDeclaration(
      "import", in: .data, .writes, "import data of another browser or program",
      details: [
        "Imports a file, or the folder of a browser's profile: windows, tabs with their histories, "
          + "closed tabs, bookmarks, visits, and the zoom of sites, each with its original time. "
          + "The format is detected from the contents of the file. The source is not changed, and "
          + "its browser may be running.",
        "It reads Firefox, Chromium and Safari with their sessions, histories and bookmarks, and "
          + "Arc, qutebrowser, Firefox for Android and Opera 12; bookmark files in HTML; Google "
          + "Takeout; Pocket, Instapaper, Raindrop, Diigo, Readwise, wallabag, Pinboard and buku; "
          + "OneTab, Tab Session Manager, Session Buddy and Sidebery; tables, OPML, lists of links "
          + "in Markdown, HTTP archives, and shortcuts to pages.",
        "Existing data is skipped, so importing the same file again adds nothing, and importing a "
          + "newer one adds only what is new. Unreadable data is reported, and the rest is "
          + "imported. An import is one action, which one “undo” reverts.",
        "Bookmarks of any scheme are imported, including scripts and files; “bookmark open” runs a "
          + "script only with --allow-script. Invalid addresses are omitted and reported.",
        "Unsupported data, such as bookmark icons or tab containers, is counted.",
        "FORMAT is one of " + importFormats.joined(separator: ", ")
          + ". “help formats” describes each.",
      ],
      takes: [.required("file", .file)],
      options: [
        .value(
          "format", "FORMAT", .choice(importFormats), "the format, if it is not detected"),
        .flag("dry-run", "only show how much would be imported"),
        .value("into", "FOLDER", .folder, "put bookmarks into this folder"),
        .value("since", "POINT", .point, "import only bookmarks and visits from this point on"),
        .value("until", "POINT", .point, "import only bookmarks and visits up to this point"),
      ],
      answers: importShape,
      examples: [
        .init("import ~/.mozilla/firefox/abc.default", "import a Firefox profile"),
        .init("import bookmarks.html --into Old", "import bookmarks into a folder"),
        .init(
          "import places.sqlite --since @365d --dry-run", "show how much the last year would add"),
      ])
  ) { context, arguments throws in try importAnswer(arguments, in: context) }

  private static let record = CommandCatalogue.command(
    CommandDeclaration(
      "record", in: .data, .writes, "start a browser and record what happens in it",
      details: [
        "Starts Chromium or Firefox with Retrace's extension, and records as it happens: tabs and "
          + "windows that open, close and move, which are selected, pinned, muted and grouped, pages "
          + "with their titles, Back and Forward, and a picture of each page that is shown. "
          + "Close the browser or press Ctrl-C to end the recording. The tabs stay open in the log. "
          + "If this program ends for any reason, the browser ends too. To record the browser that "
          + "you use every day, see “live”.",
        "What another program does to these tabs in the profile, such as “close” or “undo” in "
          + "another console, happens in the browser.",
        "The browser's profile is temporary, unless --profile-dir names one. Tabs that such a "
          + "profile restores, by its settings or after a crash, continue in the tabs in which "
          + "they were recorded before. Other tabs in the log are not changed.",
        "The extension is loaded only for this run. Firefox accepts it in its ESR and Developer "
          + "Edition and in builds of Linux distributions, because Mozilla has not signed it. In the "
          + "profile, Firefox needs two settings while it runs, which are removed afterwards. "
          + "Firefox must not already be running with that profile.",
        "Not recorded: private windows, text that was typed before it became an address, intermediate "
          + "redirects, and bookmarks. If changes happen faster than the browser can be queried, "
          + "only their result is recorded.",
      ],
      takes: [.required("browser", browsers), .repeated("url", .word, orNone: true)],
      options: browserOptions + [
        .value("profile-dir", "DIR", .file, "use this browser profile, and keep it"),
        .flag("no-pictures", "do not store pictures of pages"),
        .flag("quiet", letter: "q", "do not show recorded events"),
      ],
      answers: recordShape,
      examples: [
        .init("record chromium https://example.com", "record until the browser is closed"),
        .init("record firefox --profile-dir ~/.mozilla/recorded", "use a profile, and keep it"),
      ])
  ) { context, arguments throws in
    try run(.live, arguments, in: context)
  }

  private static let replay = CommandCatalogue.command(
    CommandDeclaration(
      "replay", in: .data, .reads, "open a moment in a fresh browser",
      details: [
        "Starts Chromium or Firefox with the windows of the state shown, or of a moment: tabs in "
          + "order with their complete Back and Forward lists, the current entry of each, pins, "
          + "groups, and the active tab. A page is loaded when its tab is shown. The browser has "
          + "a new temporary profile, and nothing is recorded. The command runs until the browser "
          + "is closed.",
        "Tabs that could not be restored are reported, and data that the browser cannot receive is "
          + "counted: closed tabs, zooms and scroll positions. A page's own state (forms, session "
          + "storage) and private windows are never restored.",
      ],
      takes: [.required("browser", browsers), .optional("point", .point)],
      options: browserOptions,
      answers: replayShape,
      examples: [
        .init("replay chromium", "open the present windows and tabs"),
        .init("replay firefox @yesterday", "open the windows and tabs from the start of yesterday"),
      ])
  ) { context, arguments throws in try replayAnswer(arguments, in: context) }

  private static let browsers = ValueKind.choice(BrowserKind.allCases.map(\.rawValue))

  private static let browserOptions: [CommandOption] = [
    .value("program", "PROGRAM", .file, "the browser's program, if its name is different"),
    .flag("headless", "show no window"),
  ]

  private static let exporting = CommandCatalogue.command(
    CommandDeclaration(
      "export", in: .data, .reads, "write the state, or the log, for another program",
      details: [
        "netscape (HTML for every browser), chromium-bookmarks, opml and csv contain the "
          + "bookmarks. bookmarks-csv and bookmarks-jsonl contain all data about them, and "
          + "visits-csv and visits-jsonl contain the visited pages, for “import” and other "
          + "programs. firefox-session (and firefox-session-json, which is not packed) contains "
          + "the windows with their tabs and histories, and the closed items. onetab contains the "
          + "open tabs, and markdown contains the tabs and bookmarks for people to read. jsonl "
          + "contains all events of the log, from which “import” re-creates the same log in a new "
          + "profile. records contains the same events as they are stored: each is a message "
          + "of Protocol Buffers, after its length. Web pages read them with retrace.mjs. Data that "
          + "a format does not support is left out and counted. Chromium keeps tags, keywords and "
          + "notes without showing them.",
        "In tables, an apostrophe precedes a cell that a spreadsheet would run as a formula; "
          + "“import” removes it.",
        "svg draws the tabs over the course of the log, and dot draws its branches and marks for "
          + "Graphviz. With --tab, both draw the trail of a tab. Private windows and pictures of "
          + "pages are never exported.",
        "Without a file, writes to standard output. An existing file is replaced only with "
          + "--replace.",
      ],
      takes: [
        .required("format", .choice(exportFormats)), .optional("file", .file),
      ],
      options: [
        .value("at", "POINT", .point, "export this moment instead of the moment shown"),
        .value("tab", "TAB", .tab, "draw the trail of a tab"),
        .flag("share", "with records: leave out private data"),
        .flag("redact", "with records: replace hosts, titles and names with invented names"),
        .flag("replace", "replace an existing file"),
      ],
      answers: exportShape,
      examples: [
        .init("export netscape bookmarks.html", "export bookmarks for every browser"),
        .init("export firefox-session old.jsonlz4 --at @yesterday", "export a session for Firefox"),
        .init("export visits-csv visits.csv", "export all visits as a table"),
        .init("export jsonl", "export the log, one line per event"),
        .init("export records session.log", "export the log for a web page"),
        .init("export svg trail.svg --tab 3", "draw the pages visited in the third tab"),
      ])
  ) { context, arguments throws in try exportAnswer(arguments, in: context) }

  private static let importShape = JSONShape.anyOf([
    .object([importMember] + Answer.writtenMembers().shapes), .object([importMember]),
  ])

  /// The only member that is printed with --dry-run.
  private static let importMember = JSONShape.Member.required(
    "import",
    .object([
      .required("windows", .integer), .required("tabs", .integer), .required("groups", .integer),
      .required("closedTabs", .integer), .required("bookmarks", .integer),
      .required("folders", .integer), .required("separators", .integer),
      .required("visits", .integer), .required("sites", .integer),
      .required("events", .integer), .required("known", .integer, "the items that already existed"),
      .required("problemCount", .integer),
      .required("problems", .array(.string), "the first problems, one sentence each"),
      .required("leftOut", .map(.integer), "the data that cannot be imported, by kind"),
      .required("dryRun", .boolean),
    ]))

  private static let recordShape = JSONShape.object(
    [
      .required(
        "record",
        .object([
          .required("events", .integer, "the number of recorded events"),
          .required("end", .choice(["closed", "crashed"])),
          .optional("reason", .string, "why the browser crashed"),
          .required("problems", .array(.string), "one sentence each"),
        ]))
    ] + Answer.writtenMembers().shapes)

  private static let replayShape = JSONShape.thing(
    "replay",
    .object([
      .required("windows", .integer), .required("tabs", .integer),
      .required("entries", .integer), .required("missing", .array(.string), "one sentence each"),
      .required("leftOut", .map(.integer), "the data that the browser cannot receive, by kind"),
    ]))

  private static let exportShape = JSONShape.thing(
    "export",
    .object([
      .required("format", .choice(exportFormats)), .optional("file", .string),
      .optional("text", .string, "the exported text, if no file was given"),
      .required("problems", .array(.string), "one sentence each"),
      .required("leftOut", .map(.integer), "the data that the format cannot contain, by kind"),
      .required(
        "notShown", .map(.integer), "the data in the file that its program never shows, by kind"),
    ]))

  private static let importFormats = FileFormat.allCases.map(\.rawValue)
  private static let exportFormats = ExportFormat.allCases.map(\.rawValue)

  private static func importAnswer(
    _ arguments: Arguments, in context: CommandContext
  ) throws -> Answer {
    var values: [String: String] = [:]
    for limit in ["since", "until"] {
      if let point = arguments.point(limit) {
        values[limit] = "@\(try timestamp(of: point, in: context))"
      }
    }
    return try run(.exchange, arguments, replacing: values, in: context)
  }

  private static func replayAnswer(
    _ arguments: Arguments, in context: CommandContext
  ) throws -> Answer {
    let point = arguments.point("point")
    if let past = context.past, past.isWhatIf, point == nil {
      throw CommandError(
        "notAllowed", "A hypothetical state cannot be replayed; use “now” first.")
    }
    let place = try point.map { point in try context.place(of: point) }
    let sequence = place?.sequence ?? context.past?.position ?? context.store.timeline.position
    return try run(
      .exchange, arguments, replacing: ["point": "\(sequence.rawValue)"],
      on: place?.branch ?? context.shownLineage.branch, in: context)
  }

  /// Runs a helper program, and updates this session with the events that it wrote.
  static func run(
    _ program: HelperProcess.Kind, _ arguments: Arguments, replacing values: [String: String] = [:],
    on branch: BranchID? = nil,
    in context: CommandContext
  ) throws -> Answer {
    let call = try HelperCall.words(
      for: arguments, replacing: values, on: branch ?? context.store.timeline.lineage.branch,
      in: context)
    var answer = Answer.nothing
    answer.mayLackEvents = try HelperProcess(program, call).wait()
    _ = try context.store.catchUp()
    return answer
  }

  private static func exportAnswer(
    _ arguments: Arguments, in context: CommandContext
  ) throws -> Answer {
    for option in ["share", "redact"]
    where arguments.has(option) && arguments.text("format") != ExportFormat.records.rawValue {
      throw CommandError(
        "badArguments", "--\(option) applies only to the format “records”.", status: .usage)
    }
    let moment = try exportedMoment(arguments.point("at"), in: context)
    var values: [String: String] = [:]
    if let sequence = moment.sequence { values["at"] = "\(sequence.rawValue)" }
    if let reference = arguments.reference("tab") {
      let tab = try context.openOrClosedTab(reference).id
      if tab.isPrivate {
        throw CommandError("notAllowed", "Private windows are never exported.")
      }
      values["tab"] = "#\(tab.rawValue)"
    }
    return try run(.exchange, arguments, replacing: values, on: moment.branch, in: context)
  }

  /// Returns the branch and the newest event of the moment to export. If the event is nil, the
  /// present is exported.
  static func exportedMoment(
    _ point: Point?, in context: CommandContext
  ) throws -> (branch: BranchID, sequence: EventID?) {
    if let point, point != .now {
      let place = try context.place(of: point)
      return (place.branch, place.sequence)
    }
    guard let past = context.past, point == nil else {
      return (context.store.timeline.lineage.branch, nil)
    }
    if past.isWhatIf {
      throw CommandError(
        "notAllowed",
        "A hypothetical state cannot be exported; use “now” "
          + "first.")
    }
    return (past.lineage.branch, past.position)
  }

  /// Returns the time of a point on the console's branch.
  private static func timestamp(
    of point: Point, in context: CommandContext
  ) throws -> Timestamp {
    if case .time(let time) = point { return time.timestamp(now: context.presentation.now()) }
    let position = try context.sequence(of: point)
    return try context.time(of: position, on: context.store.timeline.lineage)
      ?? Timestamp(milliseconds: 0)
  }
}
