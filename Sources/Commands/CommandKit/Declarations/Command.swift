/// A command, which combines a declaration with the code to run.
///
///     Command(
///       CommandDeclaration(
///         "open", in: .tabs, .writes, "open a tab",
///         takes: [.optional("address", .address)],
///         options: [
///           .flag("background", "leave the active tab as it is"),
///           .value("position", "N", .positive, "the position of the new tab"),
///         ],
///         examples: [.init("open example.com --background", "open a page in the background")])
///     ) { session, arguments in
///       session.open(arguments.text("address"), at: arguments.integer("position"))
///     }
package struct Command<Context: ~Copyable, Answer>: Sendable {
  /// The declaration.
  package let declaration: CommandDeclaration
  /// The code to run.
  package let run: @Sendable (inout Context, Arguments) -> Answer

  /// Creates a command.
  package init(
    _ declaration: CommandDeclaration, run: @escaping @Sendable (inout Context, Arguments) -> Answer
  ) {
    self.declaration = declaration
    self.run = run
  }
}
