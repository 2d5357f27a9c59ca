internal import BrowserModel
internal import CommandKit

/// Commands about groups of tabs.
enum GroupCommands {
  static let all: [ConsoleCommand] = [make, move, ungroup, list, collapse, expand]

  private static let make = CommandCatalogue.command(
    CommandDeclaration(
      "group", in: .groups, .writes, "group tabs",
      takes: [.repeated("tabs", .tab, label: "TAB")],
      options: [
        .value("title", "T", .word, "its title"),
        .value("color", "C", .choice(TabGroup.Color.allCases.map { "\($0)" }), "its colour"),
        .value("into", "GROUP", .group, "add the tabs to this group"),
      ],
      examples: [.init("group 2 3 --title Work --color blue", "create a group of two tabs")])
  ) { context, arguments throws in
    let tabs = try context.tabs(arguments.references("tabs"))
    let into = try arguments.reference("into").map { reference in
      try context.group(reference).id
    }
    let color = arguments.text("color").flatMap { name in
      TabGroup.Color.allCases.first { "\($0)" == name }
    }
    let performed = try context.perform(
      .group(tabs.map(\.id), into: into, title: arguments.text("title"), color: color))
    let pinned = tabs.count(where: \.isPinned)
    let unpinned: SafeText =
      switch pinned {
      case 0: ""
      case tabs.count: ", no longer pinned"
      default: ", \(pinned) of them no longer pinned"
      }
    return context.answer(performed, "grouped " + .counted(tabs.count, "tab") + unpinned)
  }

  private static let move = CommandCatalogue.command(
    CommandDeclaration(
      "group move", in: .groups, .writes, "move a group with all its tabs",
      details: [
        "The group keeps its title and colour, and stays collapsed or expanded. N is the new "
          + "position of its first tab."
      ],
      takes: [
        .required("group", .group, label: "GROUP"), .optional("position", .positive, label: "N"),
      ],
      options: [
        .value("window", "N", .window, "move the group to that window"),
        .flag("new-window", "move the group into a new window"),
      ],
      exclusive: [["window", "new-window"]],
      examples: [
        .init("group move work --window 2", "move a group to the end of the second window"),
        .init(
          "group move 1 1", "move the first group listed by “groups” to the start of its window"),
        .init("group move work --new-window", "move a group into a new window"),
      ])
  ) { context, arguments throws in
    guard let reference = arguments.reference("group") else { return .nothing }
    let group = try context.group(reference)
    let position = arguments.integer("position")
    let isToNewWindow = arguments.has("new-window")
    let window = try arguments.reference("window").map { reference in
      try context.window(reference)
    }
    guard isToNewWindow ? position == nil : position != nil || window != nil else {
      throw CommandError(
        "missingArgument",
        isToNewWindow
          ? "--new-window cannot be combined with a position."
          : "“group move” needs a position, --window N or --new-window.", status: .usage)
    }
    if let window, window.id.isPrivate != group.id.isPrivate {
      throw CommandError("notAllowed", "A group cannot move into or out of a private window.")
    }
    let performed = try context.perform(
      isToNewWindow
        ? .moveGroupToNewWindow(group.id)
        : .moveGroup(group.id, to: position.map { $0 - 1 }, window: window?.id))
    if isToNewWindow { context.isPrivateFocused = group.id.isPrivate }
    let browser = context.browser(of: group.id)
    let title = try context.read { browser.title(of: group, text: $0) }
    let name: SafeText =
      title.isEmpty
      ? "the \(SafeText(naming: group.color)) group" : "group “\(SafeText(title))”"
    let first = browser.tabs.first { $0.group == group.id }
    return context.answer(
      performed,
      "moved \(name) of " + .counted(group.count, "tab")
        + (first.map { "; its first tab is now \(context.place(of: $0))" } ?? ""))
  }

  private static let ungroup = CommandCatalogue.command(
    CommandDeclaration(
      "ungroup", in: .groups, .writes, "remove tabs from their groups",
      details: ["The title of a group refers to all tabs of the group."],
      takes: [.repeated("tabs", .tab, label: "TAB")],
      examples: [
        .init("ungroup 2 3", "remove two tabs from their groups"),
        .init(
          "ungroup recipes",
          "remove the tabs of the group “recipes”, or the tab with "
            + "this word"),
      ])
  ) { context, arguments throws in
    let references = arguments.references("tabs")
    let ofGroup = try context.tabs(ofGroupCalled: references)
    let tabs = ofGroup.isEmpty ? try context.tabs(references) : ofGroup
    let performed = try context.perform(.ungroup(tabs.map(\.id)))
    return context.answer(performed, "ungrouped " + .counted(tabs.count, "tab"))
  }

  private static let list = CommandCatalogue.command(
    CommandDeclaration(
      "groups", in: .groups, .reads, "list the groups",
      options: [.value("device", "DEVICE", .device, "list the groups of another device")],
      answers: GroupAnswer.list.shape,
      examples: [
        .init("groups", "list the groups with their numbers for “collapse”"),
        .init("groups --device phone", "list the groups of the phone, as last received"),
      ])
  ) { context, arguments throws in
    let context = try context.looking(atDeviceOf: arguments)
    return try context.read { words in
      if context.printsJSON {
        return context.answer(listing: context.shown(words).groups, GroupAnswer.list) { $0 }
      }
      var table = Table([.right, .left, .left, .right, .left])
      for (offset, group) in context.browser.groups.enumerated() {
        let title = context.browser.title(of: group, text: words)
        table.add([
          "\(offset + 1)", context.style.apply(.dim, to: "#\(group.id.rawValue)"),
          SafeText(naming: group.color), .counted(group.count, "tab"),
          "\(title)\(group.isCollapsed ? " (collapsed)" : "")",
        ])
      }
      return table.isEmpty
        ? Answer("No groups.") : Answer(table, width: context.presentation.columns)
    }
  }

  private static let collapse = fold("collapse", "collapse a group", true)
  private static let expand = fold("expand", "expand a group", false)

  /// Returns a command that collapses or expands a group.
  private static func fold(
    _ name: String, _ summary: String, _ isCollapsed: Bool
  ) -> ConsoleCommand {
    CommandCatalogue.command(
      CommandDeclaration(
        name, in: .groups, .writes, summary,
        takes: [.required("group", .group, label: "N|#ID|TITLE")],
        examples: [
          .init("\(name) 1", "\(name) the first group of the list"),
          .init("\(name) work", "\(name) the group with this title"),
        ])
    ) { context, arguments throws in
      guard let reference = arguments.reference("group") else { return .nothing }
      let performed = try context.perform(.collapse(try context.group(reference).id, isCollapsed))
      return context.answer(performed, isCollapsed ? "collapsed" : "expanded")
    }
  }
}
