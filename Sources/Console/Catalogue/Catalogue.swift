/// All commands of the console, in the order in which help lists them: the single source of parsing,
/// help, completion, manual page and shell completions.
enum Catalogue {
  static let table: CommandTable<Shell, Answer> = CommandTable(
    tabs + windows + groups + navigation + pageReports + zoom + bookmarks + pastPages + time
      + moments + branches + restoring + compare + data + exchange + forgetting
      + settings + console)

  /// A command whose work may fail. One that writes is refused where the past is in view.
  static func command(
    _ declaration: CommandDeclaration,
    _ work: @escaping @Sendable (inout Shell, Arguments) throws(CommandFailure) -> Answer
  ) -> Command<Shell, Answer> {
    Command(declaration) { shell, arguments in
      do throws(CommandFailure) {
        if declaration.effect == .writes { try shell.refuseThePast() }
        return try work(&shell, arguments)
      } catch {
        return Answer(error)
      }
    }
  }
}
