/// The table of all commands.
///
///     switch try table.read(words) {
///     case .run(let command, let arguments): return command.run(&session, arguments)
///     case .help(let topic): return try help.text(for: topic)
///     }
package struct CommandTable<Context: ~Copyable, Answer>: Sendable {
  /// The result of parsing words.
  package enum Meaning: Sendable {
    /// Run this command.
    case run(Command<Context, Answer>, Arguments)
    /// Show the help of these words.
    case help(topic: String)
  }

  /// The commands, in the order in which help lists them.
  package let commands: [Command<Context, Answer>]
  /// The index used to find commands by name.
  package let index: CommandIndex

  /// Creates a table.
  ///
  /// It is a programmer's error if two commands have the same name.
  package init(
    _ commands: [Command<Context, Answer>], of program: ProgramDescription = ProgramDescription()
  ) {
    self.commands = commands
    index = CommandIndex(commands.map(\.declaration), of: program)
  }

  /// Parses the words of one command; there must be at least one word.
  package func read(_ words: [Word]) throws -> Meaning {
    switch try index.read(words) {
    case .run(let place, let arguments): .run(commands[place], arguments)
    case .help(let topic): .help(topic: topic)
    }
  }
}
