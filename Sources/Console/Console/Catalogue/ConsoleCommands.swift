internal import BrowserModel
internal import Notation
internal import Store

/// Commands about the console itself.
enum ConsoleCommands {
  static let all: [ConsoleCommand] = [help, source, completions, quit]

  private static let help = Catalogue.command(
    CommandDeclaration(
      "help", in: .console, .needsNoProfile, "show all commands, one with examples, or a topic",
      takes: [.optional("topic", .topic)],
      options: [.flag("man", "print the manual page retrace(1)")],
      examples: [
        .init("help open", "how to open tabs"), .init("help @zoom", "all about zoom"),
        .init("help tutorial", "the first ten minutes"),
        .init("help keys", "the keys of the prompt"),
        .init("help --man", "the source of retrace.1; “retrace help --man | man -l -” shows it"),
      ])
  ) { shell, arguments throws(CommandFailure) in
    guard arguments.has("man") else {
      return helpAnswer(arguments.text("topic") ?? "", shell.presentation)
    }
    let page = ManualPage(Catalogue.table.index, version: Program.version, date: Program.date).text
    return shell.printsJSON
      ? Answer { $0.member("help", page) } : Answer(lines: VisibleText(trusted: page))
  }

  private static let source = Catalogue.command(
    CommandDeclaration(
      "source", in: .console, .mayWrite, "run the commands in a file",
      takes: [.required("file", .file)],
      examples: [.init("source morning.retrace", "run a script")])
  ) { _, arguments throws(CommandFailure) in
    var answer = Answer.nothing
    answer.script = arguments.text("file")
    return answer
  }

  private static let completions = Catalogue.command(
    CommandDeclaration(
      "completions", in: .console, .needsNoProfile, "print the completions for a shell",
      takes: [.required("shell", .choice(ShellCompletion.allCases.map(\.rawValue)))],
      examples: [.init("completions fish", "to be kept in fish's folder of completions")])
  ) { shell, arguments throws(CommandFailure) in
    guard let name = arguments.text("shell"), let kind = ShellCompletion(rawValue: name) else {
      return .nothing
    }
    let script = kind.script(for: Catalogue.table.index)
    return shell.printsJSON
      ? Answer { $0.member("completions", script) } : Answer(lines: VisibleText(trusted: script))
  }

  private static let quit = Catalogue.command(
    CommandDeclaration(
      "quit", aliases: ["exit"], in: .console, .needsNoProfile, "leave",
      examples: [.init("quit", "leave")])
  ) { _, _ throws(CommandFailure) in
    var answer = Answer.nothing
    answer.quits = true
    return answer
  }

  /// The help of a command or a group of them; that of the console where there is no topic.
  static func helpAnswer(_ topic: String, _ presentation: Shell.Presentation) -> Answer {
    let help = Help(
      Catalogue.table.index, style: presentation.style,
      columns: min(presentation.columns ?? 80, 100)
    )
    do throws(UsageError) {
      let text = try help.text(for: topic)
      return presentation.printsJSON ? Answer { $0.member("help", text.text) } : Answer(lines: text)
    } catch {
      return Answer(CommandFailure(error))
    }
  }
}
