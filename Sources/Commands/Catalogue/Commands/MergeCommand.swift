internal import BrowserModel
internal import CommandKit
internal import Notation
internal import RetraceStore

/// The command that merges the changes of a branch into the current branch.
enum MergeCommand {
  static let merge = CommandCatalogue.command(
    CommandDeclaration(
      "merge", in: .time, .mayWrite, "merge the changes of a branch into the current branch",
      details: [
        "Compares the branch with the moment at which it forked from the current branch, and "
          + "applies the differences: tabs that were opened, closed, moved or navigated, the "
          + "bounds and names of windows, groups, bookmarks and their order, zoom and settings. "
          + "Tabs and bookmarks keep their ids and histories. The next merge applies the changes "
          + "since the last one.",
        "Conflicting changes of the current branch are kept, and the answer lists them. Selection, "
          + "focus and the list of closed tabs are not merged. The merged branch is not changed.",
        "A merge is one action, which “undo” reverts.",
      ],
      takes: [.required("name", .branch)],
      options: [
        .flag(
          "dry-run",
          "show what would change and what would be kept, and "
            + "write nothing")
      ],
      answers: .anyOf([mergedMembers.shape, previewMembers.shape]),
      examples: [
        .init("merge try --dry-run", "see the changes that the merge would apply"),
        .init("merge try", "apply the changes"),
      ])
  ) { context, arguments throws in
    try answer(arguments.text("name") ?? "", isDryRun: arguments.has("dry-run"), in: &context)
  }

  static let keptMembers = AnswerMembers<[MergeConflict]>(
    list: "kept", "changes of the branch that the merge skips"
  ) { conflict in
    conflict.member(
      "kind",
      .choice([
        "window", "tab", "group", "bookmark", "siteZoom", "defaultZoom", "setting", "profile",
      ])
    ) { $0.kindAndID.kind }
    conflict.member("id", "null for the default zoom, settings and the profile") { $0.kindAndID.id }
    conflict.optional("name", "the name of the setting") {
      if case .setting(let name) = $0.subject { "\(name)" } else { nil }
    }
    conflict.member(
      "reason", .choice(["goneHere", "usedHere", "changedOnBoth"]),
      "gone here; closed or removed there and used here; changed on both branches"
    ) { "\($0.reason)" }
  }

  private static let mergedMembers = Answer.writtenMembers().and(keptMembers)
  private static let previewMembers = Difference.members.and(keptMembers)

  private static func answer(
    _ name: String, isDryRun: Bool, in context: inout CommandContext
  ) throws -> Answer {
    let branch = try context.branch(named: name)
    let previous = try context.readPresentState()
    let preview = try context.store.previewOfMerging(branch)
    if isDryRun {
      return try answer(
        "would merge \(name)", from: previous, to: preview.state, preview.conflicts, nil,
        in: context)
    }
    let performed: Commit
    do {
      performed = try context.write { store in
        try store.merge(branch, by: context.origin, if: context.precondition)
      }
    } catch let refusal as Refusal
      where refusal.code == .nothingToDo && !preview.conflicts.isEmpty
    {
      let kept = try keptLines(preview.conflicts, from: previous, in: context)
      throw CommandError("\(refusal.code)", "\(refusal.message)\n\(kept.text.dropLast())")
    }
    context.past = nil
    return try answer(
      "merged \(name)", from: previous, to: context.readPresentState(), preview.conflicts,
      performed,
      in: context)
  }

  /// Returns the differences, and the things that the merge keeps unchanged.
  static func answer(
    _ done: SafeText, from previous: ProfileState, to latter: ProfileState,
    _ conflicts: [MergeConflict], _ performed: Commit?, in context: CommandContext
  ) throws -> Answer {
    let newest = context.store.browser.sequence
    let kept = try keptLines(conflicts, from: previous, in: context)
    return try context.read { words in
      let difference = Difference(from: previous, to: latter, words)
      if context.printsJSON {
        return performed.map { performed in
          Answer(json: (([performed], newest), conflicts), mergedMembers)
        } ?? Answer(json: (difference.json(in: context), conflicts), previewMembers)
      }
      return Answer(
        lines: "\(done): \(difference.summary(opened: "opened"))\n"
          + difference.table(context.style).text(width: context.presentation.columns) + kept)
    }
  }

  /// Returns one line for each thing that is kept unchanged.
  static func keptLines(
    _ conflicts: [MergeConflict], from state: ProfileState, in context: CommandContext
  ) throws -> SafeText {
    guard !conflicts.isEmpty else { return "" }
    return try context.read { words in
      var lines: SafeText = "Not merged because of conflicts:\n"
      for conflict in conflicts {
        let thing = conflict.name(in: state, words)
        lines += "  \(thing): \(conflict.reason.sentence)\n"
      }
      return lines
    }
  }
}

extension MergeConflict {
  /// Returns the name of the thing, for users.
  fileprivate func name(in state: ProfileState, _ words: LogText) -> SafeText {
    switch subject {
    case .window(let id): return "window #\(id.rawValue)"
    case .tab(let id):
      guard let tab = state.browser.tab(id) else { return "tab #\(id.rawValue)" }
      return "tab #\(id.rawValue) \(state.browser.url(of: tab, text: words))"
    case .group(let id): return "group #\(id.rawValue)"
    case .bookmark(let id):
      let title = state.library.bookmarks[id].flatMap { words.text(.title, of: $0.title) } ?? ""
      return title.isEmpty ? "bookmark #\(id.rawValue)" : "bookmark #\(id.rawValue) \(title)"
    case .siteZoom(let name): return "zoom of \(words.text(.host, of: name) ?? "")"
    case .defaultZoom: return "default zoom"
    case .setting(let name): return "setting \(String(describing: name))"
    case .profile: return "values of the profile"
    }
  }

  fileprivate var kindAndID: (kind: String, id: EventID?) {
    switch subject {
    case .window(let id): ("window", id.event)
    case .tab(let id): ("tab", id.event)
    case .group(let id): ("group", id.event)
    case .bookmark(let id): ("bookmark", id.event)
    case .siteZoom(let name): ("siteZoom", name)
    case .defaultZoom: ("defaultZoom", nil)
    case .setting: ("setting", nil)
    case .profile: ("profile", nil)
    }
  }
}

extension MergeConflict.Reason {
  fileprivate var sentence: SafeText {
    switch self {
    case .goneHere: "changed on the branch, but gone here"
    case .usedHere: "closed or removed on the branch, but used here since"
    case .changedOnBoth: "changed on both branches"
    }
  }
}
