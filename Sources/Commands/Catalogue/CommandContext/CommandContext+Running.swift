package import CommandKit
internal import RetraceEventLog
internal import RetraceStore

/// Running one command.
extension CommandContext {
  /// Runs one command on the newest state. The command is given as words.
  package mutating func answer(_ words: [Word]) -> Answer {
    do {
      switch try CommandCatalogue.table.read(words) {
      case .run(let command, let arguments): return run(command, arguments)
      case .help(let topic):
        return ConsoleCommands.helpAnswer(topic, presentation)
      }
    } catch {
      return Answer(CommandError(error))
    }
  }

  /// Runs the command that arguments are for, on the newest state.
  package mutating func answer(to arguments: Arguments) -> Answer {
    let table = CommandCatalogue.table
    guard let place = table.index.place(of: arguments.declaration.name) else {
      preconditionFailure("arguments are created from a declaration of the table")
    }
    return run(table.commands[place], arguments)
  }

  private mutating func run(_ command: ConsoleCommand, _ arguments: Arguments) -> Answer {
    defer { settleFocus() }
    var answer = answer(command, arguments)
    for _ in 1..<Self.attempts where answer.failure?.isOverwritten == true {
      answer = self.answer(command, arguments)
    }
    return answer
  }

  /// The maximum number of attempts to read a profile that cannot be locked.
  private static let attempts = 8

  private mutating func answer(_ command: ConsoleCommand, _ arguments: Arguments) -> Answer {
    if let failure = catchUp() { return Answer(failure) }
    // Catching up has read all writes, so the count of missed writes starts at zero.
    _ = store.log.consumePassedWrites()
    return command.run(&self, arguments)
  }

  /// Reads the events that other processes have written. No other process can write to a profile in
  /// memory.
  package func catchUp() -> CommandError? {
    guard store.log.directory != nil else { return nil }
    do {
      try store.catchUp()
      return nil
    } catch {
      return CommandError(error)
    }
  }
}
