/// The help, generated from the table of commands.
package struct Help: Sendable {
  /// The commands.
  package let index: CommandIndex
  /// The style of headings.
  package let style: Style
  /// The width of lines; at least 40.
  package let columns: Int

  /// Creates help for a terminal with a width in columns. At most 100 columns are used.
  package init(_ index: CommandIndex, style: Style = .plain, columns: Int = 80) {
    self.index = index
    self.style = style
    self.columns = min(max(columns, 40), 100)
  }

  /// Returns the answer to `help TOPIC`.
  ///
  /// For an empty topic, the answer lists all commands by group. For `@group`, it lists the
  /// commands of this group. For a command's name, it describes usage, options and examples. For a
  /// ``HelpTopic``, it is the page of the topic. For `json` with a command or a ``NamedShape``, it
  /// describes JSON.
  /// - Complexity: O(commands).
  package func text(for topic: String) throws -> SafeText {
    if topic.isEmpty { return overview }
    if let topic = index.program.topics.first(where: { $0.name == topic }) {
      return text(for: topic)
    }
    if let subject = try shapeSubject(of: topic) { return text(of: subject) }
    if topic.hasPrefix("@") { return try text(forGroup: String(topic.dropFirst())) }
    if let place = index.place(of: topic) { return text(for: index.declarations[place]) }
    let places = index.places(beginningWith: topic)
    guard !places.isEmpty else { throw unknown(topic) }
    return list(places.map { index.declarations[$0] })
  }

  /// The answer to `--help`, which explains how to call the program.
  package var program: SafeText {
    let usage: SafeText = """
      Usage: retrace [OPTIONS] [COMMAND [ARGUMENTS]]
             retrace [OPTIONS]                        a prompt, or commands from standard input


      """
    return usage + heading("Options") + options(index.program.options) + "\n" + overview
  }

  private var overview: SafeText {
    let groups = index.groups.map { group in
      index.declarations.filter { $0.group == group && !$0.isForPrograms }
    }
    let lists = groups.filter { !$0.isEmpty }.map { declarations in
      heading(declarations[0].group.title) + list(declarations)
    }
    return lists.joined(separator: "\n")
      + "\n"
      + wrapped(
        "“help COMMAND” describes one command, “help @GROUP” a group: "
          + index.groups.map { "@\($0.name)" }.joined(separator: " ") + ".", indent: 0)
      + "\n" + heading("Topics")
      + rows(index.program.topics.map { ("help \($0.name)", $0.summary) })
  }

  private func text(for topic: HelpTopic) -> SafeText {
    let parts = topic.parts.map { part in
      switch part {
      case .paragraph(let text): wrapped(text, indent: 0)
      case .rows(let typed): rows(typed.map { (name: $0.0, summary: $0.1) })
      }
    }
    return parts.joined(separator: "\n")
  }

  private func text(forGroup name: String) throws -> SafeText {
    guard let group = index.groups.first(where: { $0.name == name }) else {
      throw UsageError.unknown(
        .unknownTopic, "group", Word("@\(name)"),
        among: index.groups.map { "@\($0.name)" }, otherwise: "“help” lists them")
    }
    let declarations = index.declarations.filter { $0.group == group }
    return heading(group.title) + declarations.map { usage($0) }.joined(separator: "\n")
  }

  private func text(for declaration: CommandDeclaration) -> SafeText {
    var text = usage(declaration)
    for paragraph in declaration.details { text += "\n" + wrapped(paragraph, indent: 2) }
    if declaration.answers != nil {
      text +=
        "\n" + wrapped("“help json \(declaration.name)” lists the members of its JSON.", indent: 2)
    }
    if !declaration.aliases.isEmpty {
      let names = declaration.aliases.joined(separator: ", ")
      text += "\n" + wrapped("Also: \(names).", indent: 2)
    }
    if !declaration.options.isEmpty {
      text += "\n" + heading("Options") + options(declaration.options)
    }
    if !declaration.examples.isEmpty {
      text += "\n" + heading("Examples") + examples(declaration.examples)
    }
    let related = related(to: declaration)
    if !related.isEmpty { text += "\n" + heading("See also") + list(related) }
    return text
  }

  private func related(to declaration: CommandDeclaration) -> [CommandDeclaration] {
    index.places(beginningWith: declaration.firstWord).map { index.declarations[$0] }
      .filter { $0 != declaration }
  }

  private func usage(_ declaration: CommandDeclaration) -> SafeText {
    let lines = wrapped(declaration.usage, indent: 2, firstIndent: 0)
    return style.apply(.bold, to: lines) + wrapped(declaration.summary.sentence, indent: 2)
  }

  func heading(_ title: String) -> SafeText {
    style.apply(.bold, to: SafeText(trusted: title)) + "\n"
  }

  private func list(_ declarations: [CommandDeclaration]) -> SafeText {
    rows(declarations.map { ($0.name, $0.summary) })
  }

  private func options(_ options: [CommandOption]) -> SafeText {
    rows(options.map { ($0.usageWithLetter, $0.summary) })
  }

  private func examples(_ examples: [CommandDeclaration.Example]) -> SafeText {
    rows(examples.map { ($0.line, $0.summary) })
  }

  /// The maximum length of a name whose summary is on the same line. On a narrow screen, the
  /// summary has at least 24 columns.
  private var nameColumns: Int { min(30, columns - 4 - 24) }

  private func rows(_ rows: [(name: String, summary: String)]) -> SafeText {
    let widths = rows.map { SafeText(trusted: $0.name).columns }
    let width = widths.filter { $0 <= nameColumns }.max() ?? 0
    var text: SafeText = ""
    for (row, nameWidth) in zip(rows, widths) {
      let name = SafeText(trusted: "  " + row.name)
      if nameWidth <= width {
        let summary = wrapped(row.summary, indent: width + 4, firstIndent: 0)
        text += name.padded(toColumns: width + 4) + summary
      } else {
        text += name + "\n" + wrapped(row.summary, indent: width + 4)
      }
    }
    return text
  }

  func wrapped(_ text: String, indent: Int, firstIndent: Int? = nil) -> SafeText {
    let lines = TextWrap.lines(text, columns: columns - indent)
    var result: SafeText = ""
    for (number, line) in lines.enumerated() {
      let spaces = number == 0 ? firstIndent ?? indent : indent
      result += SafeText(trusted: String(repeating: " ", count: spaces) + line + "\n")
    }
    return result
  }

  private func unknown(_ topic: String) -> UsageError {
    if let advice = index.advice(on: topic) {
      return UsageError(.unknownTopic, "unknown command “\(topic)”; \(advice)")
    }
    let names =
      index.declarations.map(\.name) + index.firstWords + index.program.topics.map(\.name)
    return .unknown(
      .unknownTopic, "command", Word(topic), among: names, otherwise: "“help” lists the commands")
  }
}
