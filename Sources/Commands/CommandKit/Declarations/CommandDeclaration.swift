/// The static description of a command, which is the source of parsing, help, completion, the
/// manual page and the schemas.
package struct CommandDeclaration: Sendable {
  /// The effect of a command on the profile.
  package enum Effect: Hashable, Sendable {
    /// Only reads. Works at past moments, and in a profile opened for reading.
    case reads
    /// Changes the moment or branch that this console shows, and writes nothing.
    case steers
    /// Appends to the log. Creates the profile if it does not exist.
    case writes
    /// Changes files of an existing profile.
    case rewrites
    /// Reads, writes or moves in time, depending on the arguments. Handles past moments and missing
    /// profiles itself.
    case mayWrite
    /// Inspects the files of a profile, which may be damaged. Does not open the profile if it is
    /// the only command.
    case inspects
    /// Concerns only the program, and does not open a profile.
    case needsNoProfile

    /// Whether the command does nothing without a profile.
    package var needsProfile: Bool {
      switch self {
      case .reads, .steers, .rewrites: true
      case .writes, .mayWrite, .inspects, .needsNoProfile: false
      }
    }

    /// Whether the command is rejected while a moment of the past is shown.
    package var needsPresent: Bool { self == .writes || self == .rewrites }
  }

  /// An example of using a command.
  package struct Example: Hashable, Sendable {
    /// The line to type.
    package let line: String
    /// A description of the line's effect, without a capital and a full stop.
    package let summary: String

    /// Creates an example.
    package init(_ line: String, _ summary: String) {
      self.line = line
      self.summary = summary
    }
  }

  /// The name, one or two words: `open`, `window new`.
  package let name: String
  /// Alternative names.
  package let aliases: [String]
  /// The group in which help lists the command.
  package let group: CommandGroup
  /// The effect on the profile.
  package let effect: Effect
  /// Whether the list of all commands omits the command, because programs call it rather than
  /// users.
  package let isForPrograms: Bool
  /// A one-line description, without a capital and a full stop.
  package let summary: String
  /// Further paragraphs of the description.
  package let details: [String]
  /// The arguments, in order.
  package let parameters: [Parameter]
  /// The options.
  package private(set) var options: [CommandOption]
  /// Sets of mutually exclusive options, by name.
  package let exclusive: [[String]]
  /// The shape of the JSON answer. Nil if the command prints nothing of its own, or prints the same
  /// answer as every command that writes.
  package var answers: JSONShape? { shape() }
  /// Examples.
  package let examples: [Example]
  /// Creates the shape of the answer on demand, because it is rarely needed.
  private let shape: @Sendable () -> JSONShape?
  /// The commands whose answers this command prints, or nil if it prints its own answer.
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
    examples: [Example] = [],
    isForPrograms: Bool = false
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
    self.isForPrograms = isForPrograms
  }

  /// Returns the same command with additional options.
  package func adding(_ options: [CommandOption]) -> CommandDeclaration {
    var declaration = self
    declaration.options += options
    return declaration
  }

  /// The first word of the name.
  package var firstWord: String { String(name.prefix { $0 != " " }) }

  /// Whether the arguments are literal text. Words to search for are not literal text, because only
  /// their letters and digits matter.
  var takesText: Bool {
    parameters.contains { parameter in
      switch parameter.kind {
      case .address, .text, .expression, .command, .commandLine: parameter.name != "words"
      default: false
      }
    }
  }

  /// Whether the words after the first argument are another command, with its own options.
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

  /// Returns the option with a name, or nil.
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

/// Declarations are identified by their names, because each name is declared only once.
extension CommandDeclaration: Hashable {
  package static func == (left: CommandDeclaration, right: CommandDeclaration) -> Bool {
    left.name == right.name
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
