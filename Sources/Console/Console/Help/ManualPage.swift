/// The manual page `retrace(1)`, in the man(7) language.
public struct ManualPage: Sendable {
  private let index: CommandIndex
  private let version: String
  private let date: String

  /// Makes a page; the date is `2026-01-01`.
  public init(_ index: CommandIndex, version: String, date: String) {
    self.index = index
    self.version = version
    self.date = date
  }

  /// The page.
  ///
  /// O(commands).
  public var text: String {
    ".TH RETRACE 1 \(date) \"retrace \(escaped(version))\"\n" + opening + options + commands
      + examples + closing
  }

  private var opening: String {
    """
    .SH NAME
    retrace \\- browser state with undo, time travel and no loss
    .SH SYNOPSIS
    .B retrace
    .RI [ OPTIONS ]
    .RI [ COMMAND\\~ [ ARGUMENTS ]]
    .SH DESCRIPTION
    .B retrace
    keeps everything that a person does in a browser as a log of events.
    Without a command it shows a prompt on a terminal,
    and reads commands from standard input elsewhere.
    .PP
    Words are separated by spaces.
    A word that begins with a quote ends at the same quote.
    .B #
    at the start of a line begins a comment;
    .B ;
    as a word of its own separates commands;
    .B \\-\\-
    ends the options.

    """
  }

  private var options: String {
    ".SH OPTIONS\n" + Call.options.map(item).joined()
  }

  private var commands: String {
    let groups = CommandGroup.allCases.map { group in
      index.declarations.filter { $0.group == group }
    }
    let sections = groups.filter { !$0.isEmpty }.map { declarations in
      ".SS \(escaped(declarations[0].group.title))\n" + declarations.map(item).joined()
    }
    return ".SH COMMANDS\n" + sections.joined()
  }

  private var examples: String {
    let examples = index.declarations.flatMap(\.examples).map { example in
      ".TP\n.B \(escaped(example.line))\n\(escaped(example.summary.sentence))\n"
    }
    return examples.isEmpty ? "" : ".SH EXAMPLES\n" + examples.joined()
  }

  private var closing: String {
    let statuses = [
      ("0", "Done."), ("1", "A command was refused or failed."), ("2", "Wrong usage."),
      ("3", "The profile cannot be opened."),
      ("4", "The profile is damaged: an answer may lack something."), ("130", "Interrupted."),
    ]
    let variables = [
      ("XDG_CONFIG_HOME", "Where retrace/retracerc is, instead of ~/.config."),
      ("XDG_DATA_HOME", "Where profiles are, instead of ~/.local/share."),
      ("RETRACE_PAGER, PAGER", "What shows long output, instead of less -FRX."),
      ("NO_COLOR, CLICOLOR_FORCE", "Turn colours off and on when --color is auto."),
      ("TZ", "The time zone of times without one."),
    ]
    return ".SH EXIT STATUS\n" + statuses.map(item).joined() + ".SH ENVIRONMENT\n"
      + variables.map(item).joined()
      + ".SH FILES\n" + item("~/.local/share/retrace/default", "The profile.")
      + item(
        "~/.config/retrace/retracerc",
        "Commands that are run at the start of a prompt, such as alias and color.")
  }

  private func item(_ option: CommandOption) -> String {
    item(option.usageWithLetter, option.summary.sentence)
  }

  private func item(_ declaration: CommandDeclaration) -> String {
    let text = [declaration.summary.sentence] + declaration.details.map { $0 }
    let paragraphs = text.map(escaped).joined(separator: "\n.IP\n")
    let options = declaration.options.map { option in
      "\(escaped(option.usage))\n\(escaped(option.summary.sentence))\n"
    }
    let list = options.isEmpty ? "" : ".RS\n" + options.map { ".TP\n" + $0 }.joined() + ".RE\n"
    return ".TP\n.B \(escaped(declaration.usage))\n\(paragraphs)\n" + list
  }

  private func item(_ term: String, _ text: String) -> String {
    ".TP\n.B \(escaped(term))\n\(escaped(text))\n"
  }

  /// Text in which nothing is a request or an escape of roff.
  private func escaped(_ text: String) -> String {
    var result = text.hasPrefix(".") || text.hasPrefix("'") ? #"\&"# : ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += #"\e"#
      case "-": result += #"\-"#
      case "\"": result += #"\(dq"#
      case "\n": result += " "
      case _ where scalar.isASCII: result.unicodeScalars.append(scalar)
      default:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result += #"\[u"# + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "]"
      }
    }
    return result
  }
}
