internal import BrowserModel
package import CommandKit

/// A command of the console.
typealias ConsoleCommand = Command<CommandContext, Answer>

/// All commands of the console, in the order in which help lists them. This is the single source of
/// parsing, help, completion, the manual page and shell completions.
package enum CommandCatalogue {
  package static let table = CommandTable(
    [
      TabCommands.all, WindowCommands.all, GroupCommands.all, DeviceCommands.all,
      NavigationCommands.all,
      PageCommands.all, ZoomCommands.all, BookmarkCommands.all, FindCommands.all, VisitCommands.all,
      LogCommands.all,
      UndoCommands.all, MomentCommands.all, BranchCommands.all, ProposalCommands.all,
      RunCommands.all, RestoreCommands.all,
      CompareCommands.all, StateCommands.all, TrustCommands.all, ExchangeCommands.all,
      LiveCommands.all, SyncCommands.all, BackupCommands.all,
      ForgettingCommands.all, ServeCommands.all,
      SettingCommands.all, ValueCommands.all, ConsoleCommands.all,
    ].flatMap { $0 }, of: program)

  static var program: ProgramDescription {
    var program = ProgramDescription()
    program.options = ProgramOptions.all
    program.topics = HelpTopic.all
    program.shapes = NamedShape.all
    program.hints = commandHints
    program.written = { .written }
    return program
  }

  /// Returns the effect of a command line on a profile. A line that requests help or is invalid
  /// needs no profile.
  package static func effect(of words: [Word]) -> CommandDeclaration.Effect {
    guard !words.isEmpty else { return .needsNoProfile }
    do {
      guard case .run(let command, _) = try table.read(words) else {
        return .needsNoProfile
      }
      return command.declaration.effect
    } catch {
      // Running the command reports the errors in its words.
      return .needsNoProfile
    }
  }

  /// Returns a command whose errors become its answer. A command that writes is rejected while the
  /// past is shown. A command that reads is rejected if there is no profile.
  static func command(
    _ declaration: CommandDeclaration,
    _ work: @escaping @Sendable (inout CommandContext, Arguments) throws -> Answer
  ) -> ConsoleCommand {
    Command(declaration) { context, arguments in
      do {
        if declaration.effect.needsProfile { try context.refuseMissingProfile() }
        if declaration.effect.needsPresent { try context.refuseThePast() }
        return try work(&context, arguments)
      } catch {
        return Answer(CommandError(error))
      }
    }
  }
}
