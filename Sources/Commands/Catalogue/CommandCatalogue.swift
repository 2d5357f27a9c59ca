internal import BrowserModel
package import CommandKit

/// A command that works on a context.
typealias ConsoleCommand = Command<CommandContext, Answer>

/// All commands of the console, in the order in which help lists them: the single source of parsing,
/// help, completion, manual page and shell completions.
package enum CommandCatalogue {
  package static let table = CommandTable(
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
    ].flatMap { $0 }, of: program)

  static var program: ProgramDescription {
    var program = ProgramDescription()
    program.options = ProgramOptions.all
    program.topics = HelpTopic.all
    program.shapes = NamedShape.all
    program.hints = foreignNames
    program.written = { .written }
    program.knownWords = { kind in
      switch kind {
      case .setting: Settings.Name.allCases.map { "\($0)" }
      case .eventKind: LogFilter.kindNames
      default: []
      }
    }
    return program
  }

  /// The names of all commands, in the order of the help.
  package static var commandNames: [String] {
    table.index.declarations.map(\.name)
  }

  /// What words do to a profile; nothing where they ask for help or mean nothing.
  package static func effect(of words: [Word]) -> CommandDeclaration.Effect {
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
