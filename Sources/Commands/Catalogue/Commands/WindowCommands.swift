internal import BrowserModel
internal import CommandKit
internal import RetraceStore

/// Commands about windows.
enum WindowCommands {
  static let all: [ConsoleCommand] = [
    list, focus, open, name, place, close,
  ]

  private static let list = CommandCatalogue.command(
    CommandDeclaration(
      "windows", in: .windows, .reads, "list the windows",
      options: [.value("device", "DEVICE", .device, "list the windows of another device")],
      answers: WindowAnswer.list.shape,
      examples: [
        .init(
          "windows", "list the windows, with the numbers for “window 2” and for tabs such as 2:3"),
        .init("windows --device phone", "list the windows of the phone, as last received"),
      ])
  ) { context, arguments throws in
    let context = try context.looking(atDeviceOf: arguments)
    return try context.read { words in
      if context.printsJSON {
        return context.answer(listing: context.shown(words).windows, WindowAnswer.list) { $0 }
      }
      let labels = context.shown(words).connected
      let areSeveral = Set(context.windows.map { labels.label(ofWindow: $0.id) }).count > 1
      /// The browser of a window, if the windows belong to different browsers.
      func connected(_ window: Window) -> SafeText {
        guard areSeveral, let label = labels.label(ofWindow: window.id) else { return "" }
        return "\(SafeText(label)), "
      }
      var table = Table([.left, .right, .left, .left])
      for (offset, window) in context.windows.enumerated() {
        let browser = context.browser(of: window.id)
        let isFocused =
          window.id.isPrivate == context.isPrivate && browser.focusedWindow == window.id
        let active = browser.tab(window.activeTab).map { context.label(of: $0, words) } ?? ""
        let kind: SafeText = window.id.isPrivate ? "private, " : ""
        table.add([
          context.style.apply(.green, .bold, to: isFocused ? "▸" : " "), "\(offset + 1)",
          context.style.apply(.dim, to: "#\(window.id.rawValue)"),
          name(window, in: browser, words) + kind + connected(window)
            + .counted(window.tabs.count, "tab") + ": "
            + active,
        ])
      }
      return table.isEmpty
        ? Answer("No window is open.") : Answer(table, width: context.presentation.columns)
    }
  }

  private static let open = CommandCatalogue.command(
    CommandDeclaration(
      "window new", in: .windows, .writes, "open a window with the start page, or with a page",
      details: [
        "Nothing of a private window is stored on disk. While one is open, typed lines are not "
          + "stored on disk either, because they may refer to that window. They are available in "
          + "memory until the last private window is closed."
      ],
      takes: [.optional("address", .address)],
      options: [
        .flag("private", "store nothing of the window on disk"),
        .flag("allow-script", "follow a javascript: address"),
      ],
      examples: [
        .init("window new --private", "browse without a trace"),
        .init("window new example.com", "open a page in a window of its own"),
      ])
  ) { context, arguments throws in
    let isPrivate = arguments.has("private")
    if isPrivate { try context.refusePrivateWindowOfOneCommand() }
    var action = Action.openWindow()
    if let text = arguments.text("address") {
      let destination = try context.destination(
        text, allowsScript: arguments.has("allow-script"))
      action = .open(OpenTab(destination, isInNewWindow: true))
    }
    let performed = try context.perform(action, isPrivate: isPrivate)
    context.isPrivateFocused = isPrivate
    let note: SafeText = isPrivate ? "; nothing of it is written to disk" : ""
    return context.answer(performed, "opened window \(context.focusedPosition)\(note)")
  }

  private static let focus = CommandCatalogue.command(
    CommandDeclaration(
      "window", in: .windows, .writes, "focus a window",
      details: [
        "Words match the name of a window, or the title, URL or group of one of its tabs."
      ],
      takes: [.required("window", .window, label: "N|WORDS")],
      examples: [
        .init("window 2", "go to the second window"),
        .init(
          "window work",
          "go to the only window with this word in its name, or in one of its "
            + "tabs or groups"),
      ])
  ) { context, arguments throws in
    let window = try context.window(arguments.reference("window"))
    let browser = context.browser(of: window.id)
    let performed =
      browser.focusedWindow == window.id
      ? .nothing : try context.perform(.focusWindow(window.id))
    context.isPrivateFocused = window.id.isPrivate
    return context.answer(
      performed, context.sentence("at", context.activeTab?.id, namesWindow: true))
  }

