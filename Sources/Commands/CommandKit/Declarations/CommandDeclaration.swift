/// What is known of a command without running it: the source of parsing, help, completion, the manual
/// page and the schemas.
package struct CommandDeclaration: Sendable {
  /// What a command does to the profile.
  package enum Effect: Hashable, Sendable {
    /// Looks only; works at past moments and in a profile opened to read.
    case reads
    /// Changes what this console looks at, and writes nothing.
    case steers
    /// Appends to the log; makes the profile where there is none.
    case writes
    /// Changes files of a profile that is there.
    case rewrites
    /// Looks, or writes, or does something about time itself, as its arguments say; what it does at
    /// a past moment, and where there is no profile, it decides itself.
    case mayWrite
    /// Looks at the files of a profile, which need not be sound: as the only command it opens none.
    case inspects
    /// Is about the program alone: no profile is opened for it.
    case needsNoProfile

    /// Whether there is nothing to do where there is no profile.
    package var needsProfile: Bool {
      switch self {
      case .reads, .steers, .rewrites: true
      case .writes, .mayWrite, .inspects, .needsNoProfile: false
      }
    }

    /// Whether it is refused where the past is in view.
    package var needsPresent: Bool { self == .writes || self == .rewrites }
  }

  /// A line that shows a command in use.
  package struct Example: Hashable, Sendable {
    /// What to type.
    package let line: String
    /// What it does, without a capital and a full stop.
    package let summary: String

    /// Makes an example.
    package init(_ line: String, _ summary: String) {
      self.line = line
      self.summary = summary
    }
  }

  /// The word that begins the line, or two: `open`, `window new`.
  package let name: String
  /// Other words for the same.
  package let aliases: [String]
  /// Where help lists it.
  package let group: CommandGroup
  /// Whether it writes.
  package let effect: Effect
  /// What it does in one line, without a capital and a full stop.
  package let summary: String
  /// What else there is to say, in paragraphs.
  package let details: [String]
  /// Its arguments, in order.
  package let parameters: [Parameter]
  /// Its options.
  package let options: [CommandOption]
  /// Sets of options of which one at most may be given, by name.
  package let exclusive: [[String]]
  /// What its answer looks like with `--json`, or nil if it prints nothing of its own, or what
  /// every command does that writes.
  package var answers: JSONShape? { shape() }
  /// Lines that show it.
  package let examples: [Example]
  /// Makes the shape of the answer, which most calls never ask for.
  private let shape: @Sendable () -> JSONShape?
  /// The commands whose answers it prints; nil unless it prints nothing else.
  package var prints: AnsweringCommands? { printed() }
  private let printed: @Sendable () -> AnsweringCommands?

  /// Declares a command.
  package init(
    _ name: String,
    aliases: [String] = [],
    in group: CommandGroup,
    _ effect: Effect,
    _ summary: String,
    details: [String] = [],
    takes parameters: [Parameter] = [],
    options: [CommandOption] = [],
    exclusive: [[String]] = [],
    answers: @autoclosure @escaping @Sendable () -> JSONShape? = nil,
    prints printed: @autoclosure @escaping @Sendable () -> AnsweringCommands? = nil,
    examples: [Example] = []
  ) {
    self.name = name
    self.aliases = aliases
    self.group = group
    self.effect = effect
    self.summary = summary
    self.details = details
    self.parameters = parameters
    self.options = options
    self.exclusive = exclusive
    shape = answers
    self.printed = printed
    self.examples = examples
  }

  /// The word that begins the line.
  package var firstWord: String { String(name.prefix { $0 != " " }) }

  /// Whether its arguments are text as it stands. Words that are searched for are not: of them only
  /// letters and digits count.
  var takesText: Bool {
    parameters.contains { parameter in
      switch parameter.kind {
      case .address, .text, .expression, .command, .commandLine: parameter.name != "words"
      default: false
      }
    }
  }

  /// Whether what follows its first argument is a command of its own, with its own options.
  var takesCommandLine: Bool { parameters.last?.kind == .commandLine }

  /// The second word of the name, or nil.
  package var secondWord: String? {
    guard let space = name.firstIndex(of: " ") else { return nil }
    return String(name[name.index(after: space)...])
  }

  /// The usage line: `open [ADDRESS] [--background] [--position N]`.
  package var usage: String {
    ([name] + parameters.map(\.usage) + usageOfOptions).joined(separator: " ")
  }

  /// The option of a name, or nil.
  package func option(named name: String) -> CommandOption? {
    options.first { $0.name == name }
  }

  private var usageOfOptions: [String] {
    var usages: [String] = []
    for option in options {
      if let set = exclusive.first(where: { $0.contains(option.name) }) {
        guard set.first == option.name else { continue }
        let alternatives = set.compactMap { self.option(named: $0)?.usage }
        usages.append("[" + alternatives.joined(separator: "|") + "]")
      } else {
        usages.append(
          "[\(option.usage)]" + (option.isRepeatable && !option.values.isEmpty ? "…" : ""))
      }
    }
    return usages
  }
}

/// A name is declared once, so it tells declarations apart.
extension CommandDeclaration: Hashable {
  package static func == (left: CommandDeclaration, right: CommandDeclaration) -> Bool {
    left.name == right.name
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
