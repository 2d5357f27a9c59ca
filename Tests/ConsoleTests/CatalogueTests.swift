import TestSupport
import Testing

@testable import Catalogue
@testable import CommandKit

@Suite struct CatalogueTests {
  static let index = CommandCatalogue.table.index

  @Test func `the table has no faults`() {
    #expect(Self.index.faults == [])
  }

  /// The commands and options that scripts rely on.
  static let contract: [Case<String, [String]>] = [
    Case("open", "open", ["background", "from", "position", "private", "pinned", "window"]),
    Case("tabs", "tabs", ["sort"]), Case("tab", "tab", []), Case("next", "next", []),
    Case("previous", "previous", []),
    Case("close", "close", ["others", "left", "right", "duplicates", "unused", "all", "dry-run"]),
    Case("closed", "closed", []), Case("reopen", "reopen", ["here"]),
    Case("move", "move", ["window"]), Case("pin", "pin", []), Case("unpin", "unpin", []),
    Case("mute", "mute", []), Case("unmute", "unmute", []), Case("duplicate", "duplicate", []),
    Case("discard", "discard", []), Case("windows", "windows", []),
    Case("window new", "window new", ["private"]), Case("window", "window", []),
    Case("window close", "window close", []),
    Case("window name", "window name", ["window", "remove"]),
    Case("group move", "group move", ["window", "new-window"]),
    Case("group", "group", ["title", "color", "into"]), Case("ungroup", "ungroup", []),
    Case("groups", "groups", []), Case("collapse", "collapse", []), Case("expand", "expand", []),
    Case("go", "go", []), Case("follow", "follow", ["no-activation"]), Case("back", "back", []),
    Case("forward", "forward", []), Case("travel", "travel", []), Case("reload", "reload", []),
    Case("stop", "stop", []), Case("home", "home", []), Case("history", "history", []),
    Case("trail", "trail", []),
    Case("address", "address", []), Case("resolve", "resolve", ["base", "complete", "policy"]),
    Case("page start", "page start", ["tab"]), Case("page commit", "page commit", ["tab"]),
    Case("page title", "page title", ["tab"]), Case("page loaded", "page loaded", ["tab"]),
    Case("page failed", "page failed", ["tab"]), Case("page redirect", "page redirect", ["tab"]),
    Case("page push", "page push", ["tab"]), Case("page replace", "page replace", ["tab"]),
    Case("page location", "page location", ["tab"]), Case("page scroll", "page scroll", ["tab"]),
    Case("page thumbnail", "page thumbnail", ["tab"]),
    Case("page activated", "page activated", ["tab"]),
    Case("zoom", "zoom", ["tab", "temporary"]), Case("zoom in", "zoom in", ["tab", "temporary"]),
    Case("zoom out", "zoom out", ["tab", "temporary"]),
    Case("zoom reset", "zoom reset", ["tab", "temporary"]),
    Case("zoom default", "zoom default", []), Case("zoom sites", "zoom sites", []),
    Case("zoom why", "zoom why", []),
    Case("bookmark", "bookmark", ["title", "folder", "tags", "keyword", "note"]),
    Case("bookmarks", "bookmarks", []), Case("bookmark edit", "bookmark edit", []),
    Case("bookmark move", "bookmark move", []), Case("bookmark remove", "bookmark remove", ["all"]),
    Case("bookmark open", "bookmark open", []), Case("folder", "folder", []),
    Case("visits", "visits", ["since", "limit", "top"]),
    Case("log", "log", ["limit", "tab", "actor", "kind", "since", "until", "batch", "follow"]),
    Case("at", "at", []), Case("now", "now", []), Case("step", "step", []),
    Case("show", "show", []), Case("diff", "diff", []), Case("why", "why", []),
    Case("when", "when", []), Case("mark", "mark", ["remove"]),
    Case("marks", "marks", []), Case("branch", "branch", ["hide", "show"]),
    Case("branches", "branches", ["all"]), Case("switch", "switch", []),
    Case("merge", "merge", ["dry-run"]),
    Case("whatif", "whatif", ["skip"]),
    Case("propose", "propose", ["of", "say"]),
    Case("proposals", "proposals", ["all", "tree", "only"]),
    Case("approve", "approve", ["only", "digest", "yes"]),
    Case("decline", "decline", []), Case("withdraw", "withdraw", []),
    Case("runs", "runs", ["by", "since", "limit"]),
    Case("restore", "restore", ["tabs", "window", "tab", "bookmarks", "zoom", "settings"]),
    Case("undo", "undo", ["last", "dry-run", "yes"]),
    Case("redo", "redo", ["last", "dry-run", "yes"]),
    Case("state", "state", []),
    Case("alias", "alias", []), Case("color", "color", ["default"]),
    Case("import", "import", ["format", "dry-run", "into", "since"]),
    Case("export", "export", ["at", "tab", "replace"]),
    Case("verify", "verify", ["quick"]), Case("recover", "recover", []),
    Case("report", "report", []),
    Case("stats", "stats", []), Case("set", "set", []), Case("help", "help", []),
    Case("source", "source", []), Case("completions", "completions", []),
    Case("quit", "quit", []),
  ]

  @Test(arguments: contract) func `a command that scripts rely on exists`(
    row: Case<String, [String]>
  ) throws {
    let place = try #require(Self.index.place(of: row.input))
    let options = Self.index.declarations[place].options.map(\.name)
    for option in row.expected { #expect(options.contains(option), "--\(option)") }
  }

  /// The examples of all commands, except `serve`, which runs until it is stopped, and `live`,
  /// which changes files of the user's home folder.
  static let examples = index.declarations
    .filter { $0.name != "serve" && !$0.name.hasPrefix("live") }.flatMap { $0.examples.map(\.line) }

  @Test(arguments: examples) func `an example runs`(line: String) throws {
    var context = try memoryShell()
    context.presentation.assumesYes = true
    for number in 1...5 { try context.run("open a\(number).example ; group 1 --title G") }
    for words in try Words.split(line) {
      guard case .run(let command, let arguments) = try CommandCatalogue.table.read(words) else {
        continue
      }
      let answer = command.run(&context, arguments)
      #expect(
        answer.failure?.code == RefusedExamples.codes[line],
        "\(answer.failure?.message ?? "It was done.")")
    }
  }
}