  private static let name = CommandCatalogue.command(
    CommandDeclaration(
      "window name", in: .windows, .writes, "name a window",
      details: [
        "Lists show the name, and its words can be used to refer to the window. The name is kept "
          + "when the window is closed and reopened."
      ],
      takes: [.optional("name", .text)],
      options: [
        .value("window", "N", .window, "the window; by default, the focused window"),
        .flag("remove", "remove the name"),
      ],
      examples: [
        .init("window name Research", "name the focused window"),
        .init("window name Shopping list --window 2", "name the second window"),
        .init("window name --remove", "remove the name of the focused window"),
      ])
  ) { context, arguments throws in
    let name = arguments.text("name")
    guard (name == nil) == arguments.has("remove"), name?.isEmpty != true else {
      throw CommandError(
        "missingArgument", "“window name” needs NAME, or --remove to remove the name.",
        status: .usage)
    }
    let window = try context.window(arguments.reference("window"))
    let performed = try context.perform(.nameWindow(window.id, name ?? ""))
    let number = (context.windows.firstIndex { $0.id == window.id } ?? 0) + 1
    return context.answer(
      performed,
      name.map { "window \(number) is called “\(SafeText($0))”" }
        ?? "window \(number) no longer has a name")
  }

  private static let place = CommandCatalogue.command(
    CommandDeclaration(
      "window place", in: .windows, .writes, "record the place and the state of a window",
      details: [
        "Front ends record with this command where a window is on the screen, so that it opens "
          + "there again. Values that are not given stay as they are. The unit is that of the "
          + "front end, usually pixels."
      ],
      takes: [.required("window", .window, label: "N|WORDS")],
      options: [
        .value("left", "X", .integer, "the left edge"),
        .value("top", "Y", .integer, "the top edge"),
        .value("width", "N", .positive, "the width"),
        .value("height", "N", .positive, "the height"),
        .value(
          "state", "STATE", .choice(Window.ShowState.allCases.map { "\($0)" }),
          "how the window is shown"),
      ],
      examples: [
        .init(
          "window place 1 --left 0 --top 0 --width 1200 --height 800", "record where it is"),
        .init("window place 1 --state maximized", "record that it is maximized"),
      ])
  ) { context, arguments throws in
    let window = try context.window(arguments.reference("window"))
    var bounds = window.bounds
    let names = ["left", "top", "width", "height"]
    guard names.contains(where: arguments.has) || arguments.has("state") else {
      throw CommandError(
        "missingArgument", "“window place” needs --left, --top, --width, --height or --state.",
        status: .usage)
    }
    if bounds == .unknown, let missing = names.first(where: { !arguments.has($0) }),
      names.contains(where: arguments.has)
    {
      throw CommandError(
        "missingArgument",
        "The place of this window is unknown, so “window place” also needs --\(missing).",
        status: .usage)
    }
    func value(_ name: String, _ known: Int32) -> Int32 {
      arguments.integer(name).map { Int32(clamping: $0) } ?? known
    }
    bounds.x = value("left", bounds.x)
    bounds.y = value("top", bounds.y)
    bounds.width = value("width", bounds.width)
    bounds.height = value("height", bounds.height)
    let state = Window.ShowState.allCases.first { "\($0)" == arguments.text("state") }
    let performed = try context.perform(
      .placeWindow(window.id, bounds: bounds, showState: state ?? window.showState))
    let number = (context.windows.firstIndex { $0.id == window.id } ?? 0) + 1
    return context.answer(performed, "recorded the place of window \(number)")
  }

  /// Returns the name of a window in quotes, followed by a comma, for use in front of other data.
  /// Returns empty text if the window has no name.
  private static func name(
    _ window: Window, in browser: Browser, _ words: LogText
  ) -> SafeText {
    let name = browser.title(of: window, text: words)
    return name.isEmpty ? "" : "“\(SafeText(name))”, "
  }

  private static let close = CommandCatalogue.command(
    CommandDeclaration(
      "window close", in: .windows, .writes, "close a window with all its tabs",
      takes: [.optional("window", .window, label: "N|WORDS")],
      examples: [
        .init("window close", "close the focused window"),
        .init("window close 2", "close the second window"),
      ])
  ) { context, arguments throws in
    let window = try context.windowToChange(arguments.reference("window"))
    let browser = context.browser(of: window.id)
    let name = try context.read { browser.title(of: window, text: $0) }
    let performed = try context.perform(.closeWindow(window.id))
    let closed: SafeText = name.isEmpty ? "a window" : "window “\(SafeText(name))”"
    return context.answer(performed, "closed \(closed) with " + .counted(window.tabs.count, "tab"))
  }
}
