internal import BrowserModel
internal import CommandKit
internal import ExchangeFormats
internal import RetraceStore
internal import RetraceTimeline

extension ExchangeCommands {
  static let inspect = CommandCatalogue.command(
    CommandDeclaration(
      "inspect", in: .data, .mayWrite, "show the log in a web page",
      details: [
        "With a file, writes one page that contains the log and everything needed to read it: a time "
          + "axis with a slider, the events, the windows and tabs of any moment, and what changed "
          + "between two moments. The page works without a network in any current browser. Open the "
          + "file, or send it to somebody.",
        "The page keeps everything that it contains. What the profile forgets later stays in the "
          + "file, so the command prints how much the page contains. --share leaves out custom "
          + "values, typed text, search terms, notes, and the queries and fragments of addresses. "
          + "--redact replaces hosts, paths, titles and names with invented names such as "
          + "“site-3.test”, which are the same throughout the page. --pictures adds the stored "
          + "pictures of pages, but not with --redact. Private windows are never in the page.",
        "Without a file, shows the same page for the profile as it is now, and follows what is "
          + "written. The page is served on this computer only, under an address that works "
          + "once, until Ctrl-C. “Allow changes” in the page lets it undo, redo, restore a moment, "
          + "and create a branch at a moment.",
        "Only the user can read the file. An existing file is replaced only with --replace.",
      ],
      takes: [.optional("file", .file)],
      options: [
        .value("at", "POINT", .point, "with a file: include only the events up to this moment"),
        .flag("share", "with a file: leave out private data"),
        .flag("redact", "with a file: replace hosts, titles and names with invented names"),
        .flag("pictures", "with a file: include the stored pictures of pages"),
        .flag("replace", "replace an existing file"),
        .flag("no-browser", "without a file: print the address, and open no browser"),
      ],
      answers: inspectShape,
      examples: [
        .init("inspect", "show the log in a browser"),
        .init("inspect session.html", "write a page with the log"),
        .init("inspect bug.html --redact", "write a page to attach to a bug report"),
      ])
  ) { context, arguments throws in try inspectAnswer(arguments, in: context) }

  private static let inspectShape = JSONShape.thing(
    "inspect",
    .object([
      .optional("file", .string, "the file, if one was written"),
      .optional("events", .integer, "the number of events in the file"),
      .optional("tabs", .integer, "the number of tabs that were opened at any time"),
      .optional("hosts", .integer, "the number of different hosts"),
      .optional("texts", .integer, "the number of texts, such as addresses and titles"),
      .optional("pictures", .integer, "the number of different pictures in the file"),
      .optional("address", .string, "the address of the page, if it is served"),
    ]))

  private static func inspectAnswer(
    _ arguments: Arguments, in context: CommandContext
  ) throws -> Answer {
    guard arguments.text("file") != nil else {
      for option in ["at", "share", "redact", "pictures", "replace"] where arguments.has(option) {
        throw CommandError(
          "missingArgument", "--\(option) requires a file.", status: .usage)
      }
      return try run(.exchange, arguments, in: context)
    }
    if arguments.has("no-browser") {
      throw CommandError(
        "badArguments", "--no-browser is for a page that is served, without a file.", status: .usage
      )
    }
    let moment = try exportedMoment(arguments.point("at"), in: context)
    var values: [String: String] = [:]
    if let sequence = moment.sequence { values["at"] = "\(sequence.rawValue)" }
    return try run(.exchange, arguments, replacing: values, on: moment.branch, in: context)
  }
}
