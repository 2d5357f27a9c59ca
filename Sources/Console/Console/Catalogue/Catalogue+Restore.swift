internal import BrowserModel
internal import Store

extension Catalogue {
  static let restoring: [Command<Shell, Answer>] = [restore]

  private static let restore = command(
    CommandDeclaration(
      "restore", in: .time, .mayWrite, "make things what they were at a moment",
      details: [
        "Windows, tabs and groups come back with their ids and histories, and what was opened since is "
          + "closed; bookmarks, zoom and settings only when they are named. With parts named, only these. "
          + "It is one action: “undo” takes it back. Without a POINT it is the moment in view."
      ],
      takes: [.optional("point", .point)],
      options: [
        .flag("tabs", "only add the tabs that are missing"),
        .value("window", "N", .window, isRepeatable: true, "only this window, as counted then"),
        .value("tab", "TAB", .tab, isRepeatable: true, "only this tab, as counted then"),
        .flag("bookmarks", "the bookmarks"), .flag("zoom", "the zoom of all sites"),
        .flag("settings", "the settings"),
      ],
      exclusive: [["tabs", "window"]],
      examples: [
        .init("restore 2", "all windows and tabs of that moment"),
        .init("restore 2 --tabs", "only add what was closed since"),
        .init("restore 2 --tab 1", "one tab, with its history"),
        .init("restore @yesterday --bookmarks", "the bookmarks as yesterday began"),
      ])
  ) { shell, arguments throws(CommandFailure) in
    guard let point = arguments.point("point") ?? shell.past?.point else {
      throw CommandFailure(
        UsageError(.missingArgument, "“restore” needs POINT: restore POINT [--tabs] …"))
    }
    return try shell.restore(point, arguments)
  }
}
