import CommandKit

@testable import Catalogue

/// A small table with every shape of command.
enum SampleTable {
  static let table = CommandTable<[String], Int>(
    declarations.map { declaration in
      Command(declaration) { log, arguments in
        log.append(declaration.name)
        return log.count
      }
    }, of: program)

  private static var program: ProgramDescription {
    var program = CommandCatalogue.program
    program.hints = []
    return program
  }

  static var index: CommandIndex { table.index }

  static let declarations: [CommandDeclaration] = [
    CommandDeclaration(
      "open", in: .tabs, .writes, "open a tab",
      details: ["Without an address the tab shows the start page."],
      takes: [.optional("address", .address)],
      options: [
        .flag("background", "leave the active tab as it is"),
        .value("from", "TAB", .tab, "say which tab opened it"),
        .value("position", "N", .positive, "put it there"),
        .flag("private", "open it in a private window"),
      ],
      examples: [
        .init("open example.com --background", "open it behind the active tab"),
        .init("open --position 1 rust [book]", "search, in the first tab"),
      ]),
    CommandDeclaration(
      "close", in: .tabs, .writes, "close tabs",
      takes: [.repeated("tab", .tab, orNone: true)],
      options: [
        .flag("others", "all but these"), .flag("left", "those before"),
        .flag("right", "those after"),
      ],
      exclusive: [["others", "left", "right"]],
      examples: [.init("close 3 #4711", "close two tabs")]),
    CommandDeclaration(
      "move", in: .tabs, .writes, "move a tab",
      takes: [.required("tab", .tab), .required("position", .positive)],
      options: [.value("window", "N", .window, "into that window")],
      examples: [.init("move 3 1", "make the third tab the first")]),
    CommandDeclaration(
      "window", in: .windows, .writes, "focus a window", takes: [.required("window", .window)],
      examples: [.init("window 2", "focus the second window")]),
    CommandDeclaration(
      "window new", in: .windows, .writes, "open a window",
      options: [.flag("private", "a private one")],
      examples: [.init("window new --private", "open a private window")]),
    CommandDeclaration(
      "next", in: .tabs, .writes, "select the next tab", examples: [.init("next", "go right")]),
    CommandDeclaration(
      "travel", in: .navigation, .writes, "travel in the tab's history",
      takes: [.required("count", .integer, label: "N")],
      examples: [.init("travel -2", "two entries back")]),
    CommandDeclaration(
      "page title", in: .pageReports, .writes, "report a page's title",
      takes: [.required("title", .text, label: "TEXT")],
      options: [.value("tab", "TAB", .tab, "of this tab")],
      examples: [.init("page title \"A page\"", "report a title")]),
    CommandDeclaration(
      "page scroll", in: .pageReports, .writes, "report where a page is scrolled to",
      takes: [.required("x", .integer), .required("y", .integer)],
      options: [.value("tab", "TAB", .tab, "of this tab")],
      examples: [.init("page scroll 0 -5", "report a place")]),
    CommandDeclaration(
      "zoom", in: .zoom, .writes, "show or set the zoom", takes: [.optional("percent", .percent)],
      options: [.value("tab", "TAB", .tab, "of this tab")],
      examples: [.init("zoom 125%", "a quarter larger")]),
    CommandDeclaration(
      "zoom in", in: .zoom, .writes, "zoom in", examples: [.init("zoom in", "one step larger")]),
    CommandDeclaration(
      "forget", in: .data, .writes, "take things out for good",
      takes: [.optional("url", .address)],
      options: [
        .values("between", [.init("A", .point), .init("B", .point)], "what is between two points"),
        .value("site", "HOST", .word, isRepeatable: true, "a site"),
      ],
      examples: [.init("forget --between -5 now", "the last five events")]),
    CommandDeclaration(
      "export", in: .data, .reads, "write the state for another program",
      takes: [
        .required("format", .choice(["firefox", "html", "json"])), .optional("file", .file),
      ],
      examples: [.init("export json state.json", "write a file")]),
    CommandDeclaration(
      "restore", in: .time, .writes, "bring tabs back",
      takes: [.repeated("what", .word), .required("point", .point)],
      examples: [.init("restore tabs @14:00", "as they were at two")]),
    CommandDeclaration(
      "set", in: .settings, .writes, "show or change settings",
      takes: [.optional("name", .setting), .optional("value", .text)],
      examples: [.init("set home about:start", "change the home page")]),
    CommandDeclaration(
      "help", aliases: ["?"], in: .console, .reads, "explain commands",
      takes: [.optional("command", .command)], examples: [.init("help open", "explain open")]),
    CommandDeclaration(
      "quit", aliases: ["exit"], in: .console, .reads, "leave", examples: [.init("quit", "leave")]),
  ]
}
