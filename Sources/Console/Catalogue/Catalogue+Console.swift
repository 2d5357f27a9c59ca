internal import BrowserModel
internal import EventLog
internal import Session
internal import Timeline

extension Catalogue {
  static let data: [Command<Shell, Answer>] = [state, stats]
  static let settings: [Command<Shell, Answer>] = [set]
  static let console: [Command<Shell, Answer>] = [help, source, completions, quit]

  private static let state = command(
    CommandDeclaration(
      "state", in: .data, .reads, "show the whole state",
      details: ["With --json everything; without, what is open at a glance."],
      examples: [.init("state", "look at everything that is open")])
  ) { shell, _ throws(CommandFailure) in
    try shell.view { words in
      if shell.printsJSON { return Answer { shell.json(words).state(&$0) } }
      return shell.overview(words)
    }
  }

  private static let stats = command(
    CommandDeclaration(
      "stats", in: .data, .reads, "show sizes and counts of the profile",
      examples: [.init("stats", "show them")])
  ) { shell, _ throws(CommandFailure) in try shell.statsAnswer() }

  private static let set = command(
    CommandDeclaration(
      "set", in: .settings, .writes, "list the settings, show one, or give one a value",
      takes: [.optional("name", .setting), .optional("value", .text)],
      options: [.flag("default", "give it its default value again")],
      examples: [
        .init("set", "list the settings"),
        .init("set searchTemplate https://example.com/?q={searchTerms}", "search somewhere else"),
        .init("set historyLimit --default", "back to the default"),
      ])
  ) { shell, arguments throws(CommandFailure) in
    guard let typed = arguments.text("name") else { return try shell.settingsAnswer() }
    guard let name = SettingText.name(typed) else {
      let names = Settings.Name.allCases.map { "\($0)" }
      let hint = Nearest.name(to: typed, among: names).map { "; did you mean \($0)?" } ?? ""
      throw CommandFailure("noSuchSetting", "There is no setting “\(typed)”\(hint)")
    }
    if arguments.text("value") == nil, !arguments.has("default") {
      return try shell.view { words in
        let value = SettingText.value(of: name, shell.session.browser, words)
        if shell.printsJSON {
          return Answer { $0.object("settings") { $0.member("\(name)", value) } }
        }
        return Answer(VisibleText(value))
      }
    }
    let value = arguments.has("default") ? nil : try shell.settingValue(name, arguments)
    let performed = try shell.perform(.set(name, value))
    return shell.answer(
      performed, "\(VisibleText(naming: name)) is \(value ?? SettingText.standard(name))")
  }

  private static let help = command(
    CommandDeclaration(
      "help", in: .console, .reads, "show all commands, or one with examples",
      takes: [.optional("command", .command)],
      examples: [.init("help open", "how to open tabs"), .init("help @zoom", "all about zoom")])
  ) { shell, arguments throws(CommandFailure) in
    shell.helpAnswer(arguments.text("command") ?? "")
  }

  private static let source = command(
    CommandDeclaration(
      "source", in: .console, .writes, "run the commands in a file",
      takes: [.required("file", .file)],
      examples: [.init("source morning.retrace", "run a script")])
  ) { _, arguments throws(CommandFailure) in
    var answer = Answer.nothing
    answer.script = arguments.text("file")
    return answer
  }

  private static let completions = command(
    CommandDeclaration(
      "completions", in: .console, .reads, "print the completions for a shell",
      takes: [.required("shell", .choice(ShellCompletion.allCases.map(\.rawValue)))],
      examples: [.init("completions fish", "to be kept in fish's folder of completions")])
  ) { _, arguments throws(CommandFailure) in
    guard let shell = arguments.text("shell").flatMap(ShellCompletion.init(rawValue:)) else {
      return .nothing
    }
    return Answer(lines: VisibleText(trusted: shell.script(for: table.index)))
  }

  private static let quit = command(
    CommandDeclaration(
      "quit", aliases: ["exit"], in: .console, .reads, "leave", examples: [.init("quit", "leave")])
  ) { _, _ throws(CommandFailure) in
    var answer = Answer.nothing
    answer.quits = true
    return answer
  }
}

