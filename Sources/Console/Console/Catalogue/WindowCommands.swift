internal import BrowserModel
internal import Store

/// Commands about windows.
enum WindowCommands {
  static let all: [ConsoleCommand] = [
    list, focus, open, name, close,
  ]

  private static let list = Catalogue.command(
    CommandDeclaration(
      "windows", in: .windows, .reads, "list the windows",
      options: [.value("device", "DEVICE", .device, "list those of another device")],
      answers: .object([JSONShape.windows]),
      examples: [
        .init(
          "windows", "list them; the numbers are what “window” takes, and the 2 of the tab 2:3"),
        .init("windows --device phone", "those of the phone, as last heard of"),
      ])
  ) { shell, arguments throws(CommandFailure) in
    let shell = try shell.looking(atDeviceOf: arguments)
    return try shell.read { words in
      if shell.printsJSON { return Answer { shell.json(words).windows(&$0) } }
      var table = Table([.left, .right, .left, .left])
      for (offset, window) in shell.windows.enumerated() {
        let browser = shell.browser(of: window.id)
        let isFocused =
          window.id.isPrivate == shell.isPrivate && browser.focusedWindow == window.id
        let active = browser.tab(window.activeTab).map { shell.label(of: $0, words) } ?? ""
        let kind: SafeText = window.id.isPrivate ? "private, " : ""
        table.add([
          shell.style.apply(.green, .bold, to: isFocused ? "▸" : " "), "\(offset + 1)",
          shell.style.apply(.dim, to: "#\(window.id.rawValue)"),
          name(window, in: browser, words) + kind + .counted(window.tabs.count, "tab") + ": "
            + active,
        ])
      }
      return table.isEmpty
        ? Answer("No window is open.") : Answer(table, width: shell.presentation.columns)
    }
  }

  private static let open = Catalogue.command(
    CommandDeclaration(
      "window new", in: .windows, .writes, "open a window with a start-page tab, or with a page",
      details: [
        "Nothing of a private window is kept on disk. While one is open, no line that is typed is either, "
          + "wherever it is typed, as it may speak of that window: Up finds it until the last private window "
          + "is closed."
      ],
      takes: [.optional("address", .address)],
      options: [
        .flag("private", "keep nothing of it on disk"),
        .flag("allow-script", "follow a javascript: address"),
      ],
      examples: [
        .init("window new --private", "browse without a trace"),
        .init("window new example.com", "open a page in a window of its own"),
      ])
  ) { shell, arguments throws(CommandFailure) in
    let isPrivate = arguments.has("private")
    if isPrivate { try shell.refusePrivateWindowOfOneCommand() }
    var action = Action.openWindow()
    if let text = arguments.text("address") {
      let destination = try shell.destination(
        text, allowsScript: arguments.has("allow-script"))
      action = .open(OpenTab(destination, isInNewWindow: true))
    }
    let performed = try shell.perform(action, isPrivate: isPrivate)
    shell.isPrivateFocused = isPrivate
    let note: SafeText = isPrivate ? "; nothing of it is written to disk" : ""
    return shell.answer(performed, "opened window \(shell.focusedPosition)\(note)")
  }

  private static let focus = Catalogue.command(
    CommandDeclaration(
      "window", in: .windows, .writes, "give a window the focus",
      details: [
        "Words name the window whose name has them, or that has a tab with them in title, URL or group."
      ],
      takes: [.required("window", .window, label: "N|WORDS")],
      examples: [
        .init("window 2", "go to the second window"),
        .init("window work", "go to the one window with a tab or group of that name"),
      ])
  ) { shell, arguments throws(CommandFailure) in
    let window = try shell.window(arguments.reference("window"))
    let browser = shell.browser(of: window.id)
    let performed =
      browser.focusedWindow == window.id
      ? .nothing : try shell.perform(.focusWindow(window.id))
    shell.isPrivateFocused = window.id.isPrivate
    return shell.answer(performed, shell.sentence("at", shell.activeTab?.id, namesWindow: true))
  }

  private static let name = Catalogue.command(
    CommandDeclaration(
      "window name", in: .windows, .writes, "give a window a name",
      details: [
        "Lists show the name, and words of it name the window wherever a window is asked for. It is kept "
          + "when the window is closed and reopened."
      ],
      takes: [.optional("name", .text)],
      options: [
        .value("window", "N", .window, "the window; else the focused one"),
        .flag("remove", "remove its name"),
      ],
      examples: [
        .init("window name Research", "name the focused window"),
        .init("window name Shopping list --window 2", "name the second window"),
        .init("window name --remove", "remove the name of the focused window"),
      ])
  ) { shell, arguments throws(CommandFailure) in
    let name = arguments.text("name")
    guard (name == nil) == arguments.has("remove"), name?.isEmpty != true else {
      throw CommandFailure(
        "missingArgument", "“window name” needs NAME, or --remove to remove the name.",
        status: .usage)
    }
    let window = try shell.window(arguments.reference("window"))
    let performed = try shell.perform(.nameWindow(window.id, name ?? ""))
    let number = (shell.windows.firstIndex { $0.id == window.id } ?? 0) + 1
    return shell.answer(
      performed,
      name.map { "window \(number) is called “\(SafeText($0))”" }
        ?? "window \(number) has no name any more")
  }

  /// “Research”, before what else there is to say of a window; nothing for one without a name.
  private static func name(
    _ window: Window, in browser: Browser, _ words: LogText
  ) -> SafeText {
    let name = browser.title(of: window, text: words)
    return name.isEmpty ? "" : "“\(SafeText(name))”, "
  }

  private static let close = Catalogue.command(
    CommandDeclaration(
      "window close", in: .windows, .writes, "close a window with all its tabs",
      takes: [.optional("window", .window, label: "N|WORDS")],
      examples: [
        .init("window close", "close the focused window"),
        .init("window close 2", "close the second"),
      ])
  ) { shell, arguments throws(CommandFailure) in
    let window = try shell.windowToChange(arguments.reference("window"))
    let browser = shell.browser(of: window.id)
    let name = try shell.read { browser.title(of: window, text: $0) }
    let performed = try shell.perform(.closeWindow(window.id))
    let closed: SafeText = name.isEmpty ? "a window" : "window “\(SafeText(name))”"
    return shell.answer(performed, "closed \(closed) with " + .counted(window.tabs.count, "tab"))
  }
}
