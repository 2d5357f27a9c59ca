internal import BrowserModel
internal import CommandKit
internal import Notation
internal import RetraceStore

/// Commands about the console itself.
enum ConsoleCommands {
  static let all: [ConsoleCommand] = [help, source, alias, color, completions, complete, quit]

  private static let help = CommandCatalogue.command(
    CommandDeclaration(
      "help", in: .console, .needsNoProfile, "show all commands, help for one command, or a topic",
      takes: [.optional("topic", .topic)],
      options: [
        .flag("man", "print the manual page retrace(1)"),
        .flag("schema", "print an OpenRPC document: all commands, with JSON Schemas"),
      ],
      exclusive: [["man", "schema"]],
      answers: .anyOf([helpMembers.shape, schemaMembers.shape]),
      examples: [
        .init("help open", "how to open tabs"), .init("help @zoom", "all about zoom"),
        .init("help tutorial", "the first ten minutes"),
        .init("help keys", "the keys of the prompt"),
        .init("help json tabs", "the members of the JSON answer of “tabs”"),
        .init("help --schema", "the same for all commands, for programs"),
        .init("help --man", "the source of retrace.1; “retrace help --man | man -l -” shows it"),
      ])
  ) { context, arguments throws in
    if arguments.has("schema") { return schemaAnswer(context) }
    guard arguments.has("man") else {
      let topic = arguments.text("topic") ?? ""
      if let line = context.aliases[topic] {
        let text: SafeText = "“\(topic)” is an alias for: \(line)"
        return context.printsJSON ? Answer(json: (text.text, nil), helpMembers) : Answer(text)
      }
      return helpAnswer(topic, context.presentation)
    }
    let page = ManualPage(
      CommandCatalogue.table.index, version: Release.version, date: Release.date
    )
    .text()
    return context.printsJSON
      ? Answer(json: (page, nil), helpMembers) : Answer(verbatim: page)
  }

  private static let helpMembers = AnswerMembers<(text: String, schema: JSONWriter?)> { help in
    help.member("help", "the text") { $0.text }
    help.optional("schema", .anyObject, "a JSON Schema") { $0.schema }
  }

  private static let schemaMembers = AnswerMembers<JSONWriter>(
    "schema", .anyObject, "with --schema, an OpenRPC document")

  /// Returns all commands and their schemas, as one document.
  private static func schemaAnswer(_ context: CommandContext) -> Answer {
    let json = InterfaceDescription.document
    return context.printsJSON
      ? Answer(json: json, schemaMembers) : Answer(verbatim: json.text + "\n")
  }

  private static let source = CommandCatalogue.command(
    CommandDeclaration(
      "source", in: .console, .mayWrite, "run the commands in a file",
      takes: [.required("file", .file)], prints: .ofScripts,
      examples: [.init("source morning.retrace", "run a script")])
  ) { _, arguments throws in
    var answer = Answer.nothing
    answer.script = arguments.text("file")
    return answer
  }

  private static let alias = CommandCatalogue.command(
    CommandDeclaration(
      "alias", in: .console, .needsNoProfile,
      "list, show, set or remove aliases",
      details: [
        "Words after an alias are passed to its command. An alias lasts until the console ends. To "
          + "define it at every start, add it to ~/.config/retrace/retracerc."
      ],
      takes: [
        .optional("name", .word), .optional("line", .commandLine, label: "= COMMAND"),
      ],
      options: [.flag("remove", "remove the alias")],
      answers: aliasMembers.shape,
      examples: [
        .init("alias bg = open --background", "“bg swift.org” opens it after the active tab"),
        .init("alias tidy = 'close --duplicates ; tabs'", "several commands, in quotes"),
        .init("alias --remove bg", "“bg” is unknown again"),
        .init("alias", "list the aliases"),
      ])
  ) { context, arguments throws in
    guard let name = arguments.text("name") else {
      guard !arguments.has("remove") else {
        throw CommandError(
          "missingArgument", "Specify which alias to remove: alias --remove NAME", status: .usage)
      }
      let names = context.aliases.names
      return names.isEmpty && !context.printsJSON
        ? Answer("There are no aliases; “alias NAME = COMMAND” creates one.")
        : aliasAnswer(names, context)
    }
    if arguments.has("remove") { return try removalAnswer(name, arguments, &context) }
    if let text = arguments.text("line") {
      guard text.hasPrefix("= ") else {
        throw CommandError(
          "missingArgument", "Write “=” between the name and its command: alias NAME = COMMAND",
          status: .usage)
      }
      try context.aliases.define(name, as: namedLine(String(text.dropFirst(2))))
      var answer = context.printsJSON ? aliasAnswer([name], context) : .nothing
      answer.newAlias = name
      return answer
    } else if context.aliases[name] == nil {
      throw CommandError(
        "noSuchAlias", "There is no alias “\(name)”; “alias NAME = COMMAND” creates one.")
    }
    return aliasAnswer([name], context)
  }