extension Shell {
  func helpAnswer(_ topic: String) -> Answer {
    let help = Help(
      Catalogue.table.index, style: style, columns: min(presentation.columns ?? 80, 100))
    do throws(UsageError) {
      let text = try help.text(for: topic)
      return printsJSON ? Answer { $0.member("help", text.text) } : Answer(lines: text)
    } catch {
      return Answer(CommandFailure(error))
    }
  }

  /// A value as it is stored: an address is resolved first.
  func settingValue(
    _ name: Settings.Name, _ arguments: Arguments
  ) throws(CommandFailure) -> String {
    let text = arguments.text("value") ?? ""
    return name == .homePage ? try destination(text).url : text
  }

  func settingsAnswer() throws(CommandFailure) -> Answer {
    try view { words in
      if printsJSON { return Answer { json(words).settings(&$0) } }
      var table = Table([.left, .left, .left])
      for name in Settings.Name.allCases {
        table.add([
          style.apply(.bold, to: VisibleText(naming: name)),
          VisibleText(SettingText.value(of: name, session.browser, words)),
          style.apply(.dim, to: SettingText.summary(name)),
        ])
      }
      return Answer(table, width: presentation.columns)
    }
  }

  func overview(_ words: LogText) -> Answer {
    var lines: VisibleText = ""
    for (offset, window) in windows.enumerated() {
      let browser = session.browser(of: window.id)
      let kind: VisibleText = window.id.isPrivate ? " (private)" : ""
      lines += style.apply(.bold, to: "Window \(offset + 1)") + "\(kind)\n"
      let tabs = window.tabs.compactMap { browser.tab($0) }
      lines += table(of: tabs, words).text(width: presentation.columns)
    }
    let browser = session.browser
    let counts: [VisibleText] = [
      "\(browser.closed.count) closed",
      .counted(browser.bookmarks.all.count { $0.kind == .bookmark }, "bookmark"),
      .counted(browser.zoom.sites.set.count, "site") + " zoomed",
      .counted(Int(browser.sequence.rawValue), "event"),
    ]
    lines += style.apply(.dim, to: counts.joined(separator: ", ")) + "\n"
    return Answer(lines: lines)
  }

  func statsAnswer() throws(CommandFailure) -> Answer {
    let rows = try statistics()
    if printsJSON { return Answer { json in for row in rows { json.member(row.name, row.value) } } }
    var table = Table([.left, .right])
    for row in rows { table.add([VisibleText(row.label), VisibleText(row.value.grouped)]) }
    return Answer(table, width: nil)
  }

  private func statistics() throws(CommandFailure) -> [Statistic] {
    let browser = session.browser
    var rows = [
      Statistic("events", "events", Int(browser.sequence.rawValue)),
      Statistic("windows", "windows", browser.windowOrder.count),
      Statistic("tabs", "tabs", browser.tabCount),
      Statistic("closed", "closed items at hand", browser.closed.count),
      Statistic("bookmarks", "bookmarks and folders", browser.bookmarks.count),
      Statistic("zoomedSites", "sites with a zoom", browser.zoom.sites.set.count),
      Statistic("undoneBatches", "batches undone", session.timeline.undoneBatches.count),
      Statistic("damagedEvents", "damaged events", session.timeline.damaged.count),
      Statistic("unknownEvents", "events of a newer version", session.timeline.unknownCount),
    ]
    guard session.log.directory != nil else { return rows }
    do throws(LogFailure) {
      let statistics = try session.log.statistics()
      rows.append(Statistic("fileBytes", "bytes on disk", Int(statistics.fileBytes)))
      if browser.sequence.exists {
        rows.append(
          Statistic(
            "bytesPerEvent", "bytes an event",
            Int(statistics.fileBytes) / Int(browser.sequence.rawValue)))
      }
    } catch {
      throw CommandFailure(error)
    }
    return rows
  }
}

/// A number that `stats` shows.
private struct Statistic {
  let name: String
  let label: String
  let value: Int

  init(_ name: String, _ label: String, _ value: Int) {
    self.name = name
    self.label = label
    self.value = value
  }
}
