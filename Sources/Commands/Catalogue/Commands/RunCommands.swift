internal import BrowserModel
internal import CommandKit
internal import Notation
internal import RetraceStore

/// The command that summarises what programs did.
enum RunCommands {
  static let all: [ConsoleCommand] = [list]

  private static let list = CommandCatalogue.command(
    CommandDeclaration(
      "runs", in: .time, .reads, "list what each program did, run by run",
      details: [
        "A run is one connection of a program to “serve”, or one console that was started with --as. "
          + "All single commands with the same --as name count as one run. Actions on all branches "
          + "count.",
        "“log --run NAME/17” lists the events of a run, and “undo --run NAME/17” undoes its actions. "
          + "The number can be any event of the run.",
      ],
      options: [
        .value("limit", letter: "n", "N", .positive, "list the newest N runs (20)"),
        .value("by", "NAME", .agent, "only runs of the program with this name"),
        .value("since", "POINT", .point, "only what the runs did after this moment"),
      ],
      answers: members.shape,
      examples: [
        .init("runs", "list the last runs of all programs"),
        .init("runs --by tidier --since today", "list what “tidier” did today"),
      ])
  ) { context, arguments throws in
    let first = try arguments.point("since").map { try context.sequence(of: $0) } ?? .nothing
    let all = try context.store.runs(of: arguments.text("by"), after: first)
    let runs = Array(all.suffix(arguments.integer("limit") ?? 20))
    if context.printsJSON { return Answer(json: runs, members) }
    guard !runs.isEmpty else { return Answer("No program has done anything.") }
    var table = Table([.left, .left, .right, .left])
    for run in runs {
      table.add([
        context.style.apply(.bold, to: SafeText(run.id)),
        context.style.apply(.dim, to: context.shortTime(Timestamp(milliseconds: run.began))),
        .counted(run.actions, "action"), run.summary,
      ])
    }
    let note = all.count > runs.count ? context.cutNote(runs.count, of: all.count) : ""
    return Answer(lines: table.text(width: context.presentation.columns) + note)
  }

  private static let members = AnswerMembers<[RunSummary]>(
    list: "runs", "in the order of their first events"
  ) { run in
    run.member("run", "for --run of “log” and “undo”") { $0.id }
    run.member("by", "the name of the program") { $0.name }
    run.member("first", "the first event") { $0.first }
    run.member("last", "the last event so far") { $0.last }
    run.member("began") { Timestamp(milliseconds: $0.began) }
    run.member("ended") { Timestamp(milliseconds: $0.ended) }
    run.member("actions", "the number of actions") { $0.actions }
    run.member("undone", "the number of actions that are undone") { $0.undone }
    run.map("counts", "the number of events, by kind") {
      $0.counts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
  }
}

extension RunSummary {
  /// What the run did in a few words: “14 tabs closed, 3 groups created; 2 actions undone”.
  fileprivate var summary: SafeText {
    var parts: [SafeText] = []
    var others = counts.values.reduce(0, +)
    for (kind, noun, verb) in Self.shownKinds {
      guard let count = counts[kind] else { continue }
      others -= count
      guard !noun.isEmpty else { continue }
      parts.append(.counted(count, noun) + " \(verb)")
    }
    if others > 0 { parts.append(.counted(others, "other event")) }
    let text = parts.joined(separator: ", ")
    return undone == 0 ? text : text + "; " + .counted(undone, "action") + " undone"
  }

  /// The kinds of events that have their own words. Kinds that accompany others have no words.
  private static let shownKinds: [(kind: String, noun: String, verb: SafeText)] = [
    ("window.opened", "window", "opened"), ("window.closed", "window", "closed"),
    ("tab.opened", "tab", "opened"), ("tab.closed", "tab", "closed"),
    ("tab.reopened", "tab", "reopened"), ("tab.duplicated", "tab", "duplicated"),
    ("tab.moved", "tab", "moved"), ("tab.pinned", "tab", "pinned or unpinned"),
    ("tab.muted", "tab", "muted or unmuted"), ("tab.discarded", "tab", "discarded"),
    ("navigation.committed", "page", "loaded"), ("navigation.traveled", "page", "revisited"),
    ("group.created", "group", "created"), ("group.joined", "tab", "grouped or ungrouped"),
    ("bookmark.added", "bookmark", "added"), ("bookmark.edited", "bookmark", "changed"),
    ("bookmark.moved", "bookmark", "moved"), ("bookmark.removed", "bookmark", "removed"),
    ("time.undone", "action", "taken back"), ("time.redone", "action", "redone"),
    ("time.branched", "branch", "created"), ("time.proposed", "proposal", "made"),
    ("tab.selected", "", ""), ("window.focused", "", ""), ("navigation.started", "", ""),
    ("navigation.loaded", "", ""), ("page.titled", "", ""),
  ]
}
