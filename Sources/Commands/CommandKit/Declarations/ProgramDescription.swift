/// The parts of a program that help and completion describe besides its commands.
package struct ProgramDescription: Sendable {
  /// The options that come before the command.
  package var options: [CommandOption] = []
  /// The help pages that are not about a single command.
  package var topics: [HelpTopic] = []
  /// The shapes that `help json` describes by name.
  package var shapes: [NamedShape] = []
  /// Commands of other programs, with advice on what to type instead.
  package var hints: [CommandHint] = []
  /// The shape of the answer of every command that writes and does not declare another answer.
  package var written: @Sendable () -> JSONShape? = { nil }

  /// Creates a description of a program that has only commands.
  package init() {}
}
