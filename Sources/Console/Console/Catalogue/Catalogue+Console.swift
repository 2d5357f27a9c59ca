internal import BrowserModel
internal import Notation
internal import Store

extension Catalogue {
  static let data: [Command<Shell, Answer>] = [state, stats]
  static let settings: [Command<Shell, Answer>] = [set]
  static let console: [Command<Shell, Answer>] = [help, source, completions, quit]

  private static let state = command(
    CommandDeclaration(
      "state", in: .data, .reads, "show the whole state",
      details: [
        "With --json everything; without, what is open at a glance.",
        "{\"sequence\":N,\"time\":…,\"windows\":[…],\"tabs\":[…],\"groups\":[…],\"closed\":[…],"
          + "\"bookmarks\":[…],\"zoom\":{…},\"settings\":{…},\"marks\":{…}}: the parts as “windows”, “tabs”, "
          + "“groups”, “closed”, “bookmarks”, “zoom sites”, “set” and “marks” print them; at a moment of the "
          + "past the marks that were set then. Sequence counts "
          + "the durable events, and time is that of the newest, null at the start. Ids of private things "
          + "are negative.",
      ],
      examples: [.init("state", "look at everything that is open")])
  ) { shell, _ throws(CommandFailure) in
    let time = try shell.timeInView()
    let marks = try shell.marks(through: shell.past?.position)
    return try shell.view { words in
      if shell.printsJSON { return Answer { shell.json(words).state(&$0, at: time, marks: marks) } }
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
      "set", in: .settings, .mayWrite, "list the settings, show one, or give one a value",
      takes: [.optional("name", .setting), .optional("value", .text)],
      options: [.flag("default", "give it its default value again")],
      examples: [
        .init("set", "list the settings"),
        .init("set searchTemplate https://example.com/?q={searchTerms}", "search somewhere else"),
        .init(
          "set searchEngines w=https://en.wikipedia.org/wiki/?search={searchTerms}",
          "“go w event log” and “go !w event log” search there"),
        .init("set historyLimit --default", "back to the default"),
      ])
  ) { shell, arguments throws(CommandFailure) in
    let isShown = arguments.text("value") == nil && !arguments.has("default")
    if isShown { try shell.refuseMissingProfile() }
    guard let typed = arguments.text("name") else { return try shell.settingsAnswer() }
    guard let name = SettingText.name(typed) else {
      let names = Settings.Name.allCases.map { "\($0)" }
      let hint =
        Nearest.name(to: typed, among: names).map { "; did you mean \($0)?" }
        ?? "; “set” lists them."
      throw CommandFailure("noSuchSetting", "There is no setting “\(typed)”\(hint)")
    }
    if isShown {
      return try shell.view { words in
        let value = SettingText.value(of: name, shell.durableBrowser, words)
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
      "help", in: .console, .needsNoProfile, "show all commands, or one with examples",
      takes: [.optional("command", .command)],
      options: [.flag("man", "print the manual page retrace(1)")],
      examples: [
        .init("help open", "how to open tabs"), .init("help @zoom", "all about zoom"),
        .init("help --man", "the source of retrace.1; “retrace help --man | man -l -” shows it"),
      ])
  ) { shell, arguments throws(CommandFailure) in
    guard arguments.has("man") else { return shell.helpAnswer(arguments.text("command") ?? "") }
    let page = ManualPage(table.index, version: Program.version, date: Program.date).text
    return shell.printsJSON
      ? Answer { $0.member("help", page) } : Answer(lines: VisibleText(trusted: page))
  }

  private static let source = command(
    CommandDeclaration(
      "source", in: .console, .mayWrite, "run the commands in a file",
      takes: [.required("file", .file)],
      examples: [.init("source morning.retrace", "run a script")])
  ) { _, arguments throws(CommandFailure) in
    var answer = Answer.nothing
    answer.script = arguments.text("file")
    return answer
  }

  private static let completions = command(
    CommandDeclaration(
      "completions", in: .console, .needsNoProfile, "print the completions for a shell",
      takes: [.required("shell", .choice(ShellCompletion.allCases.map(\.rawValue)))],
      examples: [.init("completions fish", "to be kept in fish's folder of completions")])
  ) { shell, arguments throws(CommandFailure) in
    guard let name = arguments.text("shell"), let kind = ShellCompletion(rawValue: name) else {
      return .nothing
    }
    let script = kind.script(for: table.index)
    return shell.printsJSON
      ? Answer { $0.member("completions", script) } : Answer(lines: VisibleText(trusted: script))
  }

  private static let quit = command(
    CommandDeclaration(
      "quit", aliases: ["exit"], in: .console, .needsNoProfile, "leave",
      examples: [.init("quit", "leave")])
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
}
