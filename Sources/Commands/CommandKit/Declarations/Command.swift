/// A command: what is known of it, and what it runs.
///
///     Command(
///       CommandDeclaration(
///         "open", in: .tabs, .writes, "open a tab",
///         takes: [.optional("address", .address)],
///         options: [
///           .flag("background", "leave the active tab as it is"),
///           .value("position", "N", .positive, "put it there"),
///         ],
///         examples: [.init("open example.com --background", "open it behind the active tab")])
///     ) { session, arguments in
///       session.open(arguments.text("address"), at: arguments.integer("position"))
///     }
package struct Command<Context: ~Copyable, Answer>: Sendable {
  /// What is known of it.
  package let declaration: CommandDeclaration
  /// What it runs.
  package let run: @Sendable (inout Context, Arguments) -> Answer

  /// Makes a command.
  package init(
    _ declaration: CommandDeclaration, run: @escaping @Sendable (inout Context, Arguments) -> Answer
  ) {
    self.declaration = declaration
    self.run = run
  }
}
