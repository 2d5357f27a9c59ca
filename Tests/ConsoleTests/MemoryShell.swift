import Notation
import RetraceEventLog
import RetraceStore

@testable import Catalogue
@testable import CommandKit

/// The beginning of 2026.
private let start: Int64 = 1_767_225_600_000

/// A shell with an in-memory log and a stopped clock.
func memoryShell() throws -> CommandContext { try memoryShell { start } }

/// One whose clock goes on with each action; the console's own clock shows the last of these times.
func memoryShell(minutesPerAction: Int64) throws -> CommandContext {
  var time = start - minutesPerAction * 60_000
  var context = try memoryShell {
    time += minutesPerAction * 60_000
    return time
  }
  context.presentation.now = { Timestamp(milliseconds: time) }
  return context
}

/// One whose actions get their times from a clock.
func memoryShell(clock: @escaping () -> Int64) throws -> CommandContext {
  var presentation = CommandContext.Presentation()
  presentation.now = { Timestamp(milliseconds: start) }
  return CommandContext(store: try Store(EventLog(), clock: clock), presentation: presentation)
}

extension CommandContext {
  /// Runs a line and gives what it shows; a failure as its message, as a person sees it.
  @discardableResult
  mutating func run(_ line: String) throws -> String {
    var text = ""
    let commands = try aliases.split(line)
    enterLine(of: commands.count)
    for words in commands {
      guard case .run(let command, let arguments) = try CommandCatalogue.table.read(words) else {
        continue
      }
      let answer = command.run(&self, arguments)
      settleFocus()
      text += answer.output.text + SafeText(answer.failure?.message ?? "").text
      if let candidates = answer.failure?.candidates, !candidates.isEmpty {
        text += "\n" + candidates.lines(in: self).text
      }
    }
    return text
  }
}
