/// A command that works on a context.
typealias ConsoleCommand = Command<CommandContext, Answer>

/// All commands of the console, in the order in which help lists them: the single source of parsing,
/// help, completion, manual page and shell completions.
enum Catalogue {
  static let table = CommandTable(
    [
      TabCommands.all, WindowCommands.all, GroupCommands.all, DeviceCommands.all,
      NavigationCommands.all,
      PageCommands.all, ZoomCommands.all, BookmarkCommands.all, FindCommands.all, VisitCommands.all,
      LogCommands.all,
      UndoCommands.all, MomentCommands.all, BranchCommands.all, RestoreCommands.all,
      CompareCommands.all, StateCommands.all, TrustCommands.all, ExchangeCommands.all,
      SyncCommands.all, BackupCommands.all,
      ForgettingCommands.all, ServeCommands.all,
      SettingCommands.all, ConsoleCommands.all,
    ].flatMap { $0 }, foreignNames: foreignNames)

  /// What words do to a profile; nothing where they ask for help or mean nothing.
  static func effect(of words: [Word]) -> CommandDeclaration.Effect {
    guard !words.isEmpty else { return .needsNoProfile }
    do throws(UsageError) {
      guard case .run(let command, _) = try table.read(words) else {
        return .needsNoProfile
      }
      return command.declaration.effect
    } catch {
      // What is wrong with the words is told when they are run.
      return .needsNoProfile
    }
  }

  /// A command whose work may fail. One that writes is refused where the past is in view, one that
  /// looks where there is no profile.
  static func command(
    _ declaration: CommandDeclaration,
    _ work: @escaping @Sendable (inout CommandContext, Arguments) throws(CommandFailure) -> Answer
  ) -> ConsoleCommand {
    Command(declaration) { context, arguments in
      do throws(CommandFailure) {
        if declaration.effect.needsProfile { try context.refuseMissingProfile() }
        if declaration.effect.needsPresent { try context.refuseThePast() }
        return try work(&context, arguments)
      } catch {
        return Answer(error)
      }
    }
  }
}
