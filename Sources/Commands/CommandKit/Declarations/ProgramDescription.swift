/// The parts of a program that help and completion describe besides its commands.
package struct ProgramDescription: Sendable {
  /// The options that come before the command.
  package var options: [CommandOption] = []
  /// The help pages that are not about a single command.
  package var topics: [HelpTopic] = []
  /// The shapes that `help json` describes by name.
  package var shapes: [NamedShape] = []
  /// Words used in other programs, and what to type instead.
  package var hints: [CommandHint] = []
  /// The answer of every command that writes and declares no other.
  package var written: @Sendable () -> JSONShape? = { nil }

  /// Describes a program without anything besides its commands.
  package init() {}
}
