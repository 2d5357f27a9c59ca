/// The table of all tools.
extension AgentTool {
  /// All tools, in the order in which they are listed.
  static let all: [AgentTool] = seeing + doing + time

  private static let limit = AgentParameter(
    "limit", .count, "Up to \(ToolArguments.largestLimit).")
  private static let cursor = AgentParameter("cursor", .text, "From “next”.")
  private static let tab = AgentParameter("tab", .id, "")
  private static let tabs = AgentParameter("tabs", .ids, "")
  private static let words = AgentParameter("words", .text, "")
  private static let since = AgentParameter("since", .moment, "")
  private static let preview = AgentParameter("preview", .flag, "Change nothing.")

  private static let written = ["sequence"]
  private static let destructive = Effect.writes(isDestructive: true, isIdempotent: true)
  private static let idempotent = Effect.writes(isDestructive: false, isIdempotent: true)
  private static let additive = Effect.writes(isDestructive: false, isIdempotent: false)

  private static let seeing = [
    AgentTool(
      name: "overview",
      sentence: "What there is: windows, groups, numbers, your branch, the newest event, and what "
        + "others changed since your last call.",
      parameters: [], effect: .reads, answers: ["sequence", "tabCount", "windows"],
      commands: ["state", "windows", "groups"]),
    AgentTool(
      name: "tabs", sentence: "List open tabs, or those that match.",
      parameters: [
        words, .init("window", .id, ""), .init("group", .id, ""),
        .init("site", .text, "Host, with subdomains."),
        .init("only", .choice(["pinned", "duplicate"]), ""),
        .init("unused_since", .moment, ""), limit, cursor,
      ], effect: .reads, answers: ["tabs", "total"], commands: ["tabs"]),
    AgentTool(
      name: "find",
      sentence:
        "Find a page anywhere you may look: open, behind Back, closed, bookmarked, visited.",
      parameters: [words.required, limit], effect: .reads, answers: ["found"],
      commands: ["find"]),
    AgentTool(
      name: "tab", sentence: "One tab: its pages back and forward, opener, group, zoom.",
      parameters: [tab.required], effect: .reads, answers: ["tab", "history"],
      commands: ["history", "trail", "zoom why"]),
    AgentTool(
      name: "closed", sentence: "What was closed, newest first, with ids for reopen.",
      parameters: [words, since, limit, cursor], effect: .reads, right: .closed,
      answers: ["closed", "total"], commands: ["closed"]),
    AgentTool(
      name: "bookmarks", sentence: "Bookmarks and folders, or those that match.",
      parameters: [words, .init("folder", .text, "Path such as Work/Swift."), limit, cursor],
      effect: .reads, right: .bookmarks, answers: ["bookmarks", "total"], commands: ["bookmarks"]),
    AgentTool(
      name: "visits", sentence: "Pages visited, newest first.",
      parameters: [words, since, limit, cursor], effect: .reads, right: .history,
      answers: ["visits"], commands: ["visits"]),
    AgentTool(
      name: "log", sentence: "What was done, by whom, newest last.",
      parameters: [
        tab, .init("by", .text, "Name of a program."), .init("mine", .flag, "Only this run."),
        since,
        .init("until", .moment, ""), limit, cursor,
      ], effect: .reads, answers: ["events"], commands: ["log", "show"]),
    AgentTool(
      name: "why", sentence: "Which events made a thing what it is.",
      parameters: [
        AgentParameter("kind", .choice(["tab", "window", "group", "bookmark"]), "").required,
        AgentParameter("id", .id, "").required,
      ], effect: .reads, answers: ["why"], commands: ["why"]),
    AgentTool(
      name: "diff", sentence: "What differs between two moments or branches.",
      parameters: [
        .init("from", .moment, "Default: where the branch “to” began."),
        .init("to", .moment, "Default: now."), limit,
      ], effect: .reads, answers: ["changes", "total"], commands: ["diff"]),
    AgentTool(
      name: "moments", sentence: "Marks, branches, and proposals with their state, newest first.",
      parameters: [], effect: .reads, answers: ["marks", "branches", "proposals"],
      commands: ["marks", "branches", "proposals"]),
  ]

