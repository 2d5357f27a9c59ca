import Notation
import RetraceEventLog
import RetraceStore

@testable import Catalogue
@testable import CommandKit

/// The time 2026-01-01T00:00:00Z, in milliseconds.
private let start: Int64 = 1_767_225_600_000

/// Returns a context with an in-memory log and a stopped clock.
func memoryShell() throws -> CommandContext { try memoryShell { start } }

/// Returns a context whose clock advances with each action. The console's own clock shows the last
/// of these times.
func memoryShell(minutesPerAction: Int64) throws -> CommandContext {
  var time = start - minutesPerAction * 60_000
  var context = try memoryShell {
    time += minutesPerAction * 60_000
    return time
  }
  context.presentation.now = { Timestamp(milliseconds: time) }
  return context
}

/// Returns a context whose actions get their times from a clock.
func memoryShell(clock: @escaping () -> Int64) throws -> CommandContext {
  var presentation = CommandContext.Presentation()
  presentation.now = { Timestamp(milliseconds: start) }
  return CommandContext(store: try Store(EventLog(), clock: clock), presentation: presentation)
}

extension CommandContext {
  /// Runs a line and returns its output, or the message of its error.
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
