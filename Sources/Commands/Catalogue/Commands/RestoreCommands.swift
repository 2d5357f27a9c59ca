internal import BrowserModel
internal import CommandKit
internal import Notation
internal import RetraceStore
internal import RetraceTimeline

/// Commands that restore the state of a moment.
enum RestoreCommands {
  static let all: [ConsoleCommand] = [restore]

  private static let restore = CommandCatalogue.command(
    CommandDeclaration(
      "restore", in: .time, .mayWrite, "restore a moment",
      details: [
        "Restores windows, tabs and groups with their ids and histories, and closes windows and "
          + "tabs that were opened since. With options such as --bookmarks or --zoom, only those "
          + "parts are restored. A restore is one action, which “undo” reverts. Without a POINT, "
          + "the moment shown is restored."
      ],
      takes: [.optional("point", .point)],
      options: [
        .flag("tabs", "only add missing tabs"),
        .value(
          "window", "N", .window, isRepeatable: true,
          "only this window, by its number at "
            + "that moment"),
        .value(
          "tab", "TAB", .tab, isRepeatable: true,
          "only this tab, by its number at "
            + "that moment"),
        .flag("bookmarks", "the bookmarks"), .flag("zoom", "the zoom of all sites"),
        .flag("settings", "the settings"), .flag("values", "the values of the profile"),
        .flag("dry-run", "show what would differ, and write nothing"),
      ],
      exclusive: [["tabs", "window"]],
      answers: .anyOf([.written, Difference.members.shape]),
      examples: [
        .init("restore 2", "restore all windows and tabs of that moment"),
        .init("restore 2 --dry-run", "show what would change"),
        .init("restore 2 --tabs", "add only tabs that were closed since"),
        .init("restore 2 --tab 1", "restore one tab, with its history"),
        .init("restore yesterday --bookmarks", "restore the bookmarks from the start of yesterday"),
      ])
  ) { context, arguments throws in
    guard let point = arguments.point("point") ?? context.past?.point else {
      throw CommandError(
        UsageError(
          .missingArgument,
          "“restore” needs POINT, because the present is shown: restore POINT [--tabs] …"))
    }
    return try restoreAnswer(point, arguments, in: &context)
  }

  /// Restores parts of the state at a moment of the console's branch, and returns to the present.
  private static func restoreAnswer(
    _ point: Point, _ arguments: Arguments, in context: inout CommandContext
  ) throws -> Answer {
    let isDryRun = arguments.has("dry-run")
    let moment = try context.momentOfOwnLine(point, asksAtStart: !isDryRun)
      .newestEvent(of: context.store.timeline.position)
    let then = try context.moment(moment, on: context.store.timeline.lineage.branch)
    let parts = try parts(arguments, of: then, in: context)
    let previous = try context.readPresentState()
    if isDryRun { return try previewAnswer(moment, parts, previous, in: context) }
    let performed = try context.write { store in
      try store.restore(
        Moment(newest: moment), parts, by: context.origin, if: context.precondition)
    }
    context.past = nil
    if context.printsJSON { return context.answer(performed, "") }
    let name: SafeText = moment.exists ? "#\(moment.rawValue)" : "the start"
    let latter = try context.readPresentState()
    let note = parts == [.windows] ? zoomNote(then, latter, in: context) : ""
    return try context.read { words in
      let difference = Difference(from: previous, to: latter, words)
      return Answer(
        lines: "restored \(name): \(difference.summary(opened: "back"))\n"
          + difference.table(context.style).text(width: context.presentation.columns) + note)
    }
  }

  /// Returns a note that zoom is not restored, or empty text if the zoom has not changed.
  private static func zoomNote(
    _ then: ShownMoment, _ present: ProfileState, in context: CommandContext
  ) -> SafeText {
    guard then.browser.zoom != present.browser.zoom else { return "" }
    return context.style.apply(.dim, to: "Zoom is not restored; --zoom restores it too.") + "\n"
  }

  /// Returns the changes that restoring would make.
  private static func previewAnswer(
    _ moment: EventID, _ parts: [Restoration.Part], _ present: ProfileState,
    in context: CommandContext
  ) throws -> Answer {
    let restored = try context.store.previewOfRestoring(Moment(newest: moment), parts)
    return try context.read { words in
      let difference = Difference(from: present, to: restored, words)
      if context.printsJSON {
        return Answer(json: difference.json(in: context), Difference.members)
      }
      return Answer(
        lines: "would restore: \(difference.summary(opened: "back"))\n"
          + difference.table(context.style).text(width: context.presentation.columns))
    }
  }

  /// Returns the parts to restore. Positions refer to the windows and tabs at the moment to
  /// restore.
  private static func parts(
    _ arguments: Arguments, of moment: ShownMoment, in context: CommandContext
  ) throws -> [Restoration.Part] {
    var then = context
    then.past = moment
    var parts: [Restoration.Part] = []
    if arguments.has("tabs") { parts.append(.missingTabs) }
    do {
      for window in arguments.references("window") {
        parts.append(.window(try then.window(window).id))
      }
      for tab in arguments.references("tab") { parts.append(.tab(try then.tab(tab).id)) }
    } catch let error as CommandError where error.code == "outOfRange" {
      throw CommandError(
        error.code, "\(error.message) Windows and tabs are numbered as they were then.")
    }
    if arguments.has("bookmarks") { parts.append(.bookmarks) }
    if arguments.has("zoom") { parts.append(.zoom) }
    if arguments.has("settings") { parts.append(.settings) }
    if arguments.has("values") { parts.append(.values) }
    return parts.isEmpty ? [.windows] : parts
  }
}
