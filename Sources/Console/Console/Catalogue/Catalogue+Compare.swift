internal import BrowserModel
internal import Store

extension Catalogue {
  static let compare: [Command<Shell, Answer>] = [diff, why, when]

  private static let diff = command(
    CommandDeclaration(
      "diff", in: .time, .reads, "tell what differs between two moments",
      details: [
        "A line begins with + for what came, - for what went and ~ for what is another. Positions "
          + "count from 1. Tabs that only made room for others are not told.",
        "With --json: {\"diff\":[…]}, each with a “kind”: windowOpened, windowClosed, windowMoved, "
          + "windowPlaced, windowState, windowFocused; tabOpened, tabClosed, tabMoved, tabSelected, "
          + "tabPinned, tabMuted, tabGroup, tabOpener, tabEntry, tabPending, tabStatus, tabZoom; "
          + "entryAdded, entryRemoved, entryURL, entryTitle, entryScroll, entryPicture, entryMarks; "
          + "groupAdded, groupRemoved, groupTitle, groupColor, groupCollapsed; closedAdded, "
          + "closedRemoved, closedChanged; bookmarkAdded, bookmarkRemoved, bookmarkMoved, "
          + "bookmarkTitle, bookmarkURL, bookmarkTags, bookmarkKeyword, bookmarkNote; defaultZoom, siteZoom, "
          + "setting.",
        "Each names its thing by id (window, tab, entry, group, item, bookmark, site or name). What "
          + "came or went has its place (window or folder, and index from 0); what is another has "
          + "“from” and “to”, null for nothing, or the member that changed (pinned, muted, collapsed).",
      ],
      takes: [.required("from", .point, label: "A"), .optional("to", .point, label: "B")],
      examples: [
        .init("diff 42", "what differs between then and now"),
        .init("diff 10 20", "what happened between two moments"),
        .init("diff @yesterday", "what happened since yesterday began"),
        .init("diff start", "all there is"),
      ])
  ) { shell, arguments throws(CommandFailure) in
    guard let from = arguments.point("from") else { return .nothing }
    let states = try shell.states(at: from, arguments.point("to"))
    return try shell.differenceAnswer(from: states.former, to: states.latter)
  }

  private static let why = command(
    CommandDeclaration(
      "why", in: .time, .reads, "list the events that made a thing what it is now",
      details: [
        "THING is a tab, by position or id, or anything by its id; “tab”, “entry”, “window”, “group” "
          + "or “bookmark” with a position or an id; “zoom”, with a host or “default”; a setting. The "
          + "active tab when left out.",
        "The third column says what the event decided. With --json: {\"why\":[…]}, the events as "
          + "“log” has them, each with “decided”.",
      ],
      takes: [.optional("thing", .thing)],
      examples: [
        .init("why", "how the active tab came to be as it is"),
        .init("why #4", "the same for what has this id"),
        .init("why zoom example.com", "who set the zoom of a site"),
        .init("why historyLimit", "who set a setting"),
      ])
  ) { shell, arguments throws(CommandFailure) in
    try shell.whyAnswer(arguments.text("thing") ?? "")
  }

  private static let when = command(
    CommandDeclaration(
      "when", in: .time, .reads, "find the first moment at which something was true",
      details: [
        "Conditions: “tab WORDS” (a tab has them in title or URL), “tab #ID” (it is open), “url ~ "
          + "WORDS”, “title ~ WORDS”, “closed #ID” (a tab or window), “tabs”, “windows”, “groups”, "
          + "“bookmarks” or “closed” with <, <=, =, !=, >= or > and a number, “zoom HOST > 100”, "
          + "“zoom default > 100”. They are joined with “and”, “or”, “not” and parentheses.",
        "The log goes by from its beginning to the moment in view, each state with what was undone "
          + "then. With --json: {\"when\":…}, the event as “log” has it, null for never.",
      ],
      takes: [.required("expression", .expression)],
      examples: [
        .init("when tab \"rust\"", "when a tab first showed something about it"),
        .init("when tabs > 50 and not windows > 1", "both at once"),
        .init("when closed #4", "when this tab was closed"),
        .init("when zoom example.com > 100", "when its pages were made larger"),
      ])
  ) { shell, arguments throws(CommandFailure) in
    try shell.whenAnswer(arguments.text("expression") ?? "")
  }
}
