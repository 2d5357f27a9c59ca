package import CommandKit

/// The manual pages `retrace(1)` and `retrace-log(5)`, in the man(7) language.
package struct ManualPage: Sendable {
  /// The subject of a page.
  package enum Subject: String, CaseIterable, Hashable, Sendable {
    /// The program.
    case program
    /// The files of a profile, and the events in it.
    case log
  }

  private let index: CommandIndex
  private let version: String
  private let date: String

  /// Creates a page. The date has the format `2026-01-01`.
  package init(_ index: CommandIndex, version: String, date: String) {
    self.index = index
    self.version = version
    self.date = date
  }

  /// Returns the text of one page.
  /// - Complexity: O(commands + kinds of events).
  package func text(_ subject: Subject = .program) -> String {
    switch subject {
    case .program:
      title("RETRACE", 1) + opening + options + commands + examples + closing
        + ".SH SEE ALSO\n.BR retrace\\-log (5)\n"
    case .log: title("RETRACE\\-LOG", 5) + logOpening + envelope + kinds + logClosing
    }
  }

  private func title(_ name: String, _ section: Int) -> String {
    ".TH \(name) \(section) \(date) \"retrace \(escaped(version))\"\n"
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
    records everything that a user does in a browser as a log of events.
    Without a command it shows a prompt on a terminal,
    and otherwise reads commands from standard input.
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
    ".SH OPTIONS\n" + index.program.options.map(item).joined()
  }

  private var commands: String {
    let groups = index.groups.map { group in
      index.declarations.filter { $0.group == group }
    }
    let sections = groups.filter { !$0.isEmpty }.map { declarations in
      ".SS \(escaped(declarations[0].group.title))\n" + declarations.map(item).joined()
    }
    return ".SH COMMANDS\n" + sections.joined()
  }

  private var examples: String {
    let examples = index.declarations.flatMap(\.examples).map { example in
      item(example.line, example.summary.sentence)
    }
    return examples.isEmpty ? "" : ".SH EXAMPLES\n" + examples.joined()
  }

  private var closing: String {
    let statuses = [
      ("0", "Done."), ("1", "A command failed."), ("2", "Wrong usage."),
      ("3", "The profile cannot be opened."),
      ("4", "The profile is damaged: an answer may be incomplete."), ("130", "Interrupted."),
    ]
    let variables = [
      ("XDG_CONFIG_HOME", "The folder of retrace/retracerc, instead of ~/.config."),
      ("XDG_DATA_HOME", "The folder of profiles, instead of ~/.local/share."),
      ("RETRACE_PAGER, PAGER", "The program that shows long output instead of less -FRX."),
      ("NO_COLOR, CLICOLOR_FORCE", "Turn colours off and on when --color is auto."),
      (
        "RETRACE_TRACE",
        "Topics to trace on standard error: log, sync and server, separated by commas. The lines "
          + "contain names of operations and numbers, but no content."
      ),
      ("TZ", "The time zone of times without one."),
    ]
    return ".SH EXIT STATUS\n" + statuses.map(item).joined() + ".SH ENVIRONMENT\n"
      + variables.map(item).joined()
      + ".SH FILES\n" + item("~/.local/share/retrace/default", "The profile.")
      + item(
        "~/.config/retrace/retracerc",
        "Commands that are run at the start of a prompt, such as alias and color.")
  }

  private var logOpening: String {
    let files = [
      ("current", "The name of the directory in use, such as log-1."),
      ("log-1/data.mdb, log-1/lock.mdb", "The environment of LMDB."),
      ("log-1/closed", "The state of the data file when it was last closed properly."),
      ("newest", "The number of the newest event that was acknowledged."),
    ]
    let databases = [
      (
        "events",
        "Maps the number of an event, 8 bytes with the most significant first, to its record: a "
          + "message of Protocol Buffers, as described in retrace.proto, with a checksum."
      ),
      ("meta", "Format, profile and device, each with a checksum."),
      ("blobs", "Pictures of pages, by the hash of their bytes."),
      ("checkpoints", "Data that is derived from the events, and can be rebuilt."),
    ]
    return ".SH NAME\nretrace\\-log \\- the events of a profile of retrace\n.SH DESCRIPTION\n"
      + filled(
        "A profile is a directory. The log in the directory contains events, numbered 1, 2, 3 and "
          + "so on, which never change. The state of tabs, closed items and bookmarks is built "
          + "from the events. “retrace export jsonl” writes the events as JSON, one object per "
          + "line, and “retrace import” imports them again."
      )
      + ".SS Files\n" + files.map(item).joined()
      + ".SS Databases in the environment\n" + databases.map(item).joined()
  }

  /// The members that all events have.
  private var envelope: String {
    guard case .object(let members, _) = JSONShape.event() else { return "" }
    return ".SH MEMBERS OF EVERY EVENT\n"
      + members.map { member in
        item(member.name + (member.isOptional ? "?" : ""), words(of: member))
      }.joined()
      + ".PP\n" + filled("A member with a question mark may be left out.")
  }

  /// A description of each kind of event, with the members of its JSON.
  private var kinds: String {
    guard case .anyOf(let shapes) = EventFieldsShape.shape else { return "" }
    let items = shapes.map { shape -> String in
      guard case .object(let members, _) = shape, let kind = members.first?.shape.choices.first
      else { return "" }
      let names = members.dropFirst().map { member in
        "\(member.name)\(member.isOptional ? "?" : ""): \(member.shape.typeWords)"
      }
      return item(
        kind, names.isEmpty ? "No members of its own." : names.joined(separator: "; ") + ".")
    }
    return ".SH KINDS OF EVENTS\n"
      + filled(
        "References to tabs, windows and other things are the numbers of the events that created "
          + "them."
      )
      + items.joined()
  }

  private var logClosing: String {
    ".SH FILES\n" + item("~/.local/share/retrace/default", "The profile.")
      + ".SH SEE ALSO\n.BR retrace (1)\n"
  }

  private func words(of member: JSONShape.Member) -> String {
    let summary = member.summary.isEmpty ? "" : "; \(member.summary)"
    return member.shape.typeWords + summary + "."
  }

  private func item(_ option: CommandOption) -> String {
    item(option.usageWithLetter, option.summary.sentence)
  }

  private func item(_ declaration: CommandDeclaration) -> String {
    let text = [declaration.summary.sentence] + declaration.details.map { $0 }
    let paragraphs = text.map(filled).joined(separator: ".IP\n")
    let options = declaration.options.map { option in
      "\(filled(option.usage))\(filled(option.summary.sentence))"
    }
    let list = options.isEmpty ? "" : ".RS\n" + options.map { ".TP\n" + $0 }.joined() + ".RE\n"
    return ".TP\n\(term(declaration.usage))\(paragraphs)" + list
  }

  private func item(_ term: String, _ text: String) -> String {
    ".TP\n\(self.term(term))\(filled(text))"
  }

  /// Returns the bold term that precedes an indented paragraph, as a single line that is not
  /// wrapped.
  private func term(_ text: String) -> String { ".B \(escaped(text))\n" }

  /// Returns the text in lines of limited length, each with its newline.
  private func filled(_ text: String) -> String {
    var result = ""
    var count = 0
    for word in text.split(separator: " ").map({ escaped(String($0)) }) {
      let isFirst = count == 0 || count + 1 + word.utf8.count > Self.lineBytes
      if isFirst, count > 0 { result += "\n" }
      result += isFirst ? guarded(word) : " " + word
      count = isFirst ? word.utf8.count : count + 1 + word.utf8.count
    }
    return result + "\n"
  }

  /// The line length in bytes that style checkers recommend for the source.
  private static let lineBytes = 76

  /// Returns a word for the beginning of a line, escaped so that roff does not read it as a
  /// request.
  private func guarded(_ word: String) -> String {
    word.hasPrefix(".") || word.hasPrefix("'") ? #"\&"# + word : word
  }

  /// Returns text in which the characters that roff interprets are escaped.
  private func escaped(_ text: String) -> String {
    var result = ""
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