  /// Removes an alias.
  private static func removalAnswer(
    _ name: String, _ arguments: Arguments, _ context: inout CommandContext
  ) throws -> Answer {
    guard arguments.text("line") == nil else {
      throw CommandError(
        "conflict", "--remove takes only a name: alias --remove \(name)", status: .usage)
    }
    guard context.aliases.remove(name) else {
      throw CommandError("noSuchAlias", "There is no alias “\(name)”; “alias” lists them.")
    }
    return context.printsJSON ? aliasAnswer([], context) : .nothing
  }

  /// Returns the line that an alias expands to. For a single quoted word, this is the content of
  /// the quotes. Otherwise it is all of the words.
  private static func namedLine(_ text: String) -> String {
    let commands = Words(text).commands
    guard commands.count == 1, commands[0].count == 1, commands[0][0].isQuoted else { return text }
    return commands[0][0].text
  }

  private static let aliasMembers = AnswerMembers<[(name: String, command: String)]>(
    list: "aliases"
  ) { alias in
    alias.member("name") { $0.name }
    alias.member("command") { $0.command }
  }

  private static func aliasAnswer(_ names: [String], _ context: CommandContext) -> Answer {
    if context.printsJSON {
      return Answer(json: names.map { ($0, context.aliases[$0] ?? "") }, aliasMembers)
    }
    var table = Table([.left, .left])
    for name in names {
      table.add([
        context.style.apply(.bold, to: "\(name)"), "= \(context.aliases[name] ?? "")",
      ])
    }
    return Answer(table, width: nil)
  }

  private static let color = CommandCatalogue.command(
    CommandDeclaration(
      "color", in: .console, .needsNoProfile, "show or change colours",
      details: [
        "A change lasts until the console ends. To make it permanent, add it to "
          + "~/.config/retrace/retracerc."
      ],
      takes: [
        .optional("role", .choice(Style.Role.allCases.map(\.rawValue))),
        .repeated(
          "look", .choice(Style.TextAttribute.allCases.map { "\($0)" } + [plainName]), orNone: true),
      ],
      options: [.flag("default", "restore the default look")],
      answers: colorMembers.shape,
      examples: [
        .init("color error magenta bold", "show errors in bold magenta"),
        .init("color comment plain", "show comments like other text"),
        .init("color error --default", "restore the look of errors"), .init("color", "show all"),
      ])
  ) { context, arguments throws in
    guard let name = arguments.text("role"), let role = Style.Role(rawValue: name) else {
      return colorAnswer(Style.Role.allCases, context)
    }
    let chosen = arguments.texts("look")
    if arguments.has("default") {
      context.presentation.style.chosen[role] = nil
    } else if !chosen.isEmpty {
      context.presentation.style.chosen[role] = Style.TextAttribute.allCases.filter {
        chosen.contains("\($0)")
      }
    }
    let isShown = chosen.isEmpty && !arguments.has("default")
    return isShown || context.printsJSON ? colorAnswer([role], context) : .nothing
  }

  /// The name of a look without attributes.
  private static let plainName = "plain"

  private static let colorMembers = AnswerMembers<[(String, [String])]> { answer in
    answer.map("colors", "looks by role") { $0 }
  }

  private static func colorAnswer(_ roles: [Style.Role], _ context: CommandContext) -> Answer {
    func names(_ role: Style.Role) -> [String] {
      let attributes = context.style.attributes(of: role)
      return attributes.isEmpty ? [plainName] : attributes.map { "\($0)" }
    }
    if context.printsJSON {
      return Answer(json: roles.map { ($0.rawValue, names($0)) }, colorMembers)
    }
    var table = Table([.left, .left])
    for role in roles {
      let attributes = SafeText(names(role).joined(separator: " "))
      table.add([SafeText(role.rawValue), context.style.apply(role, to: attributes)])
    }
    return Answer(table, width: nil)
  }