  private static let doing = [
    AgentTool(
      name: "open", sentence: "Open pages in new background tabs.",
      parameters: [
        AgentParameter("pages", .pages, "").required,
        .init("window", .newOrID, "Id, or \"new\"."),
      ], effect: additive, isOpenWorld: true, answers: written, commands: ["open", "window new"]),
    AgentTool(
      name: "go", sentence: "Load an address in a tab; Back leads to the page before.",
      parameters: [tab.required, AgentParameter("address", .text, "").required], effect: additive,
      isOpenWorld: true, answers: written, commands: ["go"]),
    AgentTool(
      name: "travel", sentence: "Go back (negative) or forward in a tab.",
      parameters: [tab.required, AgentParameter("steps", .count, "").required], effect: additive,
      answers: written, commands: ["travel", "back", "forward"]),
    AgentTool(
      name: "close", sentence: "Close tabs, or one window; both can be reopened and undone.",
      parameters: [tabs, .init("window", .id, "")], effect: destructive, answers: written,
      commands: ["close", "window close"]),
    AgentTool(
      name: "close_duplicates",
      sentence: "Close tabs that show a page another tab shows; pinned and active tabs stay.",
      parameters: [
        .init("keep", .choice(["oldest", "newest"]), ""), .init("window", .id, ""), preview,
      ], effect: destructive, answers: written, commands: ["close"]),
    AgentTool(
      name: "reopen", sentence: "Reopen closed tabs or windows.",
      parameters: [AgentParameter("items", .ids, "").required], effect: idempotent, right: .closed,
      answers: written, commands: ["reopen"]),
    AgentTool(
      name: "move", sentence: "Move tabs before or after a tab, or to the end of a window.",
      parameters: [
        tabs.required, .init("before", .id, "A tab."), .init("after", .id, "A tab."),
        .init("window", .id, ""),
      ], effect: idempotent, answers: written, commands: ["move"]),
    AgentTool(
      name: "change_tab", sentence: "Pin, mute, unload or zoom tabs.",
      parameters: [
        tabs.required, .init("pinned", .flag, ""), .init("muted", .flag, ""),
        .init("unloaded", .flag, ""), .init("zoom", .count, "Percent."),
      ], effect: idempotent, answers: written,
      commands: ["pin", "unpin", "mute", "unmute", "discard", "zoom"]),
    AgentTool(
      name: "group",
      sentence:
        "Create a group of tabs, add tabs, remove tabs from their groups, or change a group.",
      parameters: [
        AgentParameter("operation", .choice(["create", "add", "remove", "change"]), "").required,
        tabs, .init("group", .id, ""), .init("title", .text, ""),
        .init("color", .choice(colors), ""),
        .init("collapsed", .flag, ""),
      ], effect: idempotent, answers: written,
      commands: ["group", "ungroup", "collapse", "expand", "group move"]),
    AgentTool(
      name: "show_tab", sentence: "Bring a tab to the front. Interrupts the person.",
      parameters: [tab.required], effect: idempotent, right: .act, answers: written,
      commands: ["tab", "window"]),
    AgentTool(
      name: "bookmark", sentence: "Add, edit or move a bookmark, or add a folder.",
      parameters: [
        AgentParameter("operation", .choice(["add", "edit", "move", "folder"]), "").required,
        .init("bookmark", .id, ""), .init("url", .text, ""), .init("title", .text, ""),
        .init("folder", .text, "Path."), .init("tags", .text, "Separated by commas."),
        .init("note", .text, ""),
      ], effect: idempotent, right: .bookmarks, answers: written,
      commands: ["bookmark", "bookmark edit", "bookmark move", "folder"]),
    AgentTool(
      name: "remove_bookmarks", sentence: "Remove bookmarks; can be undone.",
      parameters: [AgentParameter("bookmarks", .ids, "").required], effect: destructive,
      right: .bookmarks, answers: written, commands: ["bookmark remove"]),
  ]

  private static let colors = [
    "grey", "blue", "red", "yellow", "green", "pink", "purple", "cyan", "orange",
  ]

  private static let time = [
    AgentTool(
      name: "undo",
      sentence: "Undo one of your actions, or all of this run; keeps what others built on.",
      parameters: [.init("action", .id, "Its event; default: the whole run."), preview],
      effect: .writes(isDestructive: true, isIdempotent: false), answers: written,
      commands: ["undo"]),
    AgentTool(
      name: "redo", sentence: "Redo the action that you undid last, or one action.",
      parameters: [.init("action", .id, ""), preview], effect: additive, answers: written,
      commands: ["redo"]),
    AgentTool(
      name: "restore", sentence: "Restore windows or tabs as they were at a moment.",
      parameters: [
        AgentParameter("point", .moment, "").required, tabs, .init("window", .id, ""),
        .init("parts", .choices(["missing_tabs", "bookmarks", "zoom", "settings"]), ""), preview,
      ], effect: destructive, answers: written, commands: ["restore"]),
    AgentTool(
      name: "mark", sentence: "Name this moment.",
      parameters: [AgentParameter("name", .text, "").required], effect: idempotent,
      answers: written, commands: ["mark"]),
    AgentTool(
      name: "branch",
      sentence: "Begin a copy to work on, or drop it; the person sees nothing of it.",
      parameters: [
        AgentParameter("operation", .choice(["begin", "drop"]), "").required,
        AgentParameter("name", .text, "").required, .init("from", .moment, ""),
      ], effect: idempotent, answers: ["sequence", "branch"], commands: ["branch"]),
    AgentTool(
      name: "propose",
      sentence:
        "Propose your branch to the person, who approves or declines in Retrace; or withdraw "
        + "the proposal.",
      parameters: [
        .init("operation", .choice(["propose", "withdraw"]), ""),
        .init("name", .text, "Name of the proposal."), .init("say", .text, "Your reasons."),
      ], effect: idempotent, answers: ["sequence", "name"],
      commands: ["propose", "withdraw", "merge"]),
    AgentTool(
      name: "forget",
      sentence: "Prepare to erase pages for ever. The person must confirm in Retrace.",
      parameters: [.init("url", .text, ""), .init("site", .text, "")], effect: destructive,
      right: .forget, answers: ["items"], commands: ["forget"]),
  ]
}
