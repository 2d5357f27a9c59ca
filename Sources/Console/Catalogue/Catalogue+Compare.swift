internal import BrowserModel
internal import Session

extension Catalogue {
  static let compare: [Command<Shell, Answer>] = [diff]

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
          + "bookmarkTitle, bookmarkURL, bookmarkTags, bookmarkKeyword; defaultZoom, siteZoom, "
          + "setting.",
        "Each names its thing by id (window, tab, entry, group, item, bookmark, site or name). What "
          + "came or went has its place (window or folder, and index from 0); what is another has "
          + "“from” and “to”, null for nothing, or the member that changed (pinned, muted, collapsed).",
      ],
      takes: [.required("from", .point, label: "A"), .optional("to", .point, label: "B")],
      examples: [
        .init("diff 42", "what differs between then and now"),
        .init("diff 10 20", "what happened between two moments"),
        .init("diff start", "all there is"),
      ])
  ) { shell, arguments throws(CommandFailure) in
    let from = try shell.moment(arguments.text("from") ?? "start")
    let to = try shell.moment(arguments.text("to") ?? "now")
    return try shell.differenceAnswer(from: shell.state(at: from), to: shell.state(at: to))
  }
}