  private static let completions = CommandCatalogue.command(
    CommandDeclaration(
      "completions", in: .console, .needsNoProfile, "print the completion script for a shell",
      details: ["The script calls “complete” each time TAB is pressed."],
      takes: [.required("shell", .choice(ShellCompletion.allCases.map(\.rawValue)))],
      answers: scriptMembers.shape,
      examples: [.init("completions fish", "for ~/.config/fish/completions/retrace.fish")])
  ) { context, arguments throws in
    guard let name = arguments.text("shell"), let kind = ShellCompletion(rawValue: name) else {
      return .nothing
    }
    let script = kind.script
    return context.printsJSON
      ? Answer(json: script, scriptMembers) : Answer(verbatim: script)
  }

  private static let scriptMembers = AnswerMembers<String>("completions", "the script")

  private static let complete = CommandCatalogue.command(
    CommandDeclaration(
      "complete", in: .console, .reads, "list completions for the end of a line",
      details: [
        "Lists what TAB offers at the prompt: commands, options, tabs, marks, branches, pages. "
          + "Each candidate is on a line of its own, followed by a tab character and "
          + "a description.",
        "With --index, the arguments are the words of a shell's command line, beginning with "
          + "“retrace”, and word N is completed, counted from 0. The line may contain options of "
          + "the program, such as -p. The words may be quoted as in the shell. A line with an "
          + "empty candidate and the description “file” or “directory” asks the shell to complete "
          + "a name. Errors are not reported, because the user is still typing. The scripts that "
          + "“completions” prints call “complete” this way.",
      ],
      takes: [.repeated("line", .word)],
      options: [
        .value("index", "N", .positive, "complete word N of a shell's command line")
      ],
      answers: candidateMembers.shape,
      examples: [
        .init("complete 'close '", "the tabs that could be closed"),
        .init("complete --index 2 -- retrace close ''", "the same, for a shell"),
      ],
      isForPrograms: true)
  ) { context, arguments throws in
    var completion = LineCompletion(context: context)
    let candidates: [Completion.Candidate]
    if let line = ShellLine(arguments) {
      completion.destination = .shell
      candidates = completion.complete(line)
    } else {
      completion.destination = .program
      candidates = completion.complete(arguments.texts("line").joined(separator: " ")).candidates
    }
    if context.printsJSON { return Answer(json: candidates, candidateMembers) }
    let lines = candidates.map { candidate in
      candidate.text + (candidate.detail.map { "\t" + $0 } ?? "") + "\n"
    }
    return Answer(verbatim: lines.joined())
  }

  private static let candidateMembers = AnswerMembers<[Completion.Candidate]>(
    list: "candidates"
  ) { candidate in
    candidate.member("text", "the replacement for the last word") { $0.text }
    candidate.optional("detail", "the meaning of the candidate") { $0.detail }
  }

  private static let quit = CommandCatalogue.command(
    CommandDeclaration(
      "quit", aliases: ["exit"], in: .console, .needsNoProfile, "leave the console",
      examples: [.init("quit", "leave the console")])
  ) { _, _ throws in
    var answer = Answer.nothing
    answer.quits = true
    return answer
  }

  /// Returns the help of a command or a group of commands. If no topic is given, returns the help
  /// of the console.
  static func helpAnswer(_ topic: String, _ presentation: CommandContext.Presentation) -> Answer {
    let help = Help(
      CommandCatalogue.table.index, style: presentation.style,
      columns: min(presentation.columns ?? 80, 100)
    )
    do {
      let text = try help.text(for: topic)
      guard presentation.printsJSON else { return Answer(lines: text) }
      let subject = try help.shapeSubject(of: topic)
      let schema = subject.flatMap { subject in
        subject.schemaShape.map { shape in
          JSONWriter.object { JSONSchema.document(shape, title: subject.title, to: &$0) }
        }
      }
      return Answer(json: (text.text, schema), helpMembers)
    } catch {
      return Answer(CommandError(error))
    }
  }
}
